/**
 * The response cache. A response is reused for the same request by callers with the same visibility until one of its
 * dependencies changes: the catalogue, the day, the inventories that it read. So a booking in one hotel invalidates the
 * responses about its capacity and no others. A response about its caller alone is never cached.
 */
import type { Caller } from '../data/api-keys.ts';
import { type CacheFigures, EpochCache } from '../data/epoch-cache.ts';
import type { Epochs } from '../data/epochs.ts';
import { type Day, dayInTimeZone, utcDay } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { aboutOf, type HttpResponse } from './response.ts';

interface KeptAnswer {
  readonly answer: HttpResponse;
  readonly inventories: readonly (readonly [hotelNumber: number, epoch: bigint])[];
  /** In memory, in bytes. */
  readonly size: number;
}

/** Of an entry, without its bytes and its key. */
const OVERHEAD_BYTES = 600;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Room for the compressed variants. */
const WITH_ENCODINGS = 1.5;
/** One response may take at most one part in so many of the cache. */
const LARGEST_SHARE = 8;

export interface AnswerStore {
  /** The cached response to the same request by a caller with the same visibility, unless it is stale. */
  find(caller: Caller, question: string): HttpResponse | null;
  /** Caches a response if it may be reused. Returns whether it does. */
  keep(context: RequestContext, question: string, answer: HttpResponse, operation?: string): boolean;
  /** Sizes in bytes. */
  figures(): CacheFigures;
}

/** A size of 0 disables the cache. The caller must make sure that the epochs are current. */
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
  // Neither day ever goes back, so a sum stands for one pair.
  const entriesAt = (epoch: bigint, today: Day, todayUtc: Day) => kept.at({ epoch, day: today + todayUtc });

  const holds = ({ inventories }: KeptAnswer) =>
    inventories.every(([hotel, epoch]) => epochs.of(`inventory:${hotel}`) === epoch);

  return {
    find(caller, question) {
      if (size === 0) return null;
      const now = clock.now();
      const entries = entriesAt(epochs.of('catalogue'), dayInTimeZone(now, businessTimeZone), utcDay(now));
      const entry = entries.get(`${caller.visibilityKey} ${question}`);
      return typeof entry === 'object' && holds(entry) ? entry.answer : null;
    },
    keep(context, question, answer, operation) {
      const { sources, caller, catalogueEpoch, today, todayUtc } = context;
      const bytes =
        answer.bytes.length * WITH_ENCODINGS + question.length * 2 + sources.inventories.size * 32 + OVERHEAD_BYTES;
      if (sources.isPrivate || bytes > size / LARGEST_SHARE) return false;
      entriesAt(catalogueEpoch, today, todayUtc).set(`${caller.visibilityKey} ${question}`, {
        answer: { ...answer, bytes: aloneInMemory(answer.bytes), about: aboutOf('stored', operation) },
        inventories: [...sources.inventories],
        size: Math.ceil(bytes),
      });
      return true;
    },
    figures: () => ({ ...kept.figures(), limit: size }),
  };
}

/** Copies small buffers: they are slices of 8 kB slabs, and caching one would keep its whole slab alive, uncounted. */
function aloneInMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
