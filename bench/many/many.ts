/**
 * B3 and B4: lists of a million bookings (M9) and what a hotel has sold in a year of them (M15), asked of a gateway with an empty response
 * cache, one after another. The bookings are those of the tests of lists: over three years, in 60 hotels.
 */
import { migrate } from '../../src/data/database/migrations.ts';
import { createKey } from '../../src/data/keys/api-keys.ts';
import type { Scope } from '../../src/data/keys/scopes.ts';
import { parseReference } from '../../src/domain/booking/reference.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { CLIENTS, fillManyBookings, NAMES, SAID } from '../../test/support/booking/many-bookings.ts';
import { PEPPER, type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { contentOf, operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { median } from '../races/medians.ts';

export const BOOKINGS = 1_000_000;
const PAGE = 20;
/** The page that is read after the first. */
export const LATER_PAGE = 100;
const TIMES = 5;
const NAME = 'million';
/** The hotel of the filter, and that of a key of one hotel. */
const HOTEL = 5;

export interface ManyFigures {
  readonly says: string;
  readonly ms: number;
}

export interface ManyResult {
  /** Pages of lists, the slowest first. */
  readonly pages: readonly ManyFigures[];
  readonly figures: readonly ManyFigures[];
}

/** Fills a database on the server of another one, unless it is there, and measures there. */
export async function measureMany(beside: PreparedDatabase, say: (line: string) => void): Promise<ManyResult> {
  const url = new URL(beside.url);
  url.pathname = `/${NAME}`;
  await withDatabase(beside.url, async ({ prisma }) => {
    const found = await prisma.$queryRawUnsafe<unknown[]>(`SELECT FROM pg_database WHERE datname = '${NAME}'`);
    if (found.length === 0) await prisma.$executeRawUnsafe(`CREATE DATABASE ${NAME}`);
  });
  const { keys, reference } = await withDatabase(url.href, async (database) => {
    await migrate(database);
    if ((await database.prisma.booking.count()) < BOOKINGS) {
      say(`filling ${BOOKINGS} bookings`);
      await fillManyBookings(database, BOOKINGS);
    }
    const { name: client } = await database.prisma.client.findUniqueOrThrow({ where: { id: CLIENTS[0]! } });
    const key = async (
      scope: Scope,
      bound: { destinationNumbers?: number[]; hotelNumbers?: number[]; clientName?: string } = {},
    ) => {
      const named = { name: `bench ${crypto.randomUUID()}`, channelCode: 'public', expiresAt: null };
      const asked = { ...named, destinationNumbers: null, ...bound, scopes: [scope] };
      return (await createKey({ database, pepper: PEPPER, ...asked, clock: systemClock })).key;
    };
    const some = await database.prisma.booking.findMany({
      where: { hotelNumber: HOTEL, clientId: CLIENTS[0]! },
      ...{ select: { reference: true }, take: 1_000 },
    });
    return {
      keys: {
        'of all hotels': await key('operate'),
        'of a destination': await key('operate', { destinationNumbers: [1] }),
        'of one hotel': await key('operate', { hotelNumbers: [HOTEL] }),
        'of a client with most bookings': await key('bookings', { clientName: client }),
        'of a client without any': await key('bookings'),
      },
      // Few have a check symbol that fits by chance.
      reference: some.find(({ reference }) => parseReference(reference) !== null)!.reference,
    };
  });
  const gateway = await startGateway({ url: url.href }, { name: 'gateway with many bookings', storeMb: 0 });
  try {
    const pages: ManyFigures[] = [];
    for (const [whose, key] of Object.entries(keys)) {
      say(`lists of bookings ${whose}`);
      for (const [what, filter] of filtersWith(reference))
        pages.push(...(await measurePages(gateway, { key, filter, says: `${whose}, ${what}` })));
    }
    const figures = await measureFigures(gateway, keys['of all hotels']);
    return { pages: pages.toSorted((one, other) => other.ms - one.ms), figures };
  } finally {
    await gateway.stop();
  }
}

const conditionsWith = (reference: string): Readonly<Record<string, object>> => ({
  'no filter': {},
  status: { status: 'CANCELLED' },
  hotel: { hotel: HOTEL },
  visitType: { visitType: 101 },
  roomType: { roomType: 1005 },
  channel: { channel: 'public' },
  staysOn: { staysOn: '2026-03-05' },
  arrivals: { arrivalFrom: '2025-06-01', arrivalTo: '2025-06-30' },
  departures: { departureFrom: '2025-06-01', departureTo: '2025-06-30' },
  'times of booking': { createdFrom: '2025-06-01T00:00:00Z', createdTo: '2025-06-30T00:00:00Z' },
  reference: { reference },
  email: { email: 'regular@example.com' },
  isTest: { isTest: true },
});
const TEXTS: Readonly<Record<string, string>> = {
  'a frequent name': NAMES.frequent,
  'two words': NAMES.two,
  'three digits': SAID.digits,
  'a part of the reference': SAID.part,
  'an e-mail address': SAID.email,
};

/** Each condition alone, each text alone, and each with each. */
const filtersWith = (reference: string) =>
  Object.entries(conditionsWith(reference)).flatMap(([says, condition]) => [
    [says, condition] as const,
    ...Object.entries(TEXTS).map(([what, text]) => [`${says} with ${what}`, { ...condition, text }] as const),
  ]);

const LIST = `query ($filter: BookingFilter, $first: Int!, $after: String) {
  bookings(filter: $filter, first: $first, after: $after) {
    nodes { id reference status arrival departure }
    pageInfo { endCursor hasNextPage }
  }
}`;

interface Listed {
  readonly bookings: { readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } };
}

/** The first page, and the hundredth if there is one. */
async function measurePages(
  gateway: Contestant,
  { key, filter, says }: { key: string; filter: object; says: string },
): Promise<ManyFigures[]> {
  const page = (after: string | null, first = PAGE) =>
    ask<Listed>(gateway, { key, query: LIST, variables: { filter, first, after } });
  const figures = [{ says: `${says}, first page`, ms: await timeOf(() => page(null)) }];
  let after: string | null = null;
  // As far as the page before the later one, in pages of a hundred.
  for (let rows = 0; rows < (LATER_PAGE - 1) * PAGE; ) {
    const first = Math.min(100, (LATER_PAGE - 1) * PAGE - rows);
    const { endCursor, hasNextPage }: Listed['bookings']['pageInfo'] = (await page(after, first)).bookings.pageInfo;
    if (!hasNextPage) return figures;
    after = endCursor;
    rows += first;
  }
  return [...figures, { says: `${says}, page ${LATER_PAGE}`, ms: await timeOf(() => page(after)) }];
}

const FIGURES = `query ($by: PeriodUnit!) {
  figures(hotel: ${HOTEL}, from: "2025-03-01", to: "2026-02-28", by: $by) {
    periods { ...all }
    total { ...all byVisitType { visitType { number } sold revenue { amountMinor } } }
  }
}
fragment all on PeriodFigures {
  from roomsForSale sold blocked occupancyBasisPoints revenue { amountMinor currency }
  byChannel { channel sold revenue { amountMinor } }
  cancelled { bookings fees { amountMinor } } noShows { bookings fees { amountMinor } }
}`;

async function measureFigures(gateway: Contestant, key: string): Promise<ManyFigures[]> {
  const figures: ManyFigures[] = [];
  for (const by of ['DAY', 'MONTH']) {
    const ms = await timeOf(() => ask(gateway, { key, query: FIGURES, variables: { by } }));
    figures.push({ says: `a year by ${by.toLowerCase()}`, ms });
  }
  return figures;
}

async function ask<Data>(
  { url }: Contestant,
  { key, query, variables }: { key: string; query: string; variables: object },
): Promise<Data> {
  const asked = withHeaders(operation(query, variables), { authorization: `Bearer ${key}` });
  const { data, errors } = contentOf(asked, await send(url, asked)) as { data: Data; errors?: unknown };
  if (errors) throw new Error(`a list or figures were refused: ${JSON.stringify(errors)}`);
  return data;
}

/** Milliseconds of an answer on the clock, the median of some after the first. */
async function timeOf(run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return median(times);
}
