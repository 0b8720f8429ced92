/** The dependencies of a response (U5): recorded while it is computed, compared when it is to be used again. */
import { anyAtIndex, type CacheTag, isAnyOfKind, KIND_COUNT, kindIndexOf } from './cache-tags.ts';
import type { Epochs } from './epochs.ts';

/** Entities of one kind; a response that depends on more depends on everything of the kind. */
const MAX_ENTITIES = 100;

/** The epochs that a cached response was made under. */
export interface RecordedEpochs {
  /** Whether all of them are still the same. Cheap while nothing was raised. */
  isFresh(): boolean;
  /** In memory, in bytes. */
  readonly size: number;
}

/** The tags that one request, or one record of its page, has read. */
export class Dependencies {
  /** Whether the response is about the caller alone, or about this moment, and must not be cached. */
  isPrivate = false;
  /** Whether the response holds what guests have said of themselves, or leads to it, so that nobody may store it (F10). */
  isPersonal = false;
  readonly #epochs: Epochs;
  readonly #read = new Map<CacheTag, number>();
  readonly #entities = new Uint32Array(KIND_COUNT);
  /** The epochs of everything of a kind before the request read any of it. */
  readonly #kinds: number[] = [];
  readonly #included: RecordedEpochs[] = [];

  constructor(epochs: Epochs) {
    this.#epochs = epochs;
  }

  /**
   * Records that what is read next belongs to a tag; returns the epoch of the tag. The first epoch counts: the response
   * keeps what was read under it, whatever changes before the next read.
   */
  use(tag: CacheTag): number {
    const epoch = this.#epochs.of(tag);
    if (!this.#read.has(tag)) this.#record(tag, epoch);
    return epoch;
  }

  /** Records the dependencies of a part of the response. */
  include(recorded: RecordedEpochs): void {
    this.#included.push(recorded);
  }

  /** What was recorded so far. */
  recorded(): RecordedEpochs {
    const pairs: number[] = [];
    for (const [tag, epoch] of this.#read) {
      if (isAnyOfKind(tag) || !this.#hasVeryMany(kindIndexOf(tag))) pairs.push(tag, epoch);
    }
    this.#kinds.forEach((epoch, kind) => {
      if (this.#hasVeryMany(kind)) pairs.push(anyAtIndex(kind), epoch);
    });
    return new Recorded(this.#epochs, pairs, this.#included);
  }

  #record(tag: CacheTag, epoch: number): void {
    if (isAnyOfKind(tag)) {
      this.#read.set(tag, epoch);
      return;
    }
    const kind = kindIndexOf(tag);
    this.#kinds[kind] ??= this.#epochs.of(anyAtIndex(kind));
    // biome-ignore lint/style/noNonNullAssertion: there is a count for each kind.
    this.#entities[kind]! += 1;
    // Very many tags are recorded as their kind.
    if (!this.#hasVeryMany(kind)) this.#read.set(tag, epoch);
  }

  #hasVeryMany(kind: number): boolean {
    // biome-ignore lint/style/noNonNullAssertion: there is a count for each kind.
    return this.#entities[kind]! > MAX_ENTITIES;
  }
}

/** An object of its own, because a closure would hold on to the dependencies. */
class Recorded implements RecordedEpochs {
  readonly #epochs: Epochs;
  /** Each tag with its epoch. */
  readonly #pairs: readonly number[];
  readonly #included: readonly RecordedEpochs[];
  /** The version of the epochs at which all were last found to be the same. */
  #version = -1;

  constructor(epochs: Epochs, pairs: readonly number[], included: readonly RecordedEpochs[]) {
    this.#epochs = epochs;
    // Copies are as long as they need to be.
    this.#pairs = pairs.slice();
    this.#included = included.slice();
  }

  get size(): number {
    return (this.#pairs.length + this.#included.length) * 8;
  }

  isFresh(): boolean {
    const now = this.#epochs.version();
    if (this.#version === now) return true;
    const pairs = this.#pairs;
    for (let place = 0; place < pairs.length; place += 2) {
      if (this.#epochs.of(pairs[place] as CacheTag) !== pairs[place + 1]) return false;
    }
    for (const part of this.#included) if (!part.isFresh()) return false;
    this.#version = now;
    return true;
  }
}
