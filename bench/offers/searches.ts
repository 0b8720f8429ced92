/**
 * O1: searches for offers, by processor time, beside plain SQL that does the same. One client asks, one search after another; the
 * gateway's caches are warm, but no search has been asked before, except where its next page is measured.
 */

import { lastNightForSale } from '../../src/domain/stay/stay.ts';
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { type PreparedDatabase, TIME_ZONE } from '../catalogues/databases.ts';
import { contentOf, operation, send, withHeaders } from '../races/ask.ts';
import type { Contestant } from '../races/contestant.ts';
import { median } from '../races/medians.ts';
import type { Settings } from '../settings.ts';
import { OFFERS } from '../workloads/operations.ts';
import { openPlainSql, type PlainOffer, type PlainSql } from './plain-sql.ts';

const NIGHTS = 7;
const DAYS_AHEAD = 14;
const FLEXIBLE_DAYS = 7;
const GUESTS = 2;
const PAGE = 20;

/** Processor time of one search, in milliseconds; null: not known. */
export interface OfferSearchFigures {
  readonly database: PreparedDatabase['name'];
  readonly says: string;
  /** The most that it may take on the large catalogue. */
  readonly mostMs: number;
  readonly gatewayMs: number | null;
  /** Null for what SQL has no counterpart of. */
  readonly sqlMs: number | null;
  /** The most that the gateway took for one answer, on the clock. */
  readonly slowestMs: number;
  /** Offers of a search, at most; of a wish visit types. */
  readonly offers: number;
}

export interface Search {
  readonly says: string;
  readonly mostMs: number;
  readonly flexibleDays: number;
  readonly isWhole: boolean;
  readonly isNextPage?: boolean;
  /** Guests of each room (Y1); else a room for two is looked for. */
  readonly party?: readonly number[];
  /** In each round: the kernel counts processor time in 10 ms. */
  readonly times: number;
}

export const WHOLE_CATALOGUE = 'the whole catalogue, 7 nights';
export const SEARCHES: readonly Search[] = [
  { says: 'a destination, 7 nights', mostMs: 10, flexibleDays: 0, isWhole: false, times: 100 },
  { says: 'the same, flexible by 7 days', mostMs: 40, flexibleDays: FLEXIBLE_DAYS, isWhole: false, times: 50 },
  { says: WHOLE_CATALOGUE, mostMs: 150, flexibleDays: 0, isWhole: true, times: 10 },
  { says: 'the same for a party of 2 and 3', mostMs: 270, flexibleDays: 0, isWhole: true, party: [2, 3], times: 10 },
  {
    says: 'a destination, a party of 1, 1, 2 and 2',
    mostMs: 30,
    flexibleDays: 0,
    isWhole: false,
    party: [1, 1, 2, 2],
    times: 100,
  },
  {
    says: 'a second page of the whole catalogue',
    mostMs: 5,
    flexibleDays: 0,
    isWhole: true,
    isNextPage: true,
    times: 200,
  },
];

/** Wishes (F15) in all visit types, each asked for the first time. The generated texts have these words in every visit type. */
export const WISHES: readonly { readonly says: string; wish(time: number): string }[] = [
  { says: 'a wish of two words, which few visit types have', wish: (time) => `stay ${1_000 + time}` },
  {
    says: 'a wish of three words, which all visit types have',
    wish: (time) =>
      ['ubytovani', 'klidne', 'procedury']
        .map((word, place) => word.slice(0, 2 + (Math.floor(time / 5 ** place) % 5)))
        .join(' '),
  },
];
const MOST_WISH_MS = 20;
const WISHES_PER_ROUND = 20;

/** SQL takes longer. */
const SQL_TIMES_LESS = 20;
/** So many searches warm up the gateway: cold, a whole catalogue takes longer than one request may. */
const WARM_UPS = 30;

interface Page {
  readonly totalCount: number;
  readonly endCursor: string | null;
  readonly offers: readonly PlainOffer[];
}

