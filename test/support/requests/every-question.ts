/**
 * All questions to the divided catalogue: each query of the schema with everything it can show, and each reading route,
 * by every reference, in several orders and searches. A test reports queries and routes that are missing in these
 * tables.
 */
import { getNamedType } from 'graphql';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { REFERENCES } from '../catalogue/divided-catalogue.ts';
import { wholeSelections } from './whole-selection.ts';

const STAY = 'arrival: "2027-05-03", departure: "2027-05-06"';
const SEASON = 'dateFrom: "2027-03-01", dateTo: "2027-03-03"';
const OFFERS = 'arrival: "2027-03-12", currency: CZK, flexibleDays: 2, nightsMin: 2, nightsMax: 4';
const byReference = (name: string) => REFERENCES.map((reference) => `(${name}: "${reference}")`);
const filtered = (names: readonly string[], more = '') =>
  names.flatMap((name) => REFERENCES.map((reference) => `(filter: { ${name}: "${reference}" }${more})`));
const stays = ['100', '101', '102', '103'].flatMap((visitType) =>
  ['11', '21', '31'].map((roomType) => ({ visitType, roomType })),
);

/** The arguments of each query; a new query must be added here. */
export const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  _entities: ['Destination', 'Hotel', 'RoomType', 'VisitType'].map(
    (type) =>
      `(representations: [${REFERENCES.map((one) => `{ __typename: "${type}", ${/^\d{1,10}$/.test(one) ? `number: ${one}` : `id: "${one}"`} }`)}])`,
  ),
  // The same text for every key, which has these words.
  _service: [],
  amenitiesVersion: [''],
  amenityCategories: [''],
  booking: byReference('id'),
  // Refused to keys that read and book; `list-bookings.property.test.ts` is about who lists what.
  bookings: [],
  calendar: [
    `(${SEASON})`,
    ...filtered(['destination', 'hotel', 'roomType', 'visitType'], `, ${SEASON}`),
    '(filter: { hotel: "2", visitType: "100" })',
  ],
  // Refused to them as well; `changes.test.ts` is about who sees what.
  changesOfPrices: [],
  changesOfRooms: [],
  destinations: [''],
  events: ['(first: 3)', '(types: [CONFIRMED], includeTests: true)'],
  // Refused to them as well; `hotels-of-keys.test.ts` is about who sees what.
  figures: [],
  hold: byReference('id'),
  holds: [''],
  hotel: byReference('id'),
  hotels: [
    '(first: 2)',
    ...['NAME', 'STARS', 'STARS_DESC'].map((sort) => `(sort: ${sort}, first: 1)`),
    ...filtered(['destination', 'code'], ', first: 2'),
    '(filter: { search: "o" }, first: 3)',
    '(filter: { search: "south" })',
    '(filter: { search: "sauna no" }, sort: NAME, first: 2)',
    '(filter: { name: "out" })',
    '(filter: { code: "north-code" })',
  ],
  // Refused to them as well; `keys.test.ts` is about who sees what.
  keys: [],
  // Refused to them as well; `stored-state.test.ts` is about who sees what.
  inventory: [],
  lowestPrice: ['', ...filtered(['destination', 'hotel', 'roomType', 'visitType']), `(${SEASON})`],
  loyaltyPrograms: [''],
  node: byReference('id'),
  nodes: [`(ids: ${JSON.stringify(REFERENCES)})`],
  offers: [
    `(filter: { ${OFFERS} }, first: 2)`,
    `(filter: { ${OFFERS}, includeOnRequest: true }, sort: STARS_DESC, first: 1)`,
    `(filter: { arrival: "2027-05-03", nights: 3, currency: EUR, guests: 2, includeOnRequest: true })`,
    `(filter: { ${OFFERS}, party: [1, 2], includeOnRequest: true }, first: 2)`,
    `(filter: { ${OFFERS}, party: [6, 6, 6] })`,
    `(filter: { ${OFFERS}, guests: 20 })`,
    ...REFERENCES.flatMap((reference) => [
      `(filter: { ${OFFERS}, party: [1, 1], hotel: "${reference}" }, sort: PRICE_DESC, first: 1)`,
      `(filter: { ${OFFERS}, destination: "${reference}", maxTotal: 1 })`,
    ]),
    ...['destination', 'hotel', 'visitType', 'category', 'tag'].flatMap((name) =>
      REFERENCES.map((reference) => `(filter: { ${OFFERS}, ${name}: "${reference}" }, first: 2)`),
    ),
    ...['south', 'common sou', 'valley sauna'].map((wish) => `(filter: { ${OFFERS}, search: "${wish}" }, first: 2)`),
  ],
  // They must name a booking with its address; `change-booking.test.ts` is about whose they reach.
  quoteChange: [],
  quote: stays.map((stay) => `(input: { visitType: ${stay.visitType}, roomType: ${stay.roomType}, ${STAY} })`),
  rates: [],
  roomTypes: [
    '(first: 2)',
    '(sort: CODE, first: 1)',
    ...filtered(['hotel'], ', first: 2'),
    '(filter: { search: "category" })',
    '(filter: { search: "south" })',
  ],
  salesTerms: [''],
  suggestions: ['s', 'south', 'north no', 'common', 'hotel', 'dest cs'].map(
    (typed) => `(search: "${typed}", first: 4)`,
  ),
  viewer: [''],
  visitType: byReference('id'),
  visitTypeCategories: ['', `(ids: ${JSON.stringify(REFERENCES)})`],
  visitTypes: [
    '(first: 3)',
    '(first: 1, offset: 1)',
    ...filtered(['destination', 'hotel'], ', first: 2'),
    '(filter: { starsMin: 4 }, first: 2)',
    '(sort: PRICE, currency: CZK, first: 3)',
    `(sort: PRICE, currency: EUR, filter: { ${SEASON} }, first: 2)`,
    '(filter: { category: 1 }, first: 2)',
    '(filter: { tag: 1, stayCategory: HEALTH }, first: 2)',
    '(filter: { search: "south" }, first: 2)',
    '(filter: { search: "s" }, sort: PRICE, currency: CZK, first: 2)',
    '(filter: { search: "common north" }, first: 2)',
    `(filter: { search: "sauna descr", ${SEASON} }, first: 2)`,
    '(filter: { search: "cure destination" }, sort: PRIORITY, first: 2)',
  ],
  webhookDeliveries: ['(first: 3)', '(first: 1, filter: { state: PENDING })'],
  webhooks: [''],
};

