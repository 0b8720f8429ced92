/**
 * The plain rows of a page of visit types and of a hotel page, as PostGraphile is asked for them, and both answers in one shape
 * for comparison. What the gateway computes is left out on both sides.
 */

/** JSON whose shape follows from the documents here. */
// biome-ignore lint/suspicious/noExplicitAny: a shape for each of two documents and two servers would say nothing more
export type Json = any;

const ORDER = 'orderBy: [PRIORITY_POSITION_ASC, NUMBER_ASC]';
const VISIT_TYPE_CONTENT = `
      totalCount
      nodes {
        number rowId stayCategory boarding nightsMin nightsMax onDemand name description commercialSlogan services
        visitTypeTagsByVisitTypeNumber { nodes { tagByTagNumber { number name color } } }
        promotionsByVisitTypeNumber {
          nodes {
            number name basisPoints validFrom validTo allHotels
            promotionChannelsByVisitTypeNumberAndPromotionNumber { nodes { channelCode } }
            promotionHotelsByVisitTypeNumberAndPromotionNumber { nodes { hotelNumber } }
          }
        }
        visitTypeHotelsByVisitTypeNumber {
          nodes { hotelByHotelNumber { number name stars destinationByDestinationNumber { number name } } }
        }
      }`;

/** Rows of the first 20 visit types. */
export const VISIT_TYPE_ROWS = `query VisitTypes { allVisitTypes(first: 20, ${ORDER}) { ${VISIT_TYPE_CONTENT} } }`;

/** The same at any place of the list. */
export const VISIT_TYPE_ROWS_AT = `
  query VisitTypes($offset: Int!) { allVisitTypes(first: 20, offset: $offset, ${ORDER}) { ${VISIT_TYPE_CONTENT} } }`;

/** Rows of a hotel. */
export const HOTEL_ROWS = `
  query Hotel($number: Int!) {
    hotelByNumber(number: $number) {
      number rowId code name stars indicationCodes staffLanguageCodes shortDescription
      destinationByDestinationNumber { number name }
      accommodationRuleByHotelNumber { checkInFrom checkInTo checkOutTo petsAllowed childrenFromAge smokingAllowed note }
      mealServicesByHotelNumber { nodes { boarding servedAs from to } }
      hotelImagesByHotelNumber { nodes { url thumbnailUrl width height alt variants } }
      roomTypesByHotelNumber {
        nodes {
          number code beds category
          roomTypeImagesByRoomTypeNumber { nodes { url thumbnailUrl width height alt variants } }
        }
      }
      hotelAmenitiesByHotelNumber {
        nodes {
          access quantity area temperature distance ageLimit note options openingHours
          amenityByAmenityCode { code label position amenityCategoryByCategoryCode { code name position } }
        }
      }
    }
  }`;

/** The common content of a page of visit types, from the gateway's answer. */
export function visitTypesReadOf({ data: { visitTypes } }: Json): unknown {
  return {
    totalCount: visitTypes.totalCount,
    nodes: visitTypes.nodes.map(({ lowestPrice: _, hotels, ...visitType }: Json) => ({
      ...visitType,
      hotels: hotels.map(({ hotel, promotions }: Json) => ({ hotel, promotions })),
    })),
  };
}

/** The same from PostGraphile's, with the filtering that the client would do. */
export function visitTypesRead({ data: { allVisitTypes } }: Json): unknown {
  return {
    totalCount: allVisitTypes.totalCount,
    nodes: allVisitTypes.nodes.map((row: Json) => {
      const promotions = row.promotionsByVisitTypeNumber.nodes.filter(isListed);
      return {
        number: row.number,
        id: row.rowId,
        stayCategory: row.stayCategory?.toUpperCase() ?? null,
        boarding: row.boarding,
        nightsMin: row.nightsMin,
        nightsMax: row.nightsMax,
        onDemand: row.onDemand,
        name: textsOf(row.name),
        description: textsOf(row.description),
        commercialSlogan: textsOf(row.commercialSlogan),
        services: textsOf(row.services),
        tags: row.visitTypeTagsByVisitTypeNumber.nodes.map(({ tagByTagNumber: tag }: Json) => ({
          number: tag.number,
          name: textsOf(tag.name),
          color: tag.color,
        })),
        promotions: promotions.map(({ number, name, basisPoints, validFrom, validTo }: Json) => ({
          number,
          name: textsOf(name),
          percentage: basisPoints / 100,
          validFrom,
          validTo,
        })),
        hotels: row.visitTypeHotelsByVisitTypeNumber.nodes.map(({ hotelByHotelNumber: hotel }: Json) => ({
          hotel: {
            number: hotel.number,
            name: hotel.name,
            stars: hotel.stars,
            destination: destinationOf(hotel),
          },
          promotions: promotions
            .filter((one: Json) => holdsIn(one, hotel.number))
            .map(({ number }: Json) => ({ number })),
        })),
      };
    }),
  };
}

