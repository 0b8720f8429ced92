/**
 * S1: what a stranger can spend of a process (A2, A3, A9): the dearest refusals, a body in very many chunks, readers that do not read, `/health`
 * beside the worst that one holder can ask, and connections that never say anything. Limits are those of `npm start`; only the rates are
 * not limited, so that nothing is refused for what came before.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { MAX_CHUNKS } from '../../src/http/request/body.ts';
import type { Sale } from '../../test/support/requests/costed-operations.ts';
import { HOSTILE_REFUSALS } from '../../test/support/requests/hostile-refusals.ts';
import { connectIdle, graphqlRequest } from '../../test/support/requests/idle-client.ts';
import { type PreparedDatabase, TIME_ZONE } from '../catalogues/databases.ts';
import { contentOf, get, operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { median, percentile } from '../races/medians.ts';
import { programPath, RUN_TYPESCRIPT } from '../run-typescript.ts';
import { asksOfHolders, saleOf } from './costs.ts';
import type { Holding } from './holder.ts';
import { dearestRefusals, type Refusals } from './refusals.ts';

const STORE_MB = 64;
export const READERS = 200;
/** The operating system takes some megabytes for each connection, so one answer may not be enough. */
const ANSWERS_EACH = 3;
export const IDLE = 1_000;
/** The connections of the holder that does its worst. */
export const CONNECTIONS = 8;
const HEALTH_SECONDS = 10;
const HEALTH_EVERY_MS = 20;
/** A connection has ten seconds to send a request, and to take an answer. */
const SILENCE_MS = 16_000;
/** The same for readers, when all that they have asked for has been computed. */
export const READERS_SILENCE_MS = 40_000;
const LOOK_EVERY_MS = 100;
/** Until then whoever was disconnected has read what there was. Later those end, too, who have now read all. */
const READING_MS = 5_000;
/** So many operations are asked on, the dearest. */
const WORST = 10;
const WARMING = 4;
/** Bodies of so many chunks of a byte: the most that are read, and the most that fit into one. */
const CHUNKS = [MAX_CHUNKS, 250_000] as const;
const CHUNKED_EACH = 9;

