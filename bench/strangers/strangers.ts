/**
 * S1: what a stranger can spend of a process (A2, A3, A9): the dearest refusals, readers that do not read, `/health` beside the worst that
 * one holder can ask, and connections that never say anything. Limits are those of `npm start`; only the rates are not limited, so
 * that nothing is refused for what came before.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WORST_OPERATIONS } from '../../test/support/requests/costed-operations.ts';
import { HOSTILE_REFUSALS, type HostileRefusal } from '../../test/support/requests/hostile-refusals.ts';
import { connectIdle, graphqlRequest, type IdleClient } from '../../test/support/requests/idle-client.ts';
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { get, operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { percentile } from '../races/medians.ts';
import { programPath, RUN_TYPESCRIPT } from '../run-typescript.ts';
import type { Holding } from './holder.ts';

const STORE_MB = 64;
/** The slowest of all refusals, which are measured. */
const SUSPECTS = 20;
/** The kernel counts processor time in hundredths of a second. */
const REFUSALS_EACH = 20;
export const READERS = 200;
export const IDLE = 1_000;
/** The connections of the holder that does its worst. */
export const CONNECTIONS = 8;
const HEALTH_SECONDS = 10;
const HEALTH_EVERY_MS = 20;
/** A connection has ten seconds to send a request, and to take an answer. */
const SILENCE_MS = 16_000;
const LOOK_EVERY_MS = 100;

export interface Refused {
  readonly name: string;
  readonly kilobytes: number;
  /** Null: not known. */
  readonly cpuMs: number | null;
}

export interface HealthBeside {
  readonly says: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface StrangersFigures {
  readonly database: PreparedDatabase['name'];
  /** How many were tried. */
  readonly refused: number;
  /** The dearest first. */
  readonly dearest: readonly Refused[];
  /** The largest of all; null: none was refused. */
  readonly largest: Refused | null;
  /** The same of catalogue files, which take a key with `manage`. */
  readonly dearestFiles: readonly Refused[];
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
    // First what is judged by memory: what follows leaves some that is free.
    const large = graphqlRequest(database.key, LARGE);
    await send(url, withHeaders(operation(LARGE), { authorization: `Bearer ${database.key}` }));
    const readers = await silentClients(gateway, { count: READERS, text: large });
    const idle = await silentClients(gateway, { count: IDLE, text: '' });
    const health = await healthBesideTheWorst(gateway, database);
    const { 'catalogue files': files, ...families } = HOSTILE_REFUSALS;
    const refusals = await dearestRefusals(gateway, { key: database.key, families: Object.values(families) });
    const refusedFiles = await dearestRefusals(gateway, { key: database.key, families: [files!] });
    return {
      database: database.name,
      refused: refusals.refused,
      dearest: refusals.dearest,
      largest: refusals.largest,
      dearestFiles: refusedFiles.dearest,
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

const TEXT = '{ cs_CZ: cs de en ru }';
/** One of the largest answers that there are. */
const LARGE = `{ visitTypes(first: 100) { nodes { number name ${TEXT} description ${TEXT} services ${TEXT} notice ${TEXT}
  hotels { hotel { number name shortDescription ${TEXT} images { url thumbnailUrl alt ${TEXT} } } } } } }`;

async function dearestRefusals(
  gateway: Contestant,
  { key, families }: { key: string; families: readonly (() => Iterable<HostileRefusal>)[] },
): Promise<Pick<StrangersFigures, 'refused' | 'dearest' | 'largest'>> {
  const tried: { refusal: HostileRefusal; milliseconds: number; bytes: number }[] = [];
  for (const family of families) {
    for (const refusal of family()) {
      const began = performance.now();
      const bytes = await sendHostile(gateway, key, refusal);
      // Some are understood after all: a list of unknown words is an empty one, and variables that no operation declares are none.
      if (bytes !== null) tried.push({ refusal, milliseconds: performance.now() - began, bytes });
    }
  }
  const suspects = tried.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SUSPECTS);
  const measured: Refused[] = [];
  for (const { refusal, bytes } of suspects) {
    const before = await gateway.cpuMicros();
    for (let round = 0; round < REFUSALS_EACH; round++) await sendHostile(gateway, key, refusal);
    const after = await gateway.cpuMicros();
    const cpuMs = before === null || after === null ? null : (after - before) / REFUSALS_EACH / 1_000;
    measured.push({ name: refusal.name, kilobytes: bytes / 1_000, cpuMs });
  }
  const largest = tried.toSorted((a, b) => b.bytes - a.bytes)[0];
  return {
    refused: tried.length,
    dearest: measured.toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0)),
    largest: largest ? { name: largest.refusal.name, kilobytes: largest.bytes / 1_000, cpuMs: null } : null,
  };
}

/** What is refused over GraphQL has errors, or is data of which the code and the message are asked for. Rooms have codes, too. */
const IS_REFUSED = /"errors":\[|"code":"\w+","message":/;

/** Sends it with a key. Returns the bytes of the refusal; null: it was none. */
async function sendHostile({ url }: Contestant, key: string, refusal: HostileRefusal): Promise<number | null> {
  const response = await fetch(`${url}${refusal.url}`, {
    method: refusal.method,
    headers: { authorization: `Bearer ${key}`, ...refusal.headers },
    body: refusal.body() as Uint8Array<ArrayBuffer> | null,
  });
  const answer = Buffer.from(await response.arrayBuffer());
  if (response.status >= 500) throw new Error(`${refusal.name}: answered ${response.status}`);
  return response.status >= 400 || IS_REFUSED.test(answer.toString()) ? answer.length : null;
}

/** Opens connections that send the text and do not read. */
async function silentClients(
  gateway: Contestant,
  { count, text }: { count: number; text: string },
): Promise<{ addedMb: number | null; left: number }> {
  const before = (await gateway.memoryMb()).endMb;
  const clients: IdleClient[] = [];
  for (let index = 0; index < count; index++) clients.push(await connectIdle(gateway.url, text));
  let most = before;
  const endsAt = performance.now() + SILENCE_MS;
  while (performance.now() < endsAt) {
    const now = (await gateway.memoryMb()).endMb;
    if (now !== null && most !== null) most = Math.max(most, now);
    await pause(LOOK_EVERY_MS);
  }
  const left = await stillOpen(clients);
  for (const { socket } of clients) socket.destroy();
  return { addedMb: before === null || most === null ? null : most - before, left };
}

/** How many connections the server has not closed: the others end as soon as they are read. */
async function stillOpen(clients: readonly IdleClient[]): Promise<number> {
  let ended = 0;
  for (const client of clients) void client.read().then(() => ended++);
  await pause(1_000);
  return clients.length - ended;
}

async function healthBesideTheWorst({ url }: Contestant, database: PreparedDatabase): Promise<HealthBeside[]> {
  const measured: HealthBeside[] = [];
  for (const name of WORST_OPERATIONS) {
    const holding: Holding = { database, url, name, connections: CONNECTIONS };
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
