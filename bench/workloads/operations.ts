/** The GraphQL documents of the workloads, as a web shop would send them. */

const TEXTS = '{ cs_CZ: cs de en ru }';
const LOWEST_PRICE = 'lowestPrice { currency amountPerNight { amount } originalAmountPerNight { amount } }';
const IMAGES = `images { url thumbnailUrl width height alt ${TEXTS} variants { width url } }`;
const FROM_PRICE = '{ amount { amount } original { amount } nights guests visitType { number name { en } } }';
const FROM_PRICES = `{ perPersonPerNight ${FROM_PRICE} perStay ${FROM_PRICE} }`;

/** A field from memory, which leaves the cost of the HTTP path. */
export const ENTRANCE = '{ viewer { today } }';

const VISIT_TYPES_CONTENT = `
      totalCount
      nodes {
        number id stayCategory boarding nightsMin nightsMax onDemand
        name ${TEXTS} description ${TEXTS} commercialSlogan ${TEXTS} services ${TEXTS}
        tags { number name ${TEXTS} color }
        promotions { number name ${TEXTS} percentage validFrom validTo }
        ${LOWEST_PRICE}
        hotels {
          hotel { number name stars destination { number name ${TEXTS} } }
          promotions { number }
          ${LOWEST_PRICE}
        }
      }`;

/** A page of 20 visit types. */
export const VISIT_TYPES = `query VisitTypes { visitTypes(first: 20) { ${VISIT_TYPES_CONTENT} } }`;

/** The same page at any place of the list. */
export const VISIT_TYPES_AFTER = `
  query VisitTypes($after: String) { visitTypes(first: 20, after: $after) { ${VISIT_TYPES_CONTENT} } }`;

/** A hotel page. */
export const HOTEL = `
  query Hotel($id: ID!) {
    hotel(id: $id) {
      number id code name stars indicationCodes staffLanguageCodes
      shortDescription ${TEXTS}
      destination { number name ${TEXTS} }
      accommodationRules { checkInFrom checkInTo checkOutTo petsAllowed childrenFromAge smokingAllowed note ${TEXTS} }
      mealServices { boarding servedAs from to }
      ${IMAGES}
      roomTypes { number code beds category ${TEXTS} ${IMAGES} }
      amenityCategories {
        code
        category { name ${TEXTS} }
        amenities {
          code charge quantity area temperature distance ageLimit
          amenity { label ${TEXTS} }
          note ${TEXTS}
          options { code }
          openingHours { days from to }
        }
      }
      priceFrom { currency all ${FROM_PRICES} health ${FROM_PRICES} wellness ${FROM_PRICES} }
    }
  }`;

/** A calendar; without dates it is searched for. */
export const CALENDAR = `
  query Calendar($filter: CalendarFilter, $dateFrom: LocalDate, $dateTo: LocalDate) {
    calendar(filter: $filter, dateFrom: $dateFrom, dateTo: $dateTo) {
      date selectable availability price { isFinal amounts { amount currency } }
    }
  }`;

/** A page of offers as a shop shows it. */
export const OFFERS = `
  query Offers($filter: OfferFilter!, $first: Int!, $after: String) {
    offers(filter: $filter, first: $first, after: $after) {
      totalCount lowestTotal { amountMinor }
      byDestination { destination { number name ${TEXTS} } count } byStars { stars count }
      pageInfo { endCursor hasNextPage }
      nodes {
        visitType { number name ${TEXTS} } hotel { number name stars }
        arrival departure nights availability total { amountMinor }
        rooms {
          roomType { number beds category ${TEXTS} }
          quote { basePrice { amountMinor } promotions { name ${TEXTS} amount { amountMinor } } total { amountMinor } }
        }
      }
    }
  }`;

/** The same calendar with every stay that can be had, at its price in one currency. */
export const CALENDAR_WITH_STAYS = CALENDAR.replace(
  'price {',
  'stays { nights availability total(currency: CZK) { amount } } price {',
);

/** The price of a stay, line by line. */
export const QUOTE = `
  query Quote($input: QuoteInput!) {
    quote(input: $input) {
      __typename
      ... on StayQuotes {
        quotes {
          currency nights priceListKind basePrice { amount } total { amount }
          promotions { name ${TEXTS} percentage nights amount { amount } validFrom validTo }
          discounts { guest percentage amount { amount } name ${TEXTS} }
        }
      }
    }
  }`;
