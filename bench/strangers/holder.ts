/**
 * The holder that does its worst in `strangers.ts`, until it is killed. It has a process of its own: what it reads, up to a gigabyte a second,
 * would otherwise keep the one that measures from reading.
 */
import type { Sale } from '../../test/support/requests/costed-operations.ts';
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { send } from '../races/ask.ts';
import { asksOfHolders } from './costs.ts';

/** What the holder asks of the gateway at `url`, as its argument in JSON. */
export interface Holding {
  readonly database: PreparedDatabase;
  readonly sale: Sale;
  readonly url: string;
  /** The name of what is asked. */
  readonly name: string;
  readonly connections: number;
}

const { database, sale, url, name, connections } = JSON.parse(process.argv[2]!) as Holding;
const varied = asksOfHolders(database, sale)[name]!;
let count = 0;

async function askOn(): Promise<never> {
  for (;;) await send(url, varied(count++));
}

process.send!('asking');
await Promise.all(Array.from({ length: connections }, askOn));
