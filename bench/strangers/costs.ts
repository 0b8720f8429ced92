/** S2: what operations cost by their estimate (F12), beside the processor time that they take (A9). */
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { costedOperations } from '../../test/support/requests/costed-operations.ts';
import { type PreparedDatabase, TIME_ZONE } from '../catalogues/databases.ts';
import { subjectsOf } from '../catalogues/subjects.ts';
import { operation, send, withHeaders } from '../races/ask.ts';
import { startGateway } from '../races/contestant.ts';

/** A unit of cost. */
const UNIT_MICROS = 2;
/** So often an operation is asked before it counts, and at most until it has taken this long. */
const WARMING = 30;
const MEASURED_MICROS = 400_000;
const MEASURED_REQUESTS = 600;

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
  const operations: OperationCost[] = [];
  try {
    const asked = Object.entries(await operationsFor(database, gateway.url)).map(([name, varied]) => {
      let count = 0;
      const ask = async (): Promise<number> => {
        const { query, variables = {} } = varied(count++);
        const authorized = withHeaders(operation(query, variables), { authorization: `Bearer ${database.key}` });
        return costOf(name, (await send(gateway.url, authorized)).body);
      };
      return { name, ask };
    });
    // All before any is measured, because they share most of the code that is to be compiled.
    for (const { ask } of asked) for (let count = 0; count < WARMING; count++) await ask();
    for (const { name, ask } of asked) {
      const before = await gateway.cpuMicros();
      let [spent, cost, requests] = [0, 0, 0];
      while (spent < MEASURED_MICROS && requests < MEASURED_REQUESTS) {
        cost += await ask();
        requests++;
        spent = ((await gateway.cpuMicros()) ?? 0) - (before ?? 0);
      }
      const micros = before === null ? null : spent / requests;
      const ratio = micros === null ? null : spent / (cost * UNIT_MICROS);
      operations.push({ name, cost: cost / requests, micros, ratio });
    }
  } finally {
    await gateway.stop();
  }
  return { database: database.name, operations };
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
