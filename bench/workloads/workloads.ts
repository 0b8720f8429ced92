/** The workloads: the requests to the gateway, and the rivals that get the same. */

import type { PreparedDatabase } from '../catalogues/databases.ts';
import { DISTANT } from '../catalogues/distant-hotel.ts';
import { calendarVariables, quoteVariables, type Subject } from '../catalogues/subjects.ts';
import { type Ask, contentOf, get, operation, send, withHeaders } from '../races/ask.ts';
import { CALENDAR, CALENDAR_WITH_STAYS, ENTRANCE, HOTEL, QUOTE, VISIT_TYPES } from './operations.ts';
import {
  HOTEL_ROWS,
  hotelRead,
  hotelReadOf,
  type Json,
  VISIT_TYPE_ROWS,
  visitTypesRead,
  visitTypesReadOf,
} from './plain-reads.ts';
import {
  CALENDAR_ROWS,
  calendarFromRows,
  calendarRowsVariables,
  QUOTE_ROWS,
  quoteFromRows,
  quoteRowsVariables,
} from './plain-stays.ts';

export const VISIT_TYPES_PAGE = '/api/v1/visit-types?max=100';

/** What PostGraphile is asked in place of a workload: rows, without what is computed. */
export interface PlainRead {
  readonly asks: readonly Ask[];
  /** The part of the gateway's answer that it can give. */
  readonly ofGateway: (content: unknown) => unknown;
  /** Its answer to the ask at `index` in the same shape. */
  readonly ofRows: (content: unknown, index: number) => unknown;
  readonly says: string;
}

export interface Workload {
  readonly id: string;
  readonly title: string;
  /** Sent in turn. */
  readonly asks: readonly Ask[];
  /** Bytes of the answer that a 304 replaces. Without a response cache it is computed all the same. */
  readonly sparedBytes?: number;
  /** Visit types whose prices all answers show; absent: those that the first one lists. */
  readonly shows?: readonly number[];
  /** The number of visit types in an answer; absent: not counted. */
  readonly itemsOf?: (content: Json) => number;
  /** Rivals that get the identical requests. */
  readonly rivals: readonly ('mercurius' | 'mercurius-stores')[];
  readonly plainRead?: PlainRead;
}