function isListed({ validTo, promotionChannelsByVisitTypeNumberAndPromotionNumber: channels }: Json): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return (
    (validTo === null || validTo > today) && channels.nodes.some(({ channelCode }: Json) => channelCode === 'public')
  );
}

function holdsIn(
  { allHotels, promotionHotelsByVisitTypeNumberAndPromotionNumber: hotels }: Json,
  hotelNumber: number,
): boolean {
  return allHotels || hotels.nodes.some((row: Json) => row.hotelNumber === hotelNumber);
}

function destinationOf({ destinationByDestinationNumber: { number, name } }: Json): unknown {
  return { number, name: textsOf(name) };
}

/** The common content of a hotel, from the gateway's answer. */
export function hotelReadOf({ data: { hotel } }: Json): unknown {
  const { priceFrom: _, amenityCategories, images, roomTypes, ...plain } = hotel;
  return {
    ...plain,
    images: images.map(withoutAlt),
    roomTypes: roomTypes.map((room: Json) => ({ ...room, images: room.images.map(withoutAlt) })),
    amenities: amenityCategories.flatMap(({ code: category, category: { name }, amenities }: Json) =>
      amenities.map(({ code, amenity, charge, quantity, area, temperature, distance, ageLimit, options }: Json) => ({
        category,
        categoryName: name,
        code,
        label: amenity.label,
        ...{ charge, quantity, area, temperature, distance, ageLimit },
        options: (options ?? []).map((option: Json) => option.code),
      })),
    ),
  };
}

/** The same from PostGraphile's. */
export function hotelRead({ data: { hotelByNumber: row } }: Json): unknown {
  const rules = row.accommodationRuleByHotelNumber;
  return {
    number: row.number,
    id: row.rowId,
    code: row.code,
    name: row.name,
    stars: row.stars,
    indicationCodes: row.indicationCodes,
    staffLanguageCodes: row.staffLanguageCodes,
    shortDescription: textsOf(row.shortDescription),
    destination: destinationOf(row),
    accommodationRules: rules && { ...rules, note: textsOf(rules.note) },
    mealServices: row.mealServicesByHotelNumber.nodes,
    images: row.hotelImagesByHotelNumber.nodes.map(imageOf),
    roomTypes: row.roomTypesByHotelNumber.nodes.map((room: Json) => ({
      number: room.number,
      code: room.code,
      beds: room.beds,
      category: textsOf(room.category),
      images: room.roomTypeImagesByRoomTypeNumber.nodes.map(imageOf),
    })),
    amenities: row.hotelAmenitiesByHotelNumber.nodes
      .toSorted((a: Json, b: Json) => placeOf(a) - placeOf(b))
      .map(
        ({
          amenityByAmenityCode: amenity,
          access,
          quantity,
          area,
          temperature,
          distance,
          ageLimit,
          options,
        }: Json) => ({
          category: amenity.amenityCategoryByCategoryCode.code,
          categoryName: textsOf(amenity.amenityCategoryByCategoryCode.name),
          code: amenity.code,
          label: textsOf(amenity.label),
          charge: access?.toUpperCase() ?? null,
          ...{ quantity, area, temperature, distance, ageLimit },
          options,
        }),
      ),
  };
}

/** The order of the dictionary. */
function placeOf({ amenityByAmenityCode: { position, amenityCategoryByCategoryCode: category } }: Json): number {
  return category.position * 10_000 + position;
}

function imageOf({ alt: _, variants, ...image }: Json): unknown {
  const widths = Object.entries(variants).map(([width, url]) => ({ width: Number(width), url }));
  return { ...image, variants: widths.sort((a, b) => a.width - b.width) };
}

function withoutAlt({ alt: _, ...image }: Json): unknown {
  return image;
}

/** A column of texts with all four locales. */
export function textsOf(column: Json): unknown {
  const { cs_CZ = null, de = null, en = null, ru = null } = column;
  return { cs_CZ, de, en, ru };
}
