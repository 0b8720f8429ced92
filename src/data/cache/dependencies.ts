/** What a response was made of (U5): recorded while it is computed, compared when it is to be used again. */
import { anyAtIndex, type EpochScope, isAnyOfKind, KIND_COUNT, kindIndexOf } from './epoch-scopes.ts';
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

/** The scopes that one request has read. */
export class Dependencies {
  /** Whether the response is about the caller alone, or about this moment, and must not be cached. */
  isPrivate = false;
  readonly #epochs: Epochs;
  readonly #read = new Map<EpochScope, number>();
  readonly #entities = new Uint8Array(KIND_COUNT);
  /** The epochs of everything of a kind before the request read any of it. */
  readonly #kinds: number[] = [];

  constructor(epochs: Epochs) {
    this.#epochs = epochs;
  }

  /**
   * Records that what is read next belongs to a scope; returns the epoch of the scope. The first epoch counts: the response
   * keeps what was read under it, whatever changes before the next read.
   */
  use(scope: EpochScope): number {
    const epoch = this.#epochs.of(scope);
    if (!this.#read.has(scope)) this.#record(scope, epoch);
    return epoch;
  }

  /** What was recorded so far. */
  recorded(): RecordedEpochs {
    const epochs = this.#epochs;
    const pairs: number[] = [];
    for (const [scope, epoch] of this.#read) {
      if (isAnyOfKind(scope) || this.#entities[kindIndexOf(scope)]! < MAX_ENTITIES) pairs.push(scope, epoch);
    }
    let version = -1;
    return {
      size: pairs.length * 8,
      isFresh() {
        const now = epochs.version();
        if (version === now) return true;
        for (let place = 0; place < pairs.length; place += 2) {
          if (epochs.of(pairs[place] as EpochScope) !== pairs[place + 1]) return false;
        }
        version = now;
        return true;
      },
    };
  }

  #record(scope: EpochScope, epoch: number): void {
    const kind = kindIndexOf(scope);
    if (!isAnyOfKind(scope)) {
      const everything = anyAtIndex(kind);
      this.#kinds[kind] ??= this.#epochs.of(everything);
      if (this.#entities[kind]! >= MAX_ENTITIES) {
        if (!this.#read.has(everything)) this.#read.set(everything, this.#kinds[kind]!);
        return;
      }
      this.#entities[kind]! += 1;
    }
    this.#read.set(scope, epoch);
  }
}
