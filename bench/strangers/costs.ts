/** S2: what operations and refusals are charged (F12), beside the processor time that they take (A9). */
import { setTimeout } from 'node:timers/promises';
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { costedOperations, DEAR_REFUSALS, type Sale } from '../../test/support/requests/costed-operations.ts';
import { stockUp } from '../bookings/booking-targets.ts';
import { type PreparedDatabase, TIME_ZONE } from '../catalogues/databases.ts';
import { type Subject, subjectsOf } from '../catalogues/subjects.ts';
import { type Answer, type Ask, get, operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { median } from '../races/medians.ts';
import { mediansInTurn } from '../races/processor-time.ts';
import { VISIT_TYPES_PAGE } from '../workloads/workloads.ts';
import { refusalNamed, sendHostile } from './refusals.ts';

/** A unit of cost. */
const UNIT_MICROS = 2;
/** The highest limit of a minute, which nothing here reaches. */
const LIMIT = 9_999_999_999;
/** So often an operation is asked before it counts. */
const WARMING = 30;
/** The median of rounds counts: in one of them the process may be compiling what was asked before, or collecting garbage. */
const ROUNDS = 5;
/** A process is quiet when it takes less than this of so long a pause; one that never is has another reason than what was asked before. */
const QUIET_MICROS = 2_000;
const PAUSE_MS = 20;
const MOST_PAUSES = 100;
/** An operation is asked in a round until it has taken this long, or has been answered so often. */
const ROUND_MICROS = 80_000;
const ROUND_REQUESTS = 150;

export interface OperationCost {
  readonly name: string;
  /** What it was charged, in units. */
  readonly cost: number;
  /** Processor time of a request; null: not known. */
  readonly micros: number | null;
  /** Processor time by what was charged. */
  readonly ratio: number | null;
}

export interface CostFigures {
  readonly database: PreparedDatabase['name'];
  readonly operations: readonly OperationCost[];
}

/** The response cache is off, because an answer from it costs what it did at first. */
export async function measureCosts(database: PreparedDatabase): Promise<CostFigures> {
  const gateway = await startGateway(database, {
    ...{ name: 'gateway and its estimates', storeMb: 0 },
    environment: { RATE_LIMIT_COST_PER_MINUTE: String(LIMIT) },
  });
  try {
    const asks = await asksOf(gateway, database);
    // All before any is measured, because they share most of the code that is to be compiled.
    for (const ask of asks.values()) {
      // The first one reads a large catalogue, and may be given up at its deadline; asked again, it goes on from there.
      await Array.from({ length: 4 }).reduce<Promise<number>>((asked) => asked.catch(ask), ask());
      for (let count = 1; count < WARMING; count++) await ask();
    }
    const charged = new Map<string, number[]>([...asks.keys()].map((name) => [name, []]));
    const ratios = await mediansInTurn([...asks.keys()], ROUNDS, async (name) => {
      const ask = asks.get(name)!;
      await quiet(gateway);
      const before = (await gateway.cpuMicros()) ?? Number.NaN;
      let [spent, cost, requests] = [0, 0, 0];
      do {
        cost += await ask();
        requests++;
        spent = ((await gateway.cpuMicros()) ?? Number.NaN) - before;
      } while (spent < ROUND_MICROS && requests < ROUND_REQUESTS);
      charged.get(name)!.push(cost / requests);
      return spent / (cost * UNIT_MICROS);
    });
    const operations = [...charged].map(([name, costs]): OperationCost => {
      const [cost, ratio] = [median(costs), Number.isNaN(ratios[name]) ? null : ratios[name]!];
      return { name, cost, micros: ratio === null ? null : ratio * cost * UNIT_MICROS, ratio };
    });
    return { database: database.name, operations };
  } finally {
    await gateway.stop();
  }
}

/** Waits until the garbage of what was asked before is collected, which other threads of the process do later. */
async function quiet(gateway: Contestant): Promise<void> {
  for (let pauses = 0; pauses < MOST_PAUSES; pauses++) {
    const before = await gateway.cpuMicros();
    await setTimeout(PAUSE_MS);
    const after = await gateway.cpuMicros();
    if (before === null || after === null || after - before < QUIET_MICROS) return;
  }
}

/** What is asked, by name. Each resolves to what it was charged: by how much less is left than after the one before it. */
async function asksOf(gateway: Contestant, database: PreparedDatabase): Promise<Map<string, () => Promise<number>>> {
  const { url } = gateway;
  const sale = await saleOf(database, url);
  await stockUp(database, [sale]);
  let left = LIMIT;
  const chargedBy = (header: string | null) => {
    const before = left;
    left = Number(/"cost";r=(\d+)/.exec(header ?? '')?.[1] ?? Number.NaN);
    // A new minute has begun.
    return left > before ? LIMIT - left : before - left;
  };
  const operations = Object.entries(operationsOn(sale)).map(([name, varied]) => {
    let count = 0;
    const ask = async () => {
      const { query, variables = {}, makes } = varied(count++);
      const authorized = withHeaders(operation(query, variables), { authorization: `Bearer ${database.key}` });
      const answer = await send(url, authorized);
      throwIfRefused(name, answer, makes);
      return chargedBy(String(answer.headers.ratelimit));
    };
    return [name, ask] as const;
  });
  const refusals = DEAR_REFUSALS.map((name) => {
    const refusal = refusalNamed(name);
    const ask = async () => chargedBy((await sendHostile(gateway, database.key, refusal)).headers.get('ratelimit'));
    return [`refused: ${name}`, ask] as const;
  });
  return new Map([...operations, ...refusals]);
}

/** What operations on a catalogue are about, asked at `url`. */
export async function saleOf(database: PreparedDatabase, url: string): Promise<Subject> {
  const [sale] = await subjectsOf(database, { url, most: 1 });
  return sale!;
}

function operationsOn(sale: Sale): ReturnType<typeof costedOperations> {
  const today = dayInTimeZone(Date.now(), TIME_ZONE);
  return costedOperations((days) => formatDay((today + days) as Day), sale);
}

/** What a holder asks again and again: reads, and one large page of REST. None is answered from the cache, which knows a text by its bytes. */
export function asksOfHolders(
  { key }: PreparedDatabase,
  sale: Sale,
): Readonly<Record<string, (varied: number) => Ask>> {
  const authorized = (ask: Ask) => withHeaders(ask, { authorization: `Bearer ${key}` });
  const reads = Object.entries(operationsOn(sale)).filter(([, varied]) => !varied(0).makes);
  return {
    ...Object.fromEntries(
      reads.map(([name, varied]) => [
        name,
        (n: number) => {
          const { query, variables = {} } = varied(n);
          const ask = operation(query, variables);
          return authorized({ ...ask, body: `${ask.body}${' '.repeat(n % 1_000)}` });
        },
      ]),
    ),
    // No visit type begins at so many nights.
    [VISIT_TYPES_PAGE]: (n) => authorized(get(`${VISIT_TYPES_PAGE}&nights_max=${1_000 + (n % 1_000)}`)),
  };
}

/** @throws Error when it was not answered, or a mutation did not make what it makes */
function throwIfRefused(name: string, { body }: Answer, makes: string | undefined): void {
  const { data, errors } = JSON.parse(body.toString()) as {
    data?: Readonly<Record<string, { readonly __typename: string }>>;
    errors?: readonly { message: string }[];
  };
  if (errors) throw new Error(`${name}: ${errors[0]?.message}`);
  if (makes === undefined) return;
  const [outcome] = Object.values(data ?? {});
  if (outcome?.__typename !== makes) throw new Error(`${name}: ${outcome?.__typename}`);
}