/** Measures all searches on a database. @throws Error when the gateway and SQL find different offers */
export async function measureOffers(
  database: PreparedDatabase,
  { gateway, settings, say }: { gateway: Contestant; settings: Settings; say: (line: string) => void },
): Promise<OfferSearchFigures[]> {
  const sql = await openPlainSql(database.url);
  try {
    const today = dayInTimeZone(Date.now(), TIME_ZONE);
    const searcher = new Searcher(gateway, { key: database.key, today });
    await searcher.warmUp();
    const destinations = await searcher.destinations();
    const figures: OfferSearchFigures[] = [];
    for (const search of SEARCHES) {
      say(`${database.name}: offers, ${search.says}`);
      figures.push({
        database: database.name,
        ...(await measure(search, { searcher, sql, destinations, rounds: settings.rounds })),
      });
    }
    let time = 0;
    for (const { says, wish } of WISHES) {
      say(`${database.name}: ${says}`);
      const ask = () => searcher.wish(wish(time++));
      await ask();
      const gatewayMs: (number | null)[] = [];
      for (let round = 0; round < settings.rounds; round++) {
        gatewayMs.push(await cpuOf(() => searcher.cpuMs(), WISHES_PER_ROUND, ask));
      }
      const begun = performance.now();
      const offers = await ask();
      const slowestMs = performance.now() - begun;
      const gateway = medianOf(gatewayMs);
      figures.push({
        database: database.name,
        says,
        mostMs: MOST_WISH_MS,
        gatewayMs: gateway,
        sqlMs: null,
        slowestMs,
        offers,
      });
    }
    return figures;
  } finally {
    await sql.stop();
  }
}

async function measure(
  search: Search,
  {
    searcher,
    sql,
    destinations,
    rounds,
  }: { searcher: Searcher; sql: PlainSql; destinations: readonly number[]; rounds: number },
): Promise<Omit<OfferSearchFigures, 'database'>> {
  const { says, mostMs, isWhole, isNextPage = false, times } = search;
  const placeOf = (index: number) => (isWhole ? null : destinations[index % destinations.length]!);
  const first = isNextPage ? await searcher.find(search, null) : null;
  let slowestMs = 0;
  let offers = 0;
  const ask = async (index: number) => {
    const begun = performance.now();
    const page = first
      ? await searcher.nextPage(search, first.endCursor!)
      : await searcher.find(search, placeOf(index));
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    offers = Math.max(offers, page.totalCount);
    return page;
  };
  const askSql = (index: number) => sql.search(searcher.inSql(search, placeOf(index)), PAGE);
  const hasSql = !isNextPage && !search.party;
  if (hasSql) {
    const [found, plain] = [await ask(0), await askSql(0)];
    const [one, other] = [
      [found.totalCount, found.offers],
      [plain.count, plain.offers],
    ].map((content) => JSON.stringify(content));
    if (one !== other) throw new Error(`O1, ${says}: the gateway and SQL differ: ${one} and ${other}`);
  }
  const sqlTimes = Math.max(1, Math.ceil(times / SQL_TIMES_LESS));
  const gatewayMs: (number | null)[] = [];
  const sqlMs: (number | null)[] = [];
  // What is asked for is compiled first.
  for (let index = 0; index < times; index++) await ask(index);
  slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    gatewayMs.push(await cpuOf(() => searcher.cpuMs(), times, ask));
    if (hasSql) sqlMs.push(await cpuOf(() => sql.cpuMs(), sqlTimes, askSql));
  }
  return { says, mostMs, gatewayMs: medianOf(gatewayMs), sqlMs: medianOf(sqlMs), slowestMs, offers };
}

async function cpuOf(
  read: () => Promise<number | null>,
  times: number,
  ask: (index: number) => Promise<unknown>,
): Promise<number | null> {
  const before = await read();
  for (let index = 0; index < times; index++) await ask(index);
  const after = await read();
  return before === null || after === null ? null : (after - before) / times;
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length && known.length > 0 ? median(known) : null;
}

