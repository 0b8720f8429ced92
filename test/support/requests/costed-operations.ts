/**
 * Operations by which estimates of cost (F12) are compared with the processor time that is taken: each root field in its usual and
 * in its dearest form, on any generated catalogue. `varied` changes from call to call, so that no answer is cached.
 */
import { getIntrospectionQuery } from 'graphql';

export interface CostedOperation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The type of what a mutation answers when it is done. */
  readonly makes?: string;
}

const OF_A_BOOKING = 'it needs another booking each time, and costs as making one';
const OF_A_HOLD = 'a client has few holds at a time, and one costs as a booking';
const OF_KEYS = 'the key of the benchmark manages none';
const OF_WEBHOOKS = 'a client has few webhooks';
const OF_A_HOUSE = 'it changes from one price to all of a house, and costs as many';

/** Root fields that no operation here asks, and why. */
export const NOT_COMPARED: Readonly<Record<string, string>> = {
  figures: 'the key of the benchmark operates nothing',
  ...{ keys: OF_KEYS, createKey: OF_KEYS, renameKey: OF_KEYS, revokeKey: OF_KEYS },
  ...{ quoteChange: OF_A_BOOKING, changeBooking: OF_A_BOOKING, cancelBooking: OF_A_BOOKING },
  ...{ confirmBooking: OF_A_BOOKING, declineBooking: OF_A_BOOKING, resendConfirmation: OF_A_BOOKING },
  ...{ markNoShow: OF_A_BOOKING, reinstateBooking: OF_A_BOOKING, eraseGuestData: OF_A_BOOKING },
  ...{ holdStay: OF_A_HOLD, holdStays: OF_A_HOLD, releaseHold: OF_A_HOLD },
  ...{ createWebhook: OF_WEBHOOKS, updateWebhook: OF_WEBHOOKS, deleteWebhook: OF_WEBHOOKS },
  ...{ rotateWebhookSecret: OF_WEBHOOKS, redeliver: OF_WEBHOOKS },
  ...{ adjustRates: OF_A_HOUSE, undoChange: OF_A_HOUSE },
  updateRates: 'it costs as `updateInventory`, a transaction with its changes',
};

/** A day after 2026-12-01 in the coming seasons. */
export type DayAfter = (days: number) => string;

const TEXT = '{ cs_CZ: cs de en ru }';
const PRICE = '{ currency amountPerNight { amountMinor } originalAmountPerNight { amountMinor } }';
const PROMOTION = `{ name ${TEXT} percentage validFrom validTo }`;
/** The fields of `GET /api/v1/visit-types`. */
export const VISIT_TYPE_FIELDS = `id number priorityPosition onDemand stayCategory name ${TEXT} categories { id number }
  bookingUrl ${TEXT} description ${TEXT} nightsMin nightsMax reservationTimeSpan timeConstraints { from to } procedures
  procedureFrequency proceduresPerDay boarding availableBoardings tags { id number name ${TEXT} color } lowestPrice ${PRICE}
  promotions ${PROMOTION} commercialSlogan ${TEXT} notice ${TEXT} services ${TEXT}
  hotels { hotel { id number name } lowestPrice ${PRICE} promotions ${PROMOTION} }
  loyaltyPrograms { id number name ${TEXT} }`;

/** Numbers of what is sold together, and a stay in it that can be booked. */
export interface Sale {
  readonly visitType: number;
  readonly hotel: number;
  readonly roomType: number;
  readonly arrival: string;
  readonly departure: string;
}

