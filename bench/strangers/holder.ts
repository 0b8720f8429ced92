/**
 * The holder that does its worst in `strangers.ts`, until it is killed. It has a process of its own: what it reads, up to a gigabyte a second,
 * would otherwise keep the one that measures from reading.
 */
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { operation, send, withHeaders } from '../races/ask.ts';
import { operationsFor } from './costs.ts';

/** What the holder asks of the gateway at `url`, as its argument in JSON. */
export interface Holding {
  readonly database: PreparedDatabase;
  readonly url: string;
  /** Of the operation. */
  readonly name: string;
  readonly connections: number;
}

const { database, url, name, connections } = JSON.parse(process.argv[2]!) as Holding;
const varied = (await operationsFor(database, url))[name]!;
let count = 0;

async function askOn(): Promise<never> {
  for (;;) {
    const { query, variables = {} } = varied(count++);
    await send(url, withHeaders(operation(query, variables), { authorization: `Bearer ${database.key}` }));
  }
}

process.send!('asking');
await Promise.all(Array.from({ length: connections }, askOn));