/** Asks the gateway. */
export class Searcher {
  readonly #gateway: Contestant;
  readonly #key: string;
  readonly #today: Day;
  /** Above every total: searches that differ in it find the same, but none has the list of another. */
  #maxTotal = 10_000_000_000_000;

  constructor(gateway: Contestant, { key, today }: { key: string; today: Day }) {
    this.#gateway = gateway;
    this.#key = key;
    this.#today = today;
  }

  async cpuMs(): Promise<number | null> {
    const micros = await this.#gateway.cpuMicros();
    return micros === null ? null : micros / 1_000;
  }

  async warmUp(): Promise<void> {
    const whole = SEARCHES.find(({ isWhole }) => isWhole)!;
    for (let time = 0; time < WARM_UPS; time++) await this.find(whole, null).catch(() => {});
    await this.find(whole, null);
  }

  async destinations(): Promise<number[]> {
    const { destinations } = await this.#ask<{ destinations: { number: number }[] }>('{ destinations { number } }', {});
    return destinations.map(({ number }) => number);
  }

  /** How many visit types a wish finds. */
  async wish(search: string): Promise<number> {
    const query =
      'query ($search: String!) { visitTypes(filter: { search: $search }, first: 10) { totalCount nodes { number } } }';
    return (await this.#ask<{ visitTypes: { totalCount: number } }>(query, { search })).visitTypes.totalCount;
  }

  /** The first page of a search that was not asked before. */
  find(search: Search, destination: number | null): Promise<Page> {
    this.#maxTotal++;
    return this.#page(search, { destination, after: null });
  }

  /** The next page of the last search. */
  nextPage(search: Search, after: string): Promise<Page> {
    return this.#page(search, { destination: null, after });
  }

  async #page(
    { flexibleDays, party }: Search,
    { destination, after }: { destination: number | null; after: string | null },
  ): Promise<Page> {
    const arrival = formatDay(this.#today + DAYS_AHEAD);
    const stay = {
      arrival,
      nights: NIGHTS,
      flexibleDays,
      ...(party ? { party } : { guests: GUESTS }),
      currency: 'CZK',
    };
    const filter = { ...stay, destination, maxTotal: this.#maxTotal };
    const { offers } = await this.#ask<{ offers: AnsweredPage }>(OFFERS, { filter, first: PAGE, after });
    return {
      totalCount: offers.totalCount,
      endCursor: offers.pageInfo.endCursor,
      offers: offers.nodes.map((offer) => ({
        visitType: offer.visitType.number,
        hotel: offer.hotel.number,
        roomType: offer.rooms[0]!.roomType.number,
        arrival: offer.arrival,
        totalMinor: offer.total.amountMinor,
      })),
    };
  }

  inSql({ flexibleDays }: Search, destination: number | null) {
    const arrival = this.#today + DAYS_AHEAD;
    return {
      today: formatDay(this.#today),
      lastNight: formatDay(lastNightForSale(this.#today)),
      firstArrival: formatDay(arrival - flexibleDays),
      lastArrival: formatDay(arrival + flexibleDays),
      ...{ nights: NIGHTS, guests: GUESTS, currency: 'CZK', channel: 'public', destination },
    };
  }

  async #ask<Data>(query: string, variables: object): Promise<Data> {
    const ask = withHeaders(operation(query, variables), { authorization: `Bearer ${this.#key}` });
    return (contentOf(ask, await send(this.#gateway.url, ask)) as { data: Data }).data;
  }
}

interface AnsweredPage {
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string | null };
  readonly nodes: readonly {
    readonly visitType: { readonly number: number };
    readonly hotel: { readonly number: number };
    readonly rooms: readonly { readonly roomType: { readonly number: number } }[];
    readonly arrival: string;
    readonly total: { readonly amountMinor: number };
  }[];
}
