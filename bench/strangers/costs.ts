/** S2: what operations cost by their estimate (F12), beside the processor time that they take (A9). */
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { costedOperations } from '../../test/support/requests/costed-operations.ts';
import { type PreparedDatabase, TIME_ZONE } from '../catalogues/databases.ts';
import { subjectsOf } from '../catalogues/subjects.ts';
import { operation, send, withHeaders } from '../races/ask.ts';
import { startGateway } from '../races/contestant.ts';
import { median } from '../races/medians.ts';
import { mediansInTurn } from '../races/processor-time.ts';

/** A unit of cost. */
const UNIT_MICROS = 2;
/** So often an operation is asked before it counts. */
const WARMING = 30;
/** The median of rounds counts: in one of them the process may be compiling what was asked before, or collecting garbage. */
const ROUNDS = 5;
/** An operation is asked in a round until it has taken this long, or has been answered so often. */
const ROUND_MICROS = 80_000;
const ROUND_REQUESTS = 150;

export interface OperationCost {
  readonly name: string;
  /** In units. */
  readonly cost: number;
  /** Processor time of a request; null: not known. */
  readonly micros: number | null;
  /** Processor time by what was estimated. */
  readonly ratio: number | null;
}

export interface CostFigures {
  readonly database: PreparedDatabase['name'];
  readonly operations: readonly OperationCost[];
}

/** Without the response cache, because an answer from it costs what it did at first. */
export async function measureCosts(database: PreparedDatabase): Promise<CostFigures> {
  const gateway = await startGateway(database, { name: 'gateway and its estimates', storeMb: 0 });
  try {
    const asked = new Map<string, { ask(): Promise<number>; costs: number[] }>();
    for (const [name, varied] of Object.entries(await operationsFor(database, gateway.url))) {
      let count = 0;
      const ask = async (): Promise<number> => {
        const { query, variables = {} } = varied(count++);
        const authorized = withHeaders(operation(query, variables), { authorization: `Bearer ${database.key}` });
        return costOf(name, (await send(gateway.url, authorized)).body);
      };
      asked.set(name, { ask, costs: [] });
    }
    // All before any is measured, because they share most of the code that is to be compiled.
    for (const { ask } of asked.values()) {
      // The first one reads a large catalogue, and may be given up at its deadline; asked again, it goes on from there.
      await Array.from({ length: 4 }).reduce<Promise<number>>((asked) => asked.catch(ask), ask());
      for (let count = 1; count < WARMING; count++) await ask();
    }
    const ratios = await mediansInTurn([...asked.keys()], ROUNDS, async (name) => {
      const { ask, costs } = asked.get(name)!;
      const before = (await gateway.cpuMicros()) ?? Number.NaN;
      let [spent, cost, requests] = [0, 0, 0];
      do {
        cost += await ask();
        requests++;
        spent = ((await gateway.cpuMicros()) ?? Number.NaN) - before;
      } while (spent < ROUND_MICROS && requests < ROUND_REQUESTS);
      costs.push(cost / requests);
      return spent / (cost * UNIT_MICROS);
    });
    const operations = [...asked].map(([name, { costs }]): OperationCost => {
      const [cost, ratio] = [median(costs), Number.isNaN(ratios[name]) ? null : ratios[name]!];
      return { name, cost, micros: ratio === null ? null : ratio * cost * UNIT_MICROS, ratio };
    });
    return { database: database.name, operations };
  } finally {
    await gateway.stop();
  }
}

/** The operations on a catalogue, asked at `url`. */
export async function operationsFor(
  database: PreparedDatabase,
  url: string,
): Promise<ReturnType<typeof costedOperations>> {
  const today = dayInTimeZone(Date.now(), TIME_ZONE);
  const [sale] = await subjectsOf(database, { url, most: 1 });
  return costedOperations((days) => formatDay((today + days) as Day), sale!);
}

/** @throws Error when it was not answered */
function costOf(name: string, body: Buffer): number {
  const { errors, extensions } = JSON.parse(body.toString()) as {
    errors?: readonly { message: string }[];
    extensions?: { cost?: { requested: number } };
  };
  if (errors || !extensions?.cost) throw new Error(`${name}: ${errors?.[0]?.message ?? 'no cost'}`);
  return extensions.cost.requested;
}
