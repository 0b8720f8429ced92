// biome-ignore-all lint/style/noNonNullAssertion: a well-formed request has its required parameters, and those with a default.
/** GET /v2/room-types: room types of the hotels visible to the key, paginated (V2, V3). */
import { ROOM_TYPE_ORDERS, type RoomTypeSort } from '../../../operations/search/list-room-types.ts';
import { roomTypeFilterProblems, SEARCH_LENGTH_MAX } from '../../../operations/search/search-input.ts';
import { ListRoomTypesDocument, type ListRoomTypesQueryVariables } from '../../generated/operations.ts';
import { choice, queryReader, reference, text } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { PageRouteOf } from '../../route.ts';
import { PAGE_PARAMETERS, pageParameterProblems, toPageBody } from '../page.ts';
import { toRoomTypeRecord } from './room-type.ts';
import ROOM_TYPES_EXAMPLE from './room-types.example.json' with { type: 'json' };
import { ROOM_TYPES } from './room-types.schema.ts';

const PARAMETERS = {
  hotelId: reference({ canonical: 'hotel', description: 'Only those of this hotel.', example: '1' }),
  code: text({
    canonical: 'code',
    description: 'Only those with this code, in the same case.',
    example: 'DBL',
    maxLength: SEARCH_LENGTH_MAX,
  }),
  search: text({
    canonical: 'search',
    description:
      'Only those with this in their code, or in their category in any language; case and accents do not matter.',
    example: 'double',
    maxLength: SEARCH_LENGTH_MAX,
  }),
  sort: choice({
    canonical: 'sort',
    description: 'The order; records with equal values by ascending `id`.',
    example: 'beds',
    values: Object.keys(ROOM_TYPE_ORDERS) as RoomTypeSort[],
    defaultValue: 'id',
  }),
  ...PAGE_PARAMETERS,
};

/** Sort modes by their names in the schema. */
const SORT_IN_SCHEMA: Readonly<Record<RoomTypeSort, ListRoomTypesQueryVariables['sort']>> = {
  id: 'NUMBER',
  code: 'CODE',
  beds: 'BEDS',
};

export const roomTypes: PageRouteOf<typeof ListRoomTypesDocument> = {
  method: 'GET',
  path: '/v2/room-types',
  scopes: ['read'],
  summary: 'List room types',
  description:
    'An empty text of a category is null. An invalid cursor, one of another sort mode and one of another resource are refused.',
  reference: {
    operationId: 'listRoomTypes',
    success: 'A page of room types.',
    body: ROOM_TYPES,
    example: ROOM_TYPES_EXAMPLE,
  },
  isLocalized: true,
  document: ListRoomTypesDocument,
  ...queryReader(PARAMETERS, {
    problems: ({ limit, cursor, sort, code, search }, { cursors }) => [
      ...pageParameterProblems({ limit, cursor, sort }, { orders: ROOM_TYPE_ORDERS, cursors }),
      ...roomTypeFilterProblems({ code, search }),
    ],
    variables: ({ hotelId, code, search, sort, limit, cursor }) => ({
      filter: { hotel: hotelId, code, search },
      sort: SORT_IN_SCHEMA[sort ?? 'id'],
      first: limit!,
      after: cursor,
    }),
  }),
  toRecord: toRoomTypeRecord,
  answer: ({ result: { nodes, pageInfo } }) => ok(toPageBody(nodes, pageInfo)),
};