export interface HealthBeside {
  readonly says: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface StrangersFigures {
  readonly database: PreparedDatabase['name'];
  readonly refusals: Refusals;
  /** Catalogue files, which take a key with `manage`. */
  readonly files: Refusals;
  /** Processor time that a body in chunks of a byte takes beyond one in a single chunk; null: not known. */
  readonly chunksMs: number | null;
  /** Resident memory that the readers added, at most; null: not known. */
  readonly readersMb: number | null;
  readonly readersLeft: number;
  readonly health: readonly HealthBeside[];
  readonly idleMb: number | null;
  readonly idleLeft: number;
}

/** @throws Error when a request that is to be refused is answered, or fails */
export async function measureStrangers(database: PreparedDatabase): Promise<StrangersFigures> {
  const gateway = await startGateway(database, { name: 'gateway among strangers', storeMb: STORE_MB });
  const { url } = gateway;
  try {
    const sale = await saleOf(database, url);
    const large = (index: number) => graphqlRequest(database.key, largeCalendar(sale, index));
    const several = (index: number) =>
      Array.from({ length: ANSWERS_EACH }, (_, at) => large(ANSWERS_EACH * index + at)).join('');
    // First what is judged by memory: what follows leaves some that is free. What as many answers take that are read is there already.
    let read = 0;
    const readOn = async () => {
      while (read++ < READERS * ANSWERS_EACH) {
        const ask = operation(largeCalendar(sale, -read));
        contentOf(ask, await send(url, withHeaders(ask, { authorization: `Bearer ${database.key}` })));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, readOn));
    const readers = await silentClients(gateway, { count: READERS, textOf: several, silenceMs: READERS_SILENCE_MS });
    const idle = await silentClients(gateway, { count: IDLE, textOf: () => '', silenceMs: SILENCE_MS });
    const chunksMs = await chunksBeyondOne(gateway, database.key);
    const health = await healthBesideTheWorst(gateway, database, sale);
    const { 'catalogue files': files, ...families } = HOSTILE_REFUSALS;
    return {
      database: database.name,
      refusals: await dearestRefusals(gateway, { key: database.key, families: Object.values(families) }),
      files: await dearestRefusals(gateway, { key: database.key, families: [files!] }),
      chunksMs,
      readersMb: readers.addedMb,
      readersLeft: readers.left,
      health,
      idleMb: idle.addedMb,
      idleLeft: idle.left,
    };
  } finally {
    await gateway.stop();
  }
}

/** Long names make an answer almost as large as one may be, of any catalogue. */
const NAMES = Array.from({ length: 40 }, (_, index) => `${'n'.repeat(70)}${index}: date`);
const LARGE_DAYS = 720;

/** Each index another text, or all would share the bytes of one answer. */
function largeCalendar({ visitType, hotel }: Sale, index: number): string {
  const last = formatDay((dayInTimeZone(Date.now(), TIME_ZONE) + LARGE_DAYS - 1) as Day);
  return `{ calendar(filter: { visitType: ${visitType}, hotel: ${hotel} }, dateTo: "${last}") { ${NAMES.join(' ')} } } #${index}`;
}

/** The median, of the dearer of both bodies. */
async function chunksBeyondOne(gateway: Contestant, key: string): Promise<number | null> {
  const head = ['POST /graphql HTTP/1.1', 'Host: gateway', `Authorization: Bearer ${key}`, 'Connection: close'];
  const chunked = [...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked'].join('\r\n');
  const cpuMsOf = async (body: string) => {
    const before = (await gateway.cpuMicros()) ?? Number.NaN;
    await (await connectIdle(gateway.url, `${chunked}\r\n\r\n${body}0\r\n\r\n`)).read();
    return (((await gateway.cpuMicros()) ?? Number.NaN) - before) / 1_000;
  };
  let most = 0;
  for (const bytes of CHUNKS) {
    const text = JSON.stringify({ query: '{ viewer { today } }' }).padEnd(bytes);
    const inChunks = [...text].map((character) => `1\r\n${character}\r\n`).join('');
    const beyond: number[] = [];
    for (let time = 0; time < CHUNKED_EACH; time++) {
      const inOne = await cpuMsOf(`${bytes.toString(16)}\r\n${text}\r\n`);
      beyond.push((await cpuMsOf(inChunks)) - inOne);
    }
    most = Math.max(most, median(beyond));
  }
  return Number.isNaN(most) ? null : most;
}

/** Opens connections that send a text each and do not read. */
async function silentClients(
  gateway: Contestant,
  { count, textOf, silenceMs }: { count: number; textOf: (index: number) => string; silenceMs: number },
): Promise<{ addedMb: number | null; left: number }> {
  const before = (await gateway.memoryMb()).endMb;
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) sockets.push((await connectIdle(gateway.url, textOf(index))).socket);
  let most = before;
  const endsAt = performance.now() + silenceMs;
  while (performance.now() < endsAt) {
    const now = (await gateway.memoryMb()).endMb;
    if (now !== null && most !== null) most = Math.max(most, now);
    await pause(LOOK_EVERY_MS);
  }
  const left = await stillOpen(sockets);
  for (const socket of sockets) socket.destroy();
  return { addedMb: before === null || most === null ? null : most - before, left };
}

/** How many connections the server has not closed: the others end as soon as they are read. */
async function stillOpen(sockets: readonly Socket[]): Promise<number> {
  const open = new Set(sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded));
  for (const socket of open) {
    const end = () => open.delete(socket);
    socket.on('end', end).on('close', end).resume();
  }
  for (let waited = 0; waited < READING_MS && open.size > 0; waited += LOOK_EVERY_MS) await pause(LOOK_EVERY_MS);
  return open.size;
}

/** The dearest of what a holder may ask for, by the processor time of one answer. */
async function worstAsks(gateway: Contestant, database: PreparedDatabase, sale: Sale): Promise<string[]> {
  const times: [name: string, micros: number][] = [];
  for (const [name, varied] of Object.entries(asksOfHolders(database, sale))) {
    let before: number | null = null;
    for (let count = 0; count < WARMING; count++) {
      before = await gateway.cpuMicros();
      await send(gateway.url, varied(count));
    }
    times.push([name, ((await gateway.cpuMicros()) ?? 0) - (before ?? 0)]);
  }
  return times
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, WORST)
    .map(([name]) => name);
}

async function healthBesideTheWorst(
  gateway: Contestant,
  database: PreparedDatabase,
  sale: Sale,
): Promise<HealthBeside[]> {
  const { url } = gateway;
  const measured: HealthBeside[] = [];
  for (const name of await worstAsks(gateway, database, sale)) {
    const holding: Holding = { database, sale, url, name, connections: CONNECTIONS };
    const holder = fork(programPath('strangers/holder.ts'), [JSON.stringify(holding)], {
      execArgv: [...RUN_TYPESCRIPT],
    });
    try {
      const [said] = await Promise.race([once(holder, 'message'), once(holder, 'exit')]);
      if (said !== 'asking') throw new Error(`the holder of ${name} has ended: ${said}`);
      const times: number[] = [];
      const endsAt = performance.now() + HEALTH_SECONDS * 1_000;
      while (performance.now() < endsAt) {
        const began = performance.now();
        await send(url, get('/health'));
        times.push(performance.now() - began);
        await pause(HEALTH_EVERY_MS);
      }
      if (holder.exitCode !== null) throw new Error(`the holder of ${name} has ended: ${holder.exitCode}`);
      measured.push({ says: name, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) });
    } finally {
      holder.kill('SIGKILL');
    }
  }
  return measured;
}
