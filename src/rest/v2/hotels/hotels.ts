// biome-ignore-all lint/style/noNonNullAssertion: a well-formed request has its required parameters, and those with a default.
/** GET /v2/hotels and /v2/hotels/{hotelId}: hotels in full (V2, V3, I3). */
import { HOTEL_ORDERS, type HotelSort } from '../../../operations/search/list-hotels.ts';
import { HOTEL_STARS, hotelFilterProblems, SEARCH_LENGTH_MAX } from '../../../operations/search/search-input.ts';
import { ListHotelsDocument, type ListHotelsQueryVariables, ShowHotelDocument } from '../../generated/operations.ts';
import { VERSION_OF_AMENITIES } from '../../openapi/openapi-headers.ts';
import { choice, integer, queryReader, reference, text } from '../../parameters.ts';
import { failure, ok } from '../../rest-response.ts';
import type { PageRouteOf, RouteOf } from '../../route.ts';
import { amenitiesVersionHeader } from '../amenity-categories/amenities.ts';
import { PAGE_PARAMETERS, pageParameterProblems, toPageBody } from '../page.ts';
import { EXPAND_PARAMETER, expandVariables, toHotelRecord } from './hotel.ts';
import HOTELS_EXAMPLE from './hotels.example.json' with { type: 'json' };
import { HOTEL_SCHEMA, HOTELS } from './hotels.schema.ts';

const LIST_PARAMETERS = {
  destinationId: reference({ canonical: 'destination', description: 'Only those of this destination.', example: '1' }),
  starsMin: integer({
    canonical: 'starsMin',
    description: 'Only those with at least this many stars.',
    example: '3',
    bounds: HOTEL_STARS,
  }),
  starsMax: integer({
    canonical: 'starsMax',
    description: 'Only those with at most this many stars.',
    example: '5',
    bounds: HOTEL_STARS,
  }),
  code: text({
    canonical: 'code',
    description: 'Only the one with this code, in the same case.',
    example: 'aurora',
    maxLength: SEARCH_LENGTH_MAX,
  }),
  search: text({
    canonical: 'name',
    description: 'Only those with this in their name; case and accents do not matter.',
    example: 'aur',
    maxLength: SEARCH_LENGTH_MAX,
  }),
  sort: choice({
    canonical: 'sort',
    description: 'The order, descending with `-`; records with equal values by ascending `id`.',
    example: '-stars',
    values: Object.keys(HOTEL_ORDERS) as HotelSort[],
    defaultValue: 'id',
  }),
  ...PAGE_PARAMETERS,
  ...EXPAND_PARAMETER,
};

/** Sort modes by their names in the schema. */
const SORT_IN_SCHEMA: Readonly<Record<HotelSort, ListHotelsQueryVariables['sort']>> = {
  id: 'NUMBER',
  name: 'NAME',
  stars: 'STARS',
  '-stars': 'STARS_DESC',
};

export const hotels: PageRouteOf<typeof ListHotelsDocument> = {
  method: 'GET',
  path: '/v2/hotels',
  scopes: ['read'],
  summary: 'List hotels',
  description:
    'Hotels that the API key sees, each in full. From-prices are those of the public channel; the tagline is that of the channel of the key.',
  reference: {
    operationId: 'listHotels',
    success: 'A page of hotels.',
    body: HOTELS,
    headers: VERSION_OF_AMENITIES,
    example: HOTELS_EXAMPLE,
  },
  isLocalized: true,
  document: ListHotelsDocument,
  ...queryReader(LIST_PARAMETERS, {
    problems: ({ limit, cursor, sort, starsMin, starsMax, code, search }, { cursors }) => [
      ...pageParameterProblems({ limit, cursor, sort }, { orders: HOTEL_ORDERS, cursors }),
      ...hotelFilterProblems({ starsMin, starsMax, code, name: search }),
    ],
    variables: ({ destinationId, starsMin, starsMax, code, search, sort, limit, cursor, expand }) => ({
      filter: { destination: destinationId, starsMin, starsMax, code, name: search },
      sort: SORT_IN_SCHEMA[sort ?? 'id'],
      first: limit!,
      after: cursor,
      ...expandVariables(expand),
    }),
  }),
  toRecord: toHotelRecord,
  answer: ({ result: { nodes, pageInfo }, ...version }) =>
    ok(toPageBody(nodes, pageInfo), amenitiesVersionHeader(version)),
};

const ONE_PARAMETERS = {
  hotelId: reference({ canonical: 'id', description: 'The hotel.', example: '1', in: 'path', isRequired: true }),
  ...EXPAND_PARAMETER,
};

export const hotel: RouteOf<typeof ShowHotelDocument, null> = {
  method: 'GET',
  path: '/v2/hotels/{hotelId}',
  scopes: ['read'],
  summary: 'A hotel',
  description: 'A hotel in full, by its integer or its ObjectId. 404 when there is none that the API key sees.',
  reference: {
    operationId: 'showHotel',
    success: 'The hotel.',
    body: HOTEL_SCHEMA,
    headers: VERSION_OF_AMENITIES,
    example: { ...HOTELS_EXAMPLE, address: '/v2/hotels/1', body: HOTELS_EXAMPLE.body.data[0] },
    refusals: { 404: 'There is no such hotel, or the key may not see it.' },
  },
  isLocalized: true,
  document: ShowHotelDocument,
  ...queryReader(ONE_PARAMETERS, {
    problems: () => [],
    variables: ({ hotelId, expand }) => ({ id: hotelId!, ...expandVariables(expand) }),
  }),
  answer: ({ result, ...version }) =>
    result ? ok(toHotelRecord(result), amenitiesVersionHeader(version)) : failure(404, 'There is no such hotel.'),
};
