// biome-ignore-all lint/style/noNonNullAssertion: there is a floor and a count for each kind; epochs are looked up by every request.
/** The epochs that a process knows, in memory. */
import {
  CATALOGUE,
  type CacheTag,
  type CapacityChange,
  CHANGE,
  cacheTag,
  changedCapacityTags,
  isAnyOfKind,
  isCounter,
  isInventory,
  isStoredCounter,
  KIND_COUNT,
  kindIndexOf,
  numberOf,
  parseCacheTag,
  parseCapacityChange,
} from './cache-tags.ts';
import type { RaisedEpoch } from './raise-epochs.ts';

/**
 * Added to all epochs, once more each time the database was restored: from a backup, or by failing over to a standby that lacked
 * the last commits. It will then assign the same values to other changes, which must not match existing cache entries.
 */
const RESTORE_OFFSET = 2 ** 40;

/** Above all epochs. From here on each number is given once: nothing is valid under it, and nothing is to be cached under it. */
const DOUBTFUL = 2 ** 52;
let doubts = 0;

/** Whether what is read under an epoch can never be used again. */
export function isDoubtful(epoch: number): boolean {
  return epoch >= DOUBTFUL;
}

export class EpochTable {
  #base = 0;
  readonly #values = new Map<number, number>();
  /** The least epoch of a tag, by the position of its kind: of the last change of everything of the kind. */
  readonly #floors = new Array<number>(KIND_COUNT).fill(0);
  /** How often something was raised, by the position of its kind. */
  readonly #raises = new Array<number>(KIND_COUNT).fill(0);
  #version = 0;
  #isCurrent = false;
  /** How many changes of the catalogue did not name their tags; null: not known yet. */
  #unspecific: number | null = null;
  /** How often capacity was raised here. One sequence for hotels and room types: the larger of two epochs is the later one. */
  #inventoryRaises = 0;
  /** This table with what standbys show, while that is more. */
  #ahead: EpochTable | null = null;

  of(tag: CacheTag): number {
    const known = this.#of(tag);
    if (this.#ahead === null || this.#ahead.#of(tag) === known) return known;
    doubts += 1;
    return DOUBTFUL + doubts;
  }

  #of(tag: CacheTag): number {
    const kind = kindIndexOf(tag);
    if (isAnyOfKind(tag)) return this.#raises[kind]!;
    const value = this.#values.get(tag);
    const floor = this.#floors[kind]!;
    return value === undefined || value < floor ? floor : value;
  }

  /** A number that grows with every change of the table. */
  version(): number {
    return this.#version;
  }

  /** Whether whatever is raised gets here at once. */
  isCurrent(): boolean {
    return this.#isCurrent;
  }

  setCurrent(isCurrent: boolean): void {
    this.#isCurrent = isCurrent;
    if (isCurrent) this.#ahead = null;
  }

  /** Grows when the database was restored. */
  get base(): number {
    return this.#base;
  }