/** The queries of each route. Bookings have their own tests. */
export const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/v1/visit-types': [
    '',
    '?max=1&offset=1',
    ...['hotel_id', 'destination_id'].flatMap((name) => REFERENCES.map((one) => `?${name}=${one}`)),
  ],
  '/v1/price': stays.map(
    (stay) => `?visit_type_id=${stay.visitType}&room_type_id=${stay.roomType}&date_from=2027-05-03&date_to=2027-05-06`,
  ),
  '/v1/calendar/dates': [
    '',
    ...['visit_type_id', 'hotel_id', 'room_type_id', 'destination_id'].flatMap((name) =>
      REFERENCES.map((one) => `?${name}=${one}&date_from=2027-03-01&date_to=2027-03-03`),
    ),
  ],
  '/v1/lowest-price': [
    '',
    ...['visit_type_id', 'hotel_id', 'room_type_id', 'destination_id'].flatMap((name) =>
      REFERENCES.map((one) => `?${name}=${one}`),
    ),
  ],
  '/v1/destinations': [''],
  '/v1/booking': [],
  '/v2/hotels': [
    '',
    '?limit=1',
    '?sort=name',
    '?sort=-stars&expand=amenityLabels',
    '?search=south',
    '?search=north',
    ...REFERENCES.map((one) => `?destinationId=${one}`),
  ],
  '/v2/hotels/{hotelId}': REFERENCES,
  '/v2/amenity-categories': [''],
  '/v2/events': ['', '?limit=1&tests=true'],
  '/v2/room-types': [
    '',
    '?sort=code&limit=1',
    '?search=category',
    '?code=south-room',
    ...REFERENCES.map((one) => `?hotelId=${one}`),
  ],
};

/** A request to inject, and its name. */
export interface Question {
  name: string;
  method: 'GET' | 'POST';
  url: string;
  payload?: string;
}

function questionsOfSchema(): Question[] {
  return Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
    const type = getNamedType(field.type);
    return (ARGUMENTS[field.name] ?? []).flatMap((args) =>
      wholeSelections(schema, type, depthOf(field.name, args)).map((selection) => {
        const query = `{ ${field.name}${args} ${selection} }`;
        return {
          name: `${field.name}${args}`,
          method: 'POST' as const,
          url: '/graphql',
          payload: JSON.stringify({ query }),
        };
      }),
    );
  });
}

/** Levels below the first: more for shared entities and lists; everything everywhere would take minutes. */
function depthOf(field: string, args: string): number {
  if (field === 'node' || field === 'nodes') return 0;
  if (field === 'destinations') return 1;
  if (field === 'visitTypeCategories') return args === '' ? 1 : 0;
  if (/"(?:3|100)"/.test(args) || !args.includes('"')) return 2;
  return args.includes('filter') ? 0 : 1;
}

function questionsOfRoutes(): Question[] {
  return ROUTES.flatMap(({ path }) =>
    (QUERIES[path] ?? []).map((query) => {
      const url = path.includes('{') ? `/api${path.replace(/\{\w+\}/, query)}` : `/api${path}${query}`;
      return { name: url, method: 'GET' as const, url };
    }),
  );
}

/** What is shown only for arguments of fields below the first. */
const FURTHER = ['{ hotel: "2" }', '{ destination: "3", starsMin: 4 }', `{ occupancy: 2, ${SEASON} }`].map(
  (within): Question => {
    const prices =
      '{ currency amountPerNight { amountMinor formatted(locale: CS) } originalAmountPerNight { amountMinor } }';
    const query = `{ visitTypes(first: 5) { nodes { number lowestPrice(within: ${within}, currency: EUR) ${prices} } } }`;
    return { name: `within ${within}`, method: 'POST', url: '/graphql', payload: JSON.stringify({ query }) };
  },
);

export const QUESTIONS: readonly Question[] = [...questionsOfSchema(), ...FURTHER, ...questionsOfRoutes()];