/** The workloads on a database. `url` is a gateway in front of it. */
export async function workloadsOf(
  database: PreparedDatabase,
  { url, subjects }: { url: string; subjects: readonly Subject[] },
): Promise<Workload[]> {
  const hotels = subjects.map(({ hotel }) => String(hotel));
  const workloads: Workload[] = [
    {
      id: 'G0',
      title: 'GraphQL, a field from memory',
      asks: [operation(ENTRANCE)],
      rivals: ['mercurius', 'mercurius-stores'],
    },
    {
      id: 'G1',
      title: 'GraphQL page of 20 visit types: texts, tags, hotels, lowest prices, promotions',
      asks: [operation(VISIT_TYPES)],
      itemsOf: ({ data }) => data.visitTypes.nodes.length,
      rivals: ['mercurius', 'mercurius-stores'],
      plainRead: {
        asks: [operation(VISIT_TYPE_ROWS)],
        ofGateway: visitTypesReadOf,
        ofRows: visitTypesRead,
        says: 'G1 without lowest prices; promotions with their channels and hotels, which the client would have to filter',
      },
    },
    {
      id: 'G2',
      title: 'GraphQL hotel page: rooms, images, amenities, from-prices',
      asks: hotels.map((id) => operation(HOTEL, { id })),
      rivals: ['mercurius'],
      plainRead: {
        asks: hotels.map((id) => operation(HOTEL_ROWS, { number: Number(id) })),
        ofGateway: hotelReadOf,
        ofRows: hotelRead,
        says: 'G2 without from-prices; alternative texts of images and notes as they are stored, without their fallbacks',
      },
    },
    {
      id: 'G3',
      title: 'GraphQL calendar of 62 days, visit type + hotel + room type',
      asks: subjects.map((subject) => operation(CALENDAR, calendarVariables(subject))),
      rivals: ['mercurius'],
      plainRead: {
        asks: subjects.map((subject) => operation(CALENDAR_ROWS, calendarRowsVariables(subject))),
        ofGateway: whole,
        ofRows: (content, index) => calendarFromRows(content, subjects[index]!),
        says: 'G3 as the rows of rates, constraints, promotions and nights, from which the client would have to make the calendar',
      },
    },
    {
      id: 'G4',
      title: 'GraphQL quote of a stay',
      asks: subjects.map((subject) => operation(QUOTE, quoteVariables(subject))),
      rivals: ['mercurius'],
      plainRead: {
        asks: subjects.map((subject) => operation(QUOTE_ROWS, quoteRowsVariables(subject))),
        ofGateway: whole,
        ofRows: (content, index) => quoteFromRows(content, subjects[index]!),
        says: 'G4 as the rows of rates, promotions and the loyalty program, from which the client would have to make the quote',
      },
    },
    {
      id: 'G5',
      title: 'GraphQL calendar from the first bookable month, 18 months out, 10 room types',
      asks: [operation(CALENDAR, { filter: { visitType: String(DISTANT.visitType), hotel: String(DISTANT.hotel) } })],
      rivals: ['mercurius'],
    },
    {
      id: 'G6',
      title: 'GraphQL calendar of G3 with all stays that can be had (F1)',
      asks: subjects.map((subject) => operation(CALENDAR_WITH_STAYS, calendarVariables(subject))),
      rivals: [],
    },
    {
      id: 'R1',
      title: `GET ${VISIT_TYPES_PAGE}, each with its categories and these with all of their visit types`,
      asks: [get(VISIT_TYPES_PAGE)],
      itemsOf: (records) => records.length,
      rivals: [],
    },
    {
      id: 'R2',
      title: 'GET /api/v1/calendar/dates of 62 days',
      asks: subjects.map((subject) => get(calendarPath(subject))),
      rivals: [],
    },
    { id: 'R3', title: 'GET /api/v1/price', asks: subjects.map((subject) => get(pricePath(subject))), rivals: [] },
    { id: 'R4', title: 'GET /api/v2/hotels?limit=100', asks: [get('/api/v2/hotels?limit=100')], rivals: [] },
    {
      id: 'R5',
      title: 'GET /api/v2/amenity-categories, unchanged: 304',
      ...(await unchanged(database, { url, path: '/api/v2/amenity-categories' })),
      rivals: [],
    },
    {
      id: 'R6',
      title: `GET ${VISIT_TYPES_PAGE}, unchanged: 304`,
      ...(await unchanged(database, { url, path: VISIT_TYPES_PAGE })),
      rivals: [],
    },
  ];
  return workloads.map((workload) => ({
    ...workload,
    asks: workload.asks.map((ask) => withHeaders(ask, { authorization: `Bearer ${database.key}` })),
  }));
}

function whole(content: unknown): unknown {
  return content;
}

function calendarPath({ visitType, hotel, roomType, calendarFrom, calendarTo }: Subject): string {
  const what = `visit_type_id=${visitType}&hotel_id=${hotel}&room_type_id=${roomType}`;
  return `/api/v1/calendar/dates?${what}&date_from=${calendarFrom}&date_to=${calendarTo}`;
}

function pricePath({ visitType, roomType, arrival, departure, loyaltyProgram }: Subject): string {
  const loyalty = loyaltyProgram === null ? '' : `&loyalty_program_id_1=${loyaltyProgram}`;
  const stay = `date_from=${arrival}&date_to=${departure}`;
  return `/api/v1/price?visit_type_id=${visitType}&room_type_id=${roomType}&${stay}${loyalty}`;
}

/** A request by a client that has the answer already. */
async function unchanged(
  database: PreparedDatabase,
  { url, path }: { url: string; path: string },
): Promise<Required<Pick<Workload, 'asks' | 'sparedBytes'>>> {
  const first = withHeaders(get(path), { authorization: `Bearer ${database.key}` });
  const answer = await send(url, first);
  contentOf(first, answer);
  const again = withHeaders(get(path), { 'if-none-match': String(answer.headers.etag) });
  return { asks: [{ ...again, status: 304 }], sparedBytes: answer.body.length };
}
