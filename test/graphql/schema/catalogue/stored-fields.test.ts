/** What a catalogue file says is shown by both interfaces, unless it is named here. */
import { isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';
import { stored } from '../../../../src/catalogue/stored/stored.ts';
import { schema } from '../../../../src/graphql/schema/schema.ts';
import { ListHotelsDocument } from '../../../../src/rest/generated/operations.ts';

/** Types with another name than their model; links, price lists and rates have none: they decide what is answered. */
const TYPE_OF_MODEL: Readonly<Record<string, string>> = { HotelImage: 'Image', RoomTypeImage: 'Image' };

/** Fields that are shown in another form, with what shows them. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'Amenity.detailKinds': 'Amenity.details',
  'Hotel.destinationNumber': 'Hotel.destination',
  'Hotel.taglines': 'Hotel.channelContent',
  'Hotel.amenities': 'Hotel.amenityCategories',
  'HotelAmenity.access': 'HotelAmenity.charge',
  'HotelAmenity.amenityCode': 'HotelAmenity.amenity',
  'LoyaltyProgram.basisPoints': 'LoyaltyProgram.percentage',
  'Promotion.basisPoints': 'Promotion.percentage',
  'VisitTypeHotel.hotelNumber': 'VisitTypeHotel.hotel',
};

/** For mails to a hotel, and what decides which prices are answered. */
const NOT_SHOWN = [
  ...['Hotel.reservationEmail', 'Hotel.reservationLanguage'],
  ...['Promotion.allHotels', 'Promotion.channels', 'Promotion.hotels'],
  ...['SalesTerms.number', 'VisitType.priceLists'],
];

/** REST v2 does not change with release 1.0. */
const NOT_IN_REST = [
  ...[
    'Hotel.description',
    'Hotel.childrenPolicy',
    'Hotel.touristTax',
    'Hotel.address',
    'Hotel.coordinates',
    'Hotel.phone',
  ],
  ...['RoomType.area', 'RoomType.bedTypes'],
];

/** The fields and lists of every model that is a type, with the names that they have in the schema, as `Type.field`. */
function storedFields(): { field: string; shown: string }[] {
  return Object.values(stored).flatMap(({ model, fields, lists }) => {
    const type = TYPE_OF_MODEL[model] ?? model;
    if (!isObjectType(schema.getType(type))) return [];
    return [...fields.map(({ name }) => name), ...lists.map(({ relation }) => relation)].map((name) => {
      const field = `${type}.${name}`;
      return { field, shown: OTHERWISE[field] ?? field };
    });
  });
}

function isInSchema(field: string): boolean {
  const [type, name] = field.split('.') as [string, string];
  const found = schema.getType(type);
  return isObjectType(found) && name in found.getFields();
}

test('GraphQL has every field that a catalogue file fills, except those that are named here', () => {
  const missing = storedFields().filter(({ shown }) => !isInSchema(shown));
  expect(missing.map(({ field }) => field).sort()).toEqual(NOT_SHOWN);
});

test('REST v2 has every field of a hotel that GraphQL has, except those that are named here', () => {
  const selected = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    parse(ListHotelsDocument.toString()),
    visitWithTypeInfo(types, {
      Field: ({ name }) => void selected.add(`${types.getParentType()?.name}.${name.value}`),
    }),
  );
  const ofHotels = /^(Hotel|AccommodationRules|MealService|RoomType|Image|HotelAmenity)\./;
  const owed = storedFields().filter(({ shown }) => ofHotels.test(shown) && isInSchema(shown));
  expect(owed.length).toBeGreaterThan(30);
  const missing = owed.filter(({ shown }) => !selected.has(shown));
  expect(missing.map(({ shown }) => shown)).toEqual(NOT_IN_REST);
});
