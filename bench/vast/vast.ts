/**
 * How one process grows with the catalogue: the same searches with all hotels and with a tenth of them, by one client, with default
 * settings but for `CACHED_VISIT_TYPES`. No answer comes from the response store.
 */
import { setTimeout } from 'node:timers/promises';
import { dayInTimeZone } from '../../src/domain/time/civil-date.ts';
import { type PreparedDatabase, prepareDatabases, TIME_ZONE, withDatabase } from '../catalogues/databases.ts';
import { type Filling, fillingOf } from '../catalogues/large-catalogue.ts';
import { calendarVariables, type Subject, subjectsOf } from '../catalogues/subjects.ts';
import { SEARCHES, Searcher, WHOLE_CATALOGUE, WISHES } from '../offers/searches.ts';
import { contentOf, get, operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { median } from '../races/medians.ts';
import { walkThrough } from '../races/walk.ts';
import type { Settings } from '../settings.ts';
import { CALENDAR } from '../workloads/operations.ts';

/** The smaller catalogue has so many times fewer hotels. */
const TIMES_FEWER = 10;
const SUBJECTS = 8;
/** The default, which is for the smaller catalogue. */
const LEAST_CACHED = 20_000;
/** The walk asks for each page, and for one hotel and one calendar of so many. */
const WALKED_OF = 20;
/** A process that has just started gives a search up at its deadline, and goes on where it was with the next one. */
const MOST_COLD_SEARCHES = 100;
const PAUSE_MS = 3;

/** One question, asked again and again. */
export interface VastFigure {
  readonly says: string;
  /** Processor time of one, in milliseconds; null: not known. */
  readonly cpuMs: number | null;
  /** Until its answer was there: the median. */
  readonly wallMs: number;
  /** The longest that another request, for `/health`, waited meanwhile: the median over the times it was asked. */
  readonly waitMs: number;
}

export interface VastSize {
  readonly hotels: number;
  readonly visitTypes: number;
  /** Null: it was filled by an older benchmark. */
  readonly filling: Filling | null;
  /** From the first search of the whole catalogue to its answer. */
  readonly coldSeconds: number;
  readonly figures: readonly VastFigure[];
  /** After the searches and after a walk, and the most so far; null: not known. */
  readonly searchedMb: number | null;
  readonly walkedMb: number | null;
  readonly mostMb: number | null;
}

/** Measures the smaller catalogue, then the larger one. */
export async function measureVast(
  settings: Settings,
  say: (line: string) => void,
): Promise<{ readonly version: string; readonly sizes: readonly [VastSize, VastSize] }> {
  const measure = async (hotels: number) => {
    const databases = await prepareDatabases({ ...settings, hotels }, say);
    try {
      const { large, keptData, version } = databases;
      return { version, size: { ...(await measureSize(large, settings, say)), filling: fillingOf(keptData) } };
    } finally {
      await databases.stop();
    }
  };
  const fewer = await measure(Math.ceil(settings.hotels / TIMES_FEWER));
  const all = await measure(settings.hotels);
  return { version: all.version, sizes: [fewer.size, all.size] };
}

export async function measureSize(
  database: PreparedDatabase,
  settings: Settings,
  say: (line: string) => void,
): Promise<Omit<VastSize, 'filling'>> {
  const counts = await withDatabase(database.url, async ({ prisma }) => ({
    hotels: await prisma.hotel.count(),
    visitTypes: await prisma.visitType.count(),
  }));
  const gateway = await startGateway(database, {
    ...{ name: 'gateway', storeMb: 0 },
    environment: { CACHED_VISIT_TYPES: String(Math.max(LEAST_CACHED, counts.visitTypes)) },
  });
  try {
    const asker = new Asker(gateway, { database, settings, say });
    const coldSeconds = await asker.warmUp();
    const figures = await asker.measureAll();
    const searched = await gateway.memoryMb();
    await walkThrough(gateway.url, { key: database.key, say, every: WALKED_OF });
    const walked = await gateway.memoryMb();
    const memory = { searchedMb: searched.endMb, walkedMb: walked.endMb, mostMb: walked.mostMb };
    return { ...counts, coldSeconds, figures, ...memory };
  } finally {
    await gateway.stop();
  }
}

interface Question {
  readonly says: string;
  /** In each round. */
  readonly times: number;
  ask(time: number): Promise<unknown>;
}

class Asker {
  readonly #gateway: Contestant;
  readonly #database: PreparedDatabase;
  readonly #rounds: number;
  readonly #say: (line: string) => void;
  readonly #searcher: Searcher;

  constructor(
    gateway: Contestant,
    { database, settings, say }: { database: PreparedDatabase; settings: Settings; say: (line: string) => void },
  ) {
    this.#gateway = gateway;
    this.#database = database;
    this.#rounds = settings.rounds;
    this.#say = say;
    const today = dayInTimeZone(Date.now(), TIME_ZONE);
    this.#searcher = new Searcher(gateway, { key: database.key, today });
  }

  /** Searches the whole catalogue until all of it is in memory, then until the searches are compiled. Returns the seconds of the former. */
  async warmUp(): Promise<number> {
    const whole = SEARCHES.find(({ says }) => says === WHOLE_CATALOGUE)!;
    const begun = performance.now();
    const find = () => this.#searcher.find(whole, null);
    for (let time = 1; ; time++) {
      const isFound = await find().then(
        () => true,
        (error: unknown) => {
          if (time === MOST_COLD_SEARCHES) throw error;
          return false;
        },
      );
      if (isFound) break;
      this.#say(`the whole catalogue is being read: ${((performance.now() - begun) / 1_000).toFixed(0)} s so far`);
    }
    const seconds = (performance.now() - begun) / 1_000;
    for (let time = 0; time < 5; time++) await find();
    return seconds;
  }

  async measureAll(): Promise<VastFigure[]> {
    const figures: VastFigure[] = [];
    for (const question of await this.#questions()) {
      this.#say(`${this.#database.says}: ${question.says}`);
      figures.push(await this.#measure(question));
    }
    return figures;
  }

  async #questions(): Promise<Question[]> {
    const destinations = await this.#searcher.destinations();
    const { key } = this.#database;
    const { url } = this.#gateway;
    const subjects = await subjectsOf(this.#database, { url, most: SUBJECTS });
    const answerTo = async (query: string, variables: object) => {
      const asked = withHeaders(operation(query, variables), { authorization: `Bearer ${key}` });
      return contentOf(asked, await send(url, asked));
    };
    const offers = SEARCHES.map((search): Question => {
      let cursor: Promise<string> | null = null;
      const { says, isWhole, isNextPage, times } = search;
      return {
        says: `offers: ${says}`,
        times: Math.ceil(times / 10),
        async ask(time) {
          if (!isNextPage) return searcher.find(search, isWhole ? null : destinations[time % destinations.length]!);
          cursor ??= searcher.find(search, null).then(({ endCursor }) => endCursor!);
          return searcher.nextPage(search, await cursor);
        },
      };
    });
    const searcher = this.#searcher;
    let wished = 0;
    const wishes = WISHES.map(
      ({ says, wish }): Question => ({ says: `text: ${says}`, times: 5, ask: () => searcher.wish(wish(wished++)) }),
    );
    const suggestions: Question = {
      ...{ says: 'text: proposals for a word that all visit types have in their names', times: 5 },
      ask: () =>
        answerTo('query ($search: String!) { suggestions(search: $search) { name { en } } }', { search: 'stay' }),
    };
    const calendar: Question = {
      ...{ says: 'a calendar of two months', times: 50 },
      ask: (time) => answerTo(CALENDAR, calendarVariables(subjects[time % subjects.length] as Subject)),
    };
    return [...offers, ...wishes, suggestions, calendar];
  }

  async #measure({ says, times, ask }: Question): Promise<VastFigure> {
    const cpu: (number | null)[] = [];
    const wall: number[] = [];
    const waits: number[] = [];
    await ask(0);
    for (let round = 0; round < this.#rounds; round++) {
      const before = await this.#searcher.cpuMs();
      for (let time = 0; time < times; time++) {
        const begun = performance.now();
        await ask(time);
        wall.push(performance.now() - begun);
      }
      const after = await this.#searcher.cpuMs();
      cpu.push(before === null || after === null ? null : (after - before) / times);
      waits.push(await this.#longestWait(() => ask(round)));
    }
    const known = cpu.filter((one) => one !== null);
    return {
      says,
      cpuMs: known.length === cpu.length && known.length > 0 ? median(known) : null,
      wallMs: median(wall),
      waitMs: median(waits),
    };
  }

  /** The longest that a small request took while something else was answered. */
  async #longestWait(work: () => Promise<unknown>): Promise<number> {
    let isOver = false;
    let longest = 0;
    const watch = async () => {
      while (!isOver) {
        const begun = performance.now();
        await send(this.#gateway.url, get('/health'));
        longest = Math.max(longest, performance.now() - begun);
        await setTimeout(PAUSE_MS);
      }
    };
    const watching = watch();
    await work().finally(() => {
      isOver = true;
    });
    await watching;
    return longest;
  }
}