const GUEST = { firstName: 'Jana', lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1', city: 'Aš', zipCode: '352 01', country: 'CZE' };
const BILLED_TO = { ...GUEST, email: 'jana@example.com', address: ADDRESS };

/** Operations, each named by its root field and what is asked of it. `sale`: one with stays in the coming seasons. */
export function costedOperations(
  day: DayAfter,
  { visitType, hotel, roomType, arrival, departure }: Sale,
): Readonly<Record<string, (varied: number) => CostedOperation>> {
  const dates = (from: number, days: number) => ({ from: day(from), to: day(from + days - 1) });
  const calendar = (fields: string, narrowing = '') =>
    `query ($from: LocalDate, $to: LocalDate) { calendar(dateFrom: $from, dateTo: $to ${narrowing}) { ${fields} } }`;
  const DAY = 'date selectable availability fromPrice { currency amountPerNight { amountMinor } }';
  const ROOM = `, filter: { visitType: ${visitType}, hotel: ${hotel}, roomType: ${roomType} }`;
  const offers = (filter: object, first = 20) => ({
    query: `query ($filter: OfferFilter!) { offers(filter: $filter, first: ${first}) { totalCount nodes { nights visitType { number } } } }`,
    variables: { filter: { currency: 'CZK', ...filter } },
  });
  const booked = { kind: 'BINDING', currency: 'CZK', visitType, hotel, arrival, departure, billedTo: BILLED_TO };
  const id = (n: number) => n.toString(16).padStart(24, '0');
  /** Asks with an id that nothing has. */
  const byId = (field: string, fields: string) => (n: number) => ({
    query: `query ($id: ID!) { ${field}(id: $id) { ${fields} } }`,
    variables: { id: id(n) },
  });
  const nights = (field: string, fields: string) => (n: number) => ({
    query: `query ($from: LocalDate!, $to: LocalDate!) { ${field}, from: $from, to: $to) { ${fields} } }`,
    variables: dates(n % 300, 31),
  });
  return {
    viewer: () => ({ query: '{ viewer { today } }' }),
    'viewer, its client and channels': () => ({
      query: '{ viewer { client channel { code } channels { code name } } }',
    }),
    booking: byId('booking', 'reference status hotel { name } billedTo { email } guests { lastName }'),
    'bookings, 20': () => ({ query: '{ bookings { nodes { reference status arrival } } }' }),
    events: () => ({ query: '{ events(first: 20) { nodes { id type } } }' }),
    hold: byId('hold', 'expiresAt arrival'),
    holds: () => ({ query: '{ holds { id expiresAt } }' }),
    node: byId('node', 'id'),
    suggestions: (n) => ({
      query: 'query ($search: String!) { suggestions(search: $search) { __typename } }',
      variables: { search: `a${n}` },
    }),
    salesTerms: () => ({ query: `{ salesTerms { paymentTerms ${TEXT} termsUrl ${TEXT} seller { name } } }` }),
    inventory: nights(`inventory(hotel: ${hotel}`, 'nights { date units sold }'),
    rates: nights(`rates(visitType: ${visitType}`, 'rates { amountMinor }'),
    changesOfPrices: () => ({ query: '{ changesOfPrices { nodes { at } } }' }),
    changesOfRooms: () => ({ query: '{ changesOfRooms { nodes { at } } }' }),
    webhooks: () => ({ query: '{ webhooks { id } }' }),
    webhookDeliveries: () => ({ query: '{ webhookDeliveries { nodes { id } } }' }),
    _service: () => ({ query: '{ _service { sdl } }' }),
    '_entities, 100': () => ({
      query: 'query ($all: [_Any!]!) { _entities(representations: $all) { ... on VisitType { number name { cs } } } }',
      variables: {
        all: Array.from({ length: 100 }, (_, index) => ({ __typename: 'VisitType', number: 1 + (index % 30) })),
      },
    }),
    __schema: () => ({ query: getIntrospectionQuery() }),
    __type: () => ({ query: '{ __type(name: "Query") { fields { name args { name type { name } } } } }' }),
    destinations: () => ({ query: `{ destinations { id number name ${TEXT} } }` }),
    'destinations, their hotels and visit types': () => ({
      query: '{ destinations { hotels { number name visitTypes { number nightsMin } } } }',
    }),
    hotel: (n) => ({
      query: 'query ($id: ID!) { hotel(id: $id) { number name stars } }',
      variables: { id: 1 + (n % 20) },
    }),
    'hotels, 20': () => ({ query: '{ hotels { nodes { id number name stars code } } }' }),
    'hotels, 100 with from-prices': () => ({
      query: `{ hotels(first: 100) { totalCount nodes { id number name stars roomTypes { number code }
        priceFrom { currency all { perStay { amount { amountMinor } nights } } } } } }`,
    }),
    'hotels by a part of the name': (n) => ({
      query: 'query ($name: String) { hotels(filter: { name: $name }) { nodes { number } } }',
      variables: { name: `á${n}` },
    }),
    'roomTypes, 100': () => ({ query: '{ roomTypes(first: 100) { nodes { id number code } } }' }),
    'roomTypes by a text': (n) => ({
      query: 'query ($search: String) { roomTypes(filter: { search: $search }) { nodes { number } } }',
      variables: { search: `á${n}` },
    }),
    visitType: (n) => ({
      query: `query ($id: ID!) { visitType(id: $id) { ${VISIT_TYPE_FIELDS} } }`,
      variables: { id: 1 + (n % 30) },
    }),
    'visitTypes, 10': () => ({ query: `{ visitTypes { nodes { number name ${TEXT} lowestPrice ${PRICE} } } }` }),
    'visitTypes, 100 with the fields of REST': () => ({
      query: `{ visitTypes(first: 100) { totalCount nodes { ${VISIT_TYPE_FIELDS} } } }`,
    }),
    'visitTypes by price on dates': (n) => ({
      query: `query ($from: LocalDate) { visitTypes(sort: PRICE, currency: CZK, filter: { dateFrom: $from }) { nodes { number } } }`,
      variables: { from: day(n % 300) },
    }),
    'visitTypes by their lengths': (n) => ({
      query: 'query ($nights: Int) { visitTypes(filter: { nightsMax: $nights }) { nodes { number } } }',
      variables: { nights: 30 + n },
    }),
    'visitTypes by a text': (n) => ({
      query: 'query ($search: String) { visitTypes(filter: { search: $search }) { nodes { number } } }',
      variables: { search: `a${n}` },
    }),
    visitTypeCategories: () => ({
      query: `{ visitTypeCategories { number name ${TEXT} visitTypes { number nightsMin } } }`,
    }),
    loyaltyPrograms: () => ({ query: `{ loyaltyPrograms { number name ${TEXT} } }` }),
    amenitiesVersion: () => ({ query: '{ amenitiesVersion }' }),
    amenityCategories: () => ({ query: '{ amenityCategories { code amenities { code } } }' }),
    'nodes, 100 that do not exist': (n) => ({
      query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      variables: { ids: Array.from({ length: 100 }, (_, index) => id(n * 100 + index)) },
    }),
    lowestPrice: () => ({ query: `{ lowestPrice ${PRICE} }` }),
    'lowestPrice on dates': (n) => ({
      query: `query ($from: LocalDate) { lowestPrice(dateFrom: $from) ${PRICE} }`,
      variables: { from: day(n % 500) },
    }),
    'lowestPrice of a destination on dates': (n) => ({
      query: `query ($from: LocalDate) { lowestPrice(dateFrom: $from, filter: { destination: 1 }) ${PRICE} }`,
      variables: { from: day(n % 500) },
    }),
    'calendar of a hotel, 62 days': (n) => ({
      query: calendar(DAY, `, filter: { hotel: ${hotel} }`),
      variables: dates(n % 300, 62),
    }),
    'calendar of a visit type and a hotel': () => ({
      query: `{ calendar(filter: { visitType: ${visitType}, hotel: ${hotel} }) { ${DAY} } }`,
    }),
    'calendar of a destination, 62 days': (n) => ({
      query: calendar(DAY, ', filter: { destination: 1 }'),
      variables: dates(n % 300, 62),
    }),
    'calendar of everything, 62 days': (n) => ({ query: calendar(DAY), variables: dates(n % 300, 62) }),
    'calendar of everything, 600 days': (n) => ({ query: calendar(DAY), variables: dates(n % 100, 600) }),
    'calendar of everything, 600 days with reasons': (n) => ({
      query: calendar('date selectable reasons'),
      variables: dates(n % 100, 600),
    }),
    'calendar of a room, 366 days with stays': (n) => ({
      query: calendar('date stays { nights }', ROOM),
      variables: dates(n % 100, 366),
    }),
    'calendar of a room, 366 days with stays and all of their prices': (n) => ({
      query: calendar(
        'date stays { nights departure availability total { amount amountMinor currency formatted } }',
        ROOM,
      ),
      variables: dates(n % 100, 366),
    }),
    'offers of a hotel': (n) => offers({ arrival: day(n % 300), nights: 7, hotel: String(hotel) }),
    'offers of a destination, flexible by 7 days': (n) =>
      offers({ arrival: day(20 + (n % 300)), nights: 7, flexibleDays: 7, destination: '1' }),
    'offers of everything': (n) => offers({ arrival: day(n % 300), nights: 7 }),
    'offers of everything, flexible by 7 days, 7 to 14 nights': (n) =>
      offers({ arrival: day(20 + (n % 300)), nightsMin: 7, nightsMax: 14, flexibleDays: 7 }),
    'offers of everything for a party, flexible by 7 days, 1 to 15 nights': (n) =>
      offers({ arrival: day(20 + (n % 300)), nightsMin: 1, nightsMax: 15, flexibleDays: 7, party: [2, 2] }),
    'no offers, with the reason': (n) => ({
      query: 'query ($filter: OfferFilter!) { offers(filter: $filter) { totalCount none mostGuestsInARoom } }',
      variables: { filter: { currency: 'CZK', arrival: day(n % 300), nights: 7, maxTotal: 1 + n } },
    }),
    quote: (n) => ({
      query: `query ($input: QuoteInput!) { quote(input: $input) { __typename ... on StayQuotes { quotes { currency } } } }`,
      variables: { input: { visitType, roomType, arrival: day(30 + (n % 200)), departure: day(37 + (n % 200)) } },
    }),
    createBooking: () => ({
      query: 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }',
      variables: { input: { ...booked, roomType, guests: [GUEST] } },
      makes: 'BookingCreated',
    }),
    'createBookings, 2 rooms': () => ({
      query: 'mutation ($input: CreateBookingsInput!) { createBookings(input: $input) { __typename } }',
      variables: { input: { ...booked, rooms: Array.from({ length: 2 }, () => ({ roomType, guests: [GUEST] })) } },
      makes: 'BookingsCreated',
    }),
    'updateInventory, 30 nights': (n) => ({
      query: 'mutation ($input: UpdateInventoryInput!) { updateInventory(input: $input) { __typename } }',
      variables: { input: { changes: [{ roomType, ...dates(200, 30), units: 50 + (n % 20) }] } },
      makes: 'InventoryUpdated',
    }),
  };
}

/** Names of hostile refusals of every kind that are among the dearest. */
export const DEAR_REFUSALS = [
  'nodes, ids: a list of as many empty objects as are read',
  'visitTypes, filter.category: a text of many @',
  'updateInventory, input: an object with as many unknown names as are read',
  'createBookings, input.rooms.0.guests.0.lastName: a text of spaces',
  'a document, unknown fields like known ones',
  'a document, fragments in circles',
  'a file, format: a list of numbers',
  'a file, hotels.0.code: an object with unknown names',
] as const;