  /** The value of a tag in the database, as far as known. */
  stored(tag: CacheTag): number {
    return (this.#values.get(tag) ?? this.#base) - this.#base;
  }

  /** The value of a tag that any server is known to have. */
  latest(tag: CacheTag): number {
    return Math.max(this.stored(tag), this.#ahead?.stored(tag) ?? 0);
  }

  /** The values of all counters in the database, as far as known. */
  storedCounters(): Map<CacheTag, number> {
    const counters = new Map<CacheTag, number>();
    for (const [tag, value] of this.#values as Map<CacheTag, number>) {
      if (isStoredCounter(tag)) counters.set(tag, value - this.#base);
    }
    return counters;
  }

  /** Records what was raised. Returns whether anything is new. */
  apply(raised: readonly RaisedEpoch[]): boolean {
    this.#ahead?.apply(raised);
    const before = this.#version;
    for (const { scope: text, value } of raised) {
      const tag = parseCacheTag(text);
      if (tag === null) continue;
      if (isInventory(tag)) this.#countInventory(tag, this.#base + value, parseCapacityChange(text));
      else this.#raise(tag, this.#base + value);
    }
    this.#forgetUnspecific();
    return this.#version !== before;
  }

  /**
   * Records what standbys show. The leader may not show it yet, or never: until its notifications are trusted again, whatever that has
   * raised has another epoch each time it is asked for. So nothing of before is used, and nothing that is read meanwhile is cached.
   */
  suspect(raised: readonly RaisedEpoch[]): void {
    // Standbys are asked in every round while there is no leader, and nearly always say what is known: there is no need of a copy.
    if (this.#ahead === null && !raised.some((one) => this.#isAhead(one))) return;
    const ahead = this.#ahead ?? this.#copy();
    if (!ahead.apply(raised)) return;
    this.#ahead = ahead;
    this.#version += 1;
  }

  #isAhead({ scope, value }: RaisedEpoch): boolean {
    const tag = parseCacheTag(scope);
    return tag !== null && value > this.stored(tag);
  }

  #copy(): EpochTable {
    const copy = new EpochTable();
    copy.#base = this.#base;
    for (const [tag, value] of this.#values) copy.#values.set(tag, value);
    Object.assign(copy.#floors, this.#floors);
    Object.assign(copy.#raises, this.#raises);
    copy.#unspecific = this.#unspecific;
    copy.#inventoryRaises = this.#inventoryRaises;
    return copy;
  }

  /** Moves every tag to an epoch that it never had. */
  restart(): void {
    this.#base += RESTORE_OFFSET;
    this.#ahead = null;
    this.#values.clear();
    this.#floors.fill(this.#base);
    this.#unspecific = null;
    for (let kind = 0; kind < KIND_COUNT; kind += 1) this.#countRaise(kind);
  }

  #raise(tag: CacheTag, epoch: number): void {
    const kind = kindIndexOf(tag);
    if (isAnyOfKind(tag)) this.#raiseKind(kind, epoch);
    else if (epoch > (this.#values.get(tag) ?? this.#base)) {
      this.#values.set(tag, epoch);
      this.#countRaise(kind);
    }
  }

  /**
   * Raises what a change of a hotel's capacity names of its room types. If the change before it has not been received, what that
   * changed is not known, and the whole hotel is raised; so it is by processes of release 0.1.0, which name no room types.
   */
  #countInventory(counter: CacheTag, epoch: number, { roomTypes, nights }: CapacityChange): void {
    const known = this.#values.get(counter) ?? this.#base;
    if (epoch <= known) return;
    this.#raise(counter, epoch);
    this.#inventoryRaises += 1;
    const raised = this.#base + this.#inventoryRaises;
    if (roomTypes.length === 0 || epoch > known + 1) this.#raise(cacheTag('hotelInventory', numberOf(counter)), raised);
    else for (const one of roomTypes) for (const tag of changedCapacityTags(one, nights)) this.#raise(tag, raised);
  }

  #raiseKind(kind: number, epoch: number): void {
    if (epoch <= this.#floors[kind]!) return;
    this.#floors[kind] = epoch;
    this.#countRaise(kind);
    for (const [tag, value] of this.#values as Map<CacheTag, number>) {
      if (kindIndexOf(tag) === kind && value <= epoch) this.#values.delete(tag);
    }
  }

  /** A process of release 0.1.0 does not name the tags of its import, so that is everything. */
  #forgetUnspecific(): void {
    const unspecific = this.stored(CATALOGUE) - this.stored(CHANGE);
    if (this.#unspecific !== null && unspecific !== this.#unspecific) {
      for (let kind = 0; kind < KIND_COUNT; kind += 1) {
        if (!isCounter(kind as CacheTag)) this.#raiseKind(kind, this.#of(CATALOGUE));
      }
    }
    this.#unspecific = unspecific;
  }

  #countRaise(kind: number): void {
    this.#raises[kind]! += 1;
    this.#version += 1;
  }
}
