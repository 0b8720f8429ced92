/**
 * Cache tags: what changes together, and so becomes stale together (U5). A tag is one entity of a kind, or a kind that has no entities.
 * In the database (in the column `scope`) and in notifications it is a text (`rates:17`, `structure`); in memory a number, because every
 * read looks some up.
 *
 * The capacity of a hotel has one counter in the database, and a notification says of which room types it changed (`inventory:5/17,18`).
 * A process that has missed such a notification, or reads the counter, knows only that the hotel's changed.
 *
 * If there were one tag for everything, mixed reads while rooms change take 26 times the processor time (bench/ABLATION.md).
 */

/** In the order of their numbers. */
const KINDS = [
  /** Every change of the catalogue: the number of the last one. */
  'catalogue',
  /** The number of those changes that said what they changed; those of release 0.1.0 do not. */
  'change',
  'keys',
  /** Which entities exist, and which are related to which. */
  'structure',
  'dictionary',
  /** Changes of the capacity of a hotel are counted by it, in the database; nothing depends on it. */
  'inventory',
  /** Everything that decides what a visit type costs and when it is sold. */
  'rates',
  'visitType',
  /** A hotel with its texts, images and amenities. */
  'hotel',
  'roomType',
  'destination',
  'visitTypeCategory',
  'tag',
  'loyaltyProgram',
  /** The capacity of a hotel, as far as it is not known of which room types it changed. Known to a process alone. */
  'hotelInventory',
  /** The capacity of a room type. Known to a process alone. */
  'roomTypeInventory',
] as const;

export type EpochKind = (typeof KINDS)[number];
/** Kinds without entities. */
type SingleKind = 'catalogue' | 'change' | 'keys' | 'structure' | 'dictionary';
/** Kinds of which each entity has an epoch. */
export type EntityEpochKind = Exclude<EpochKind, SingleKind>;
type InventoryKind = 'inventory' | 'hotelInventory' | 'roomTypeInventory';
/** Kinds with entities whose epochs are numbers of changes of the catalogue. */
export type CatalogueEpochKind = Exclude<EntityEpochKind, InventoryKind>;

/** A change of capacity: of a hotel's room type, or of the whole hotel. */
export type InventoryTagText = `inventory:${number}/${number}` | `inventory:${number}`;

/** A tag as text that a transaction may raise. */
export type CacheTagText =
  | Exclude<SingleKind, 'catalogue' | 'change'>
  | `${CatalogueEpochKind}:${number}`
  | InventoryTagText;

/** A tag in memory. */
export type CacheTag = number & { readonly __tag: true };

export const KIND_COUNT = KINDS.length;
const INDEX_BY_KIND = Object.fromEntries(KINDS.map((kind, index) => [kind, index])) as Record<EpochKind, number>;
const MAX_KINDS = 16;
/** Stands for all entities of a kind; none has this number. */
export const ANY_NUMBER = -1;

/** The tag of one entity. */
export function cacheTag(kind: EntityEpochKind, number: number): CacheTag {
  return (number * MAX_KINDS + INDEX_BY_KIND[kind]) as CacheTag;
}

/** The tag of everything of a kind: it has another epoch whenever anything of the kind was raised. */
export function anyOfKind(kind: EpochKind): CacheTag {
  return anyAtIndex(INDEX_BY_KIND[kind]);
}

function single(kind: SingleKind): CacheTag {
  return INDEX_BY_KIND[kind] as CacheTag;
}
export const CATALOGUE = single('catalogue');
export const CHANGE = single('change');
export const KEYS = single('keys');
export const STRUCTURE = single('structure');
export const DICTIONARY = single('dictionary');

/** The position of a tag's kind, below `KIND_COUNT`. */
export function kindIndexOf(tag: CacheTag): number {
  // Bitwise, a number beyond 32 bits keeps its last ones.
  return tag & (MAX_KINDS - 1);
}

/** The number of a tag's entity; 0 if its kind has none. */
export function numberOf(tag: CacheTag): number {
  return Math.floor(tag / MAX_KINDS);
}

/** Whether the tag has a counter of its own, instead of the number of a change of the catalogue. */
export function isCounter(tag: CacheTag): boolean {
  return COUNTERS.has(kindIndexOf(tag));
}

/** Whether the database counts the changes of the tag. The capacity of hotels and room types is counted by each process for itself. */
export function isStoredCounter(tag: CacheTag): boolean {
  return STORED_COUNTERS.has(kindIndexOf(tag));
}
const STORED_COUNTERS = new Set(
  (['catalogue', 'change', 'keys', 'inventory'] as const).map((kind) => INDEX_BY_KIND[kind]),
);
const COUNTERS = new Set([...STORED_COUNTERS, INDEX_BY_KIND.hotelInventory, INDEX_BY_KIND.roomTypeInventory]);

/** Whether the tag counts the changes of a hotel's capacity. */
export function isInventory(tag: CacheTag): boolean {
  return kindIndexOf(tag) === INDEX_BY_KIND.inventory;
}

/** Whether the tag stands for everything of its kind. */
export function isAnyOfKind(tag: CacheTag): boolean {
  return tag < 0;
}

/** The tag of everything of the kind at this position. */
export function anyAtIndex(kindIndex: number): CacheTag {
  return (ANY_NUMBER * MAX_KINDS + kindIndex) as CacheTag;
}

/** The tag that a text names, whose number may be `ANY_NUMBER`; null: none that this version knows. */
export function parseCacheTag(text: string): CacheTag | null {
  const [kind, number = '0'] = text.split(':') as [EpochKind, string?];
  const index = INDEX_BY_KIND[kind];
  return index === undefined ? null : ((Number.parseInt(number, 10) * MAX_KINDS + index) as CacheTag);
}

/** The numbers of the room types that a text names after a hotel (`inventory:5/17,18`); none: it does not say which. */
export function parseRoomTypes(text: string): number[] {
  const separator = text.indexOf('/');
  return separator < 0
    ? []
    : text
        .slice(separator + 1)
        .split(',')
        .map(Number);
}
