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
  /** The epochs of tags, by the position of their kind: what concerns one kind leaves the tags of others alone. */
  readonly #values = Array.from({ length: KIND_COUNT }, () => new Map<CacheTag, number>());
  /** The counters in the database by their texts, with their values there. A reading names all of them, of which few have changed. */
  readonly #counters = new Map<string, number>();
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
  /** What standbys show and this table does not know, under its text. */
  readonly #suspected = new Map<string, RaisedEpoch>();
  /** This table with that, as a layer over it; null: there is nothing. */
  #ahead: EpochTable | null = null;
  /** The table that this one is a layer over, which has what this one lacks. */
  #below: EpochTable | null = null;

  of(tag: CacheTag): number {
    const known = this.#of(tag);
    if (this.#ahead === null || this.#ahead.#of(tag) === known) return known;
    doubts += 1;
    return DOUBTFUL + doubts;
  }

  #of(tag: CacheTag): number {
    return isAnyOfKind(tag) ? this.#raises[kindIndexOf(tag)]! : this.#known(tag);
  }

  /** The epoch that a change must exceed to be news: of the tag, or of everything of its kind. */
  #known(tag: CacheTag): number {
    const kind = kindIndexOf(tag);
    const floor = this.#floors[kind]!;
    let value = this.#values[kind]!.get(tag);
    if (value === undefined && this.#below !== null) value = this.#below.#known(tag);
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
    if (isCurrent) this.#suspectNothing();
  }

  /** Grows when the database was restored. */
  get base(): number {
    return this.#base;
  }

  /** The value of a tag in the database, as far as known. */
  stored(tag: CacheTag): number {
    return this.#known(tag) - this.#base;
  }

  /** The value of a tag that any server is known to have. */
  latest(tag: CacheTag): number {
    return Math.max(this.stored(tag), this.#ahead?.stored(tag) ?? 0);
  }

  /** The values of all counters in the database by their texts, as far as known. */
  storedCounters(): ReadonlyMap<string, number> {
    return new Map(this.#counters);
  }

  /** Records what was raised. Returns whether anything is new. */
  apply(raised: readonly RaisedEpoch[]): boolean {
    const before = this.#version;
    for (const one of raised) {
      const tag = this.#newTag(one);
      if (tag !== null) this.#learn(tag, one);
    }
    this.#forgetUnspecific();
    if (this.#version === before) return false;
    if (this.#ahead !== null) {
      const suspected = [...this.#suspected.values()];
      this.#suspectNothing();
      this.suspect(suspected);
    }
    return true;
  }

  /**
   * Records what standbys show. The leader may not show it yet, or never: until its notifications are trusted again, whatever that has
   * raised has another epoch each time it is asked for. So nothing of before is used, and nothing that is read meanwhile is cached.
   */
  suspect(raised: readonly RaisedEpoch[]): void {
    // Standbys are asked in every round while there is no leader, and nearly always say what is known.
    const tables = this.#ahead === null ? [this] : [this, this.#ahead];
    const news = raised.filter((one) => tables.every((table) => table.#newTag(one) !== null));
    if (news.length === 0) return;
    for (const one of news) this.#suspected.set(one.scope, one);
    this.#ahead ??= this.#layer();
    this.#ahead.apply(news);
    this.#version += 1;
  }

  #suspectNothing(): void {
    this.#suspected.clear();
    this.#ahead = null;
  }

  /** A table that says what this one does, however many tags that has, and can be raised by itself until this one is. */
  #layer(): EpochTable {
    const layer = new EpochTable();
    layer.#below = this;
    layer.#base = this.#base;
    Object.assign(layer.#floors, this.#floors);
    Object.assign(layer.#raises, this.#raises);
    layer.#unspecific = this.#unspecific;
    layer.#inventoryRaises = this.#inventoryRaises;
    return layer;
  }

  /** Moves every tag to an epoch that it never had. */
  restart(): void {
    this.#base += RESTORE_OFFSET;
    this.#suspectNothing();
    for (const values of this.#values) values.clear();
    this.#counters.clear();
    this.#floors.fill(this.#base);
    this.#unspecific = null;
    for (let kind = 0; kind < KIND_COUNT; kind += 1) this.#countRaise(kind);
  }

  /** The tag that a change raises beyond what is known; null: none. */
  #newTag({ scope, value }: RaisedEpoch): CacheTag | null {
    if (value <= (this.#counters.get(scope) ?? 0)) return null;
    const tag = parseCacheTag(scope);
    return tag !== null && this.#base + value > this.#known(tag) ? tag : null;
  }

  /** Records the change that raises a tag. */
  #learn(tag: CacheTag, { scope, value }: RaisedEpoch): void {
    if (isInventory(tag)) {
      this.#countInventory(tag, value, parseCapacityChange(scope));
      return;
    }
    this.#raise(tag, this.#base + value);
    if (isStoredCounter(tag)) this.#counters.set(scope, value);
  }

  #raise(tag: CacheTag, epoch: number): void {
    const kind = kindIndexOf(tag);
    if (isAnyOfKind(tag)) this.#raiseKind(kind, epoch);
    else {
      this.#values[kind]!.set(tag, epoch);
      this.#countRaise(kind);
    }
  }

  /**
   * Raises what a change of a hotel's capacity names of its room types. If the change before it has not been received, what that
   * changed is not known, and the whole hotel is raised; so it is by processes of release 0.1.0, which name no room types.
   */
  #countInventory(tag: CacheTag, value: number, { counter, roomTypes, nights }: CapacityChange): void {
    const isNext = value === this.stored(tag) + 1;
    this.#raise(tag, this.#base + value);
    this.#counters.set(counter, value);
    this.#inventoryRaises += 1;
    const raised = this.#base + this.#inventoryRaises;
    if (roomTypes.length === 0 || !isNext) this.#raise(cacheTag('hotelInventory', numberOf(tag)), raised);
    else for (const one of roomTypes) for (const each of changedCapacityTags(one, nights)) this.#raise(each, raised);
  }

  #raiseKind(kind: number, epoch: number): void {
    if (epoch <= this.#floors[kind]!) return;
    this.#floors[kind] = epoch;
    this.#countRaise(kind);
    const values = this.#values[kind]!;
    for (const [tag, value] of values) if (value <= epoch) values.delete(tag);
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
