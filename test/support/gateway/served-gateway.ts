/**
 * Shared by the tests of real gateway processes: a catalogue whose dates follow the real clock, the environment of a
 * process, and a client with a timeout.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import type { Scope } from '../../../src/data/keys/scopes.ts';
import { addMonths, formatDay } from '../../../src/domain/time/civil-date.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type BookingBody, bindingBody } from '../booking/booking-body.ts';
import { dateOfFile } from '../date-of-file.ts';

export const PEPPER = 'the pepper of the tests, long enough for all';

/** The environment of a process on the database at `url`. */
export function environmentFor(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    API_KEY_PEPPER: PEPPER,
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_COST_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  };
}

/** The date `days` from today: 1 to 400 are for sale in the catalogue below. */
export function dateFromNow(days: number): string {
  return formatDay(dateOfFile() + days);
}

/** One hotel with `units` rooms of one type every night, sold as visit type 101 for 1,000.00 CZK a night; the numbers are higher by `above`. */
export function servedCatalogue({
  units,
  destination = 'Valley',
  above = 0,
}: {
  units: number;
  destination?: string;
  above?: number;
}): Catalogue {
  const season = { from: formatDay(dateOfFile()), to: formatDay(addMonths(dateOfFile(), 14)) };
  return {
    format: 'spa-stay-catalogue/1',
    channels: [{ code: 'public', name: 'Public' }],
    destinations: [{ id: above + 1, name: { en: destination } }],
    hotels: [
      {
        id: above + 1,
        code: 'aurora',
        name: 'Hotel Aurora',
        destinationId: above + 1,
        stars: 4,
        roomTypes: [{ id: above + 11, code: 'DBL', beds: 2 }],
      },
    ],
    visitTypes: [
      {
        id: above + 101,
        name: { en: 'Classic' },
        hotelIds: [above + 1],
        boarding: 'HALF_BOARD',
        nightsMin: 1,
        nightsMax: 14,
        priceLists: [
          {
            id: 1,
            kind: 'PER_NIGHT',
            quotedPer: 'ROOM',
            currency: 'CZK',
            rates: [{ roomTypeId: above + 11, ...season, amount: 1000 }],
          },
        ],
      },
    ],
    inventory: [{ roomTypeId: above + 11, ...season, units }],
  };
}

/** Creates a key with all scopes, in another process than those that serve. */
export async function servedKey(
  database: Database,
  { scopes = ['read', 'book'] }: { scopes?: readonly Scope[] } = {},
): Promise<{ key: string; prefix: string }> {
  return createKey({
    database,
    pepper: PEPPER,
    name: 'test',
    channelCode: 'public',
    destinationNumbers: null,
    scopes,
    expiresAt: null,
    clock: systemClock,
  });
}

/** A binding booking of the night that begins `days` from today. */
export function nightBody(days: number): BookingBody {
  return bindingBody({ date_from: dateFromNow(days), date_to: dateFromNow(days + 1) });
}

/** The address of a calendar of the night that begins `days` from today. */
export function nightCalendar(days: number): string {
  const date = dateFromNow(days);
  return `/api/v1/calendar/dates?visit_type_id=101&room_type_id=11&date_from=${date}&date_to=${date}`;
}

export interface ServedAnswer {
  status: number;
  retryAfter: string | null;
  text: string;
  /** The body as JSON; the test declares its type. */
  json<Body>(): Body;
}

/** Sends requests to one process with one key. */
export interface ServedClient {
  get(path: string): Promise<ServedAnswer>;
  book(body: object, idempotencyKey?: string): Promise<ServedAnswer>;
  graphql(query: string): Promise<ServedAnswer>;
}

/** A client of the process at `url`; an answer that takes longer than `patienceMs` is an error. */
export function servedClient({
  url,
  key,
  patienceMs = 60_000,
}: {
  url: string;
  key: string;
  patienceMs?: number;
}): ServedClient {
  const send = async (path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...headers },
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text,
      json: <Body>() => JSON.parse(text) as Body,
    };
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return {
    get: (path) => send(path),
    book: (body, key) => post('/api/v1/booking', body, key === undefined ? {} : { 'idempotency-key': key }),
    graphql: (query) => post('/graphql', { query }),
  };
}
