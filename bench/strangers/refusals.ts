/** Hostile requests that are refused (A2): sent to a gateway, and the dearest and the largest of them. */
import { HOSTILE_REFUSALS, type HostileRefusal } from '../../test/support/requests/hostile-refusals.ts';
import type { Contestant } from '../races/contestant.ts';

/** The slowest of all are tried again, because each may have waited for something else, such as garbage that was collected. */
const SLOW = 200;
const RETRIES = 3;
/** At most so many are measured, which were slow each time. */
const SUSPECTS = 20;
/** For so long, in which a collection of the garbage of a large catalogue is a fraction. */
const MEASURED_MICROS = 2_000_000;

export interface Refused {
  readonly name: string;
  readonly kilobytes: number;
  /** Null: not known. */
  readonly cpuMs: number | null;
}

export interface Refusals {
  /** How many were tried. */
  readonly refused: number;
  /** The dearest first. */
  readonly dearest: readonly Refused[];
  /** The largest of all; null: none was refused. */
  readonly largest: Refused | null;
}

export async function dearestRefusals(
  gateway: Contestant,
  { key, families }: { key: string; families: readonly (() => Iterable<HostileRefusal>)[] },
): Promise<Refusals> {
  const tried: { refusal: HostileRefusal; milliseconds: number; bytes: number }[] = [];
  for (const family of families) {
    for (const refusal of family()) {
      const began = performance.now();
      const { bytes } = await sendHostile(gateway, key, refusal);
      // Some are understood after all: a list of unknown words is an empty one, and variables that no operation declares are none.
      if (bytes !== null) tried.push({ refusal, milliseconds: performance.now() - began, bytes });
    }
  }
  const slow = tried.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOW);
  for (const one of slow) {
    for (let time = 0; time < RETRIES; time++) {
      const began = performance.now();
      await sendHostile(gateway, key, one.refusal);
      one.milliseconds = Math.min(one.milliseconds, performance.now() - began);
    }
  }
  const suspects = slow.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SUSPECTS);
  const measured: Refused[] = [];
  for (const { refusal, bytes } of suspects) {
    const cpuMs = await cpuMsOf(gateway, () => sendHostile(gateway, key, refusal));
    measured.push({ name: refusal.name, kilobytes: bytes / 1_000, cpuMs });
  }
  const largest = tried.toSorted((a, b) => b.bytes - a.bytes)[0];
  return {
    refused: tried.length,
    dearest: measured.toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0)),
    largest: largest ? { name: largest.refusal.name, kilobytes: largest.bytes / 1_000, cpuMs: null } : null,
  };
}

/** The mean processor time of what is asked again and again; null: it is not known. */
async function cpuMsOf(gateway: Contestant, ask: () => Promise<unknown>): Promise<number | null> {
  const before = await gateway.cpuMicros();
  if (before === null) return null;
  for (let times = 1; ; times++) {
    await ask();
    const spent = ((await gateway.cpuMicros()) ?? Number.NaN) - before;
    if (!(spent < MEASURED_MICROS)) return Number.isNaN(spent) ? null : spent / times / 1_000;
  }
}

/**
 * What is refused over GraphQL has errors, or is data of which the code and the message are asked for. Rooms have codes, too. A conflict is
 * none: it is found by reading what is stored, and costs as much as the change would have.
 */
const IS_REFUSED = /"errors":\[|"code":"(?!CONFLICT")\w+","message":/;

let sent = 0;

/** A text is known after the first time, so a document ends with another comment each time. */
function varied({ name, body }: HostileRefusal): Buffer | null {
  const bytes = body();
  const isDocument = name.startsWith('a document') && bytes?.subarray(-2).toString() === '"}';
  return bytes && isDocument ? Buffer.concat([bytes.subarray(0, -2), Buffer.from(`#${sent++}"}`)]) : bytes;
}

/** Sends it with a key. `bytes`: of the refusal; null: it was none. */
export async function sendHostile(
  { url }: Contestant,
  key: string,
  refusal: HostileRefusal,
): Promise<{ readonly bytes: number | null; readonly headers: Headers }> {
  const response = await fetch(`${url}${refusal.url}`, {
    method: refusal.method,
    headers: { authorization: `Bearer ${key}`, ...refusal.headers },
    body: varied(refusal) as Uint8Array<ArrayBuffer> | null,
  });
  const { status, headers } = response;
  const answer = Buffer.from(await response.arrayBuffer());
  if (status >= 500) throw new Error(`${refusal.name}: answered ${status}`);
  return { bytes: status >= 400 || IS_REFUSED.test(answer.toString()) ? answer.length : null, headers };
}

/** @throws Error when there is none of the name */
export function refusalNamed(name: string): HostileRefusal {
  for (const refusals of Object.values(HOSTILE_REFUSALS)) {
    for (const refusal of refusals()) if (refusal.name === name) return refusal;
  }
  throw new Error(`no refusal is named ${name}`);
}
