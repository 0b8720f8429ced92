/**
 * Finished answers, kept to be given again to whoever asks the same and sees the same, for as long as nothing that they were
 * made of has changed: the catalogue, the day, and the inventories that were looked into. A booking in one hotel therefore
 * ends the answers about its capacity and no others. An answer that is about its caller alone is never kept.
 */
import type { Caller } from '../data/api-keys.ts';
import { type CacheFigures, EpochCache } from '../data/epoch-cache.ts';
import type { Epochs } from '../data/epochs.ts';
import { type Day, dayInTimeZone, utcDay } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { Session } from './session.ts';

/**
 * How an answer came about. `stored`: it was kept; `computed`: it was made and is kept from now on; `not_kept`: it was made for
 * this one request; `refused`: the request was.
 */
export type AnswerOrigin = 'stored' | 'computed' | 'not_kept' | 'refused';

/** What logs and metrics say of an answer. */
export interface AnswerAbout {
  readonly origin: AnswerOrigin;
  /** One of a bounded number of names for what was asked of GraphQL; null for REST, where the route says it. */
  readonly operation: string | null;
}

const abouts = new Map<string, AnswerAbout>();

/** One and the same object for the same words; `operation` is one of a bounded number. */
export function aboutOf(origin: AnswerOrigin, operation: string | null = null): AnswerAbout {
  const key = `${origin} ${operation ?? ''}`;
  const about = abouts.get(key) ?? Object.freeze({ origin, operation });
  abouts.set(key, about);
  return about;
}

/** An answer as it is sent. */
export interface FinishedAnswer {
  readonly status: number;
  /** All that is to be told of it; those of every answer, like the rate limit, come on top. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The pattern of the route that gave it, for the log. */
  readonly route?: string;
  readonly about?: AnswerAbout;
  /** The stable code of the refusal that it is, for the log. */
  readonly refusal?: string;
  /** What has become of the booking that was asked for, for the log. */
  readonly booking?: string;
}

interface KeptAnswer {
  readonly answer: FinishedAnswer;
  readonly inventories: readonly (readonly [hotelNumber: number, epoch: bigint])[];
  /** What it takes in memory, in bytes. */
  readonly size: number;
}

/** An entry beside its bytes and its key. */
const OVERHEAD_BYTES = 600;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Its bytes, and room for the same compressed. */
const WITH_ENCODINGS = 1.5;
/** One answer may take this share of the store. */
const LARGEST_SHARE = 8;

/** The store of a process. */
export interface AnswerStore {
  /** The answer to the same question by a caller who sees the same, if there is one that still holds. */
  find(caller: Caller, question: string): FinishedAnswer | null;
  /** Keeps the answer that a session has made to its caller's question, if it may be given again; whether it does. */
  keep(session: Session, question: string, answer: FinishedAnswer, operation?: string): boolean;
  /** How full it is, in bytes. */
  figures(): CacheFigures;
}

/** A store of so many megabytes; 0 keeps nothing. The epochs are to be current when it is asked. */
export function createAnswerStore({
  megabytes,
  epochs,
  clock,
  businessTimeZone,
}: {
  megabytes: number;
  epochs: Epochs;
  clock: Clock;
  businessTimeZone: string;
}): AnswerStore {
  const size = megabytes * BYTES_PER_MEGABYTE;
  const kept = new EpochCache<string, KeptAnswer>({ size: Math.max(1, size), sizeOf: (entry) => entry.size });
  const sights = new WeakMap<Caller, string>();

  function sightOf(caller: Caller): string {
    const known = sights.get(caller);
    if (known !== undefined) return known;
    const destinations = caller.destinations === null ? null : [...caller.destinations].sort((a, b) => a - b);
    const sight = JSON.stringify([caller.channel, destinations, [...caller.scopes].sort()]);
    sights.set(caller, sight);
    return sight;
  }
  // Both days only grow, so their sum tells every pair of them from a later one.
  const entriesAt = (epoch: bigint, today: Day, todayUtc: Day) => kept.at({ epoch, day: today + todayUtc });

  const holds = ({ inventories }: KeptAnswer) =>
    inventories.every(([hotel, epoch]) => epochs.of(`inventory:${hotel}`) === epoch);

  return {
    find(caller, question) {
      if (size === 0) return null;
      const now = clock.now();
      const entries = entriesAt(epochs.of('catalogue'), dayInTimeZone(now, businessTimeZone), utcDay(now));
      const entry = entries.get(`${sightOf(caller)} ${question}`);
      return typeof entry === 'object' && holds(entry) ? entry.answer : null;
    },
    keep(session, question, answer, operation) {
      const { sources, caller, catalogueEpoch, today, todayUtc } = session;
      const bytes =
        answer.bytes.length * WITH_ENCODINGS + question.length * 2 + sources.inventories.size * 32 + OVERHEAD_BYTES;
      if (sources.isPrivate || bytes > size / LARGEST_SHARE) return false;
      entriesAt(catalogueEpoch, today, todayUtc).set(`${sightOf(caller)} ${question}`, {
        answer: { ...answer, bytes: aloneInMemory(answer.bytes), about: aboutOf('stored', operation) },
        inventories: [...sources.inventories],
        size: Math.ceil(bytes),
      });
      return true;
    },
    figures: () => ({ ...kept.figures(), limit: size }),
  };
}

/**
 * The same bytes in memory of their own. Small buffers are cut out of slabs of 8 kB, and one that is kept keeps its whole slab,
 * which nobody counts.
 */
function aloneInMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
