/**
 * Cache tags: what changes together, and so becomes stale together (U5). A tag is one entity of a kind, or a kind that has no entities.
 * In the database (in the column `scope`) and in notifications it is a text (`rates:17`, `structure`); in memory a number, because every
 * read looks some up.
 *
 * The capacity of a hotel has one counter in the database, and a notification says on which nights, from the first to the last in days
 * since 1970-01-01, and of which room types it changed (`inventory:5:20575..20580/17,18`). A process that has missed such a notification,
 * or reads the counter, knows only that the hotel's changed. Release 0.2.0 names no nights, and reads past them: it takes the number up to
 * the second colon, and the room types after the slash.
 *
 * If there were one tag for everything, mixed reads while rooms change take 26 times the processor time (bench/ABLATION.md).
 */
import { type DayRange, monthOf } from '../../domain/time/civil-date.ts';

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
  /** The capacity of a room type, on whatever night. Known to a process alone. */
  'roomTypeInventory',
  /** The capacity of a room type in a month. Known to a process alone. */
  'roomTypeMonth',
] as const;

export type EpochKind = (typeof KINDS)[number];
/** Kinds without entities. */
type SingleKind = 'catalogue' | 'change' | 'keys' | 'structure' | 'dictionary';
/** Kinds of which each entity has an epoch. */
export type EntityEpochKind = Exclude<EpochKind, SingleKind>;
type InventoryKind = 'inventory' | 'hotelInventory' | 'roomTypeInventory' | 'roomTypeMonth';
/** Kinds with entities whose epochs are numbers of changes of the catalogue. */
export type CatalogueEpochKind = Exclude<EntityEpochKind, InventoryKind>;

/** A change of capacity: of a hotel's room type on some nights or on any, or of the whole hotel. */
export type InventoryTagText =
  | `inventory:${number}:${number}..${number}/${number}`
  | `inventory:${number}/${number}`
  | `inventory:${number}`;

/** A tag as text that a transaction may raise. */
export type CacheTagText =
  | Exclude<SingleKind, 'catalogue' | 'change'>
  | `${CatalogueEpochKind}:${number}`
  | InventoryTagText;

/** A tag in memory. */
export type CacheTag = number & { readonly __tag: true };

export const KIND_COUNT = KINDS.length;
const INDEX_BY_KIND = Object.fromEntries(KINDS.map((kind, index) => [kind, index])) as Record<EpochKind, number>;
const MAX_KINDS = 32;
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
const COUNTERS = new Set([
  ...STORED_COUNTERS,
  ...(['hotelInventory', 'roomTypeInventory', 'roomTypeMonth'] as const).map((kind) => INDEX_BY_KIND[kind]),
]);

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

/** A change of a hotel's capacity. */
export interface CapacityChange {
  /** The counter of the hotel in the database. */
  readonly counter: string;
  /** None: it is not known of which. */
  readonly roomTypes: readonly number[];
  /** From the first to the last; null: it is not known on which. */
  readonly nights: DayRange | null;
}

/** The change that a text names. What this version does not understand of it is not known. */
export function parseCapacityChange(text: string): CapacityChange {
  const [named, roomTypes] = text.split('/') as [string, string?];
  const [kind, hotel, nights = ''] = named.split(':') as [string, string, string?];
  const [from = Number.NaN, to = Number.NaN] = nights.split('..').map((day) => Number.parseInt(day, 10));
  return {
    counter: `${kind}:${hotel}`,
    roomTypes: roomTypes === undefined ? [] : roomTypes.split(',').map(Number),
    nights: from <= to ? { from, to } : null,
  };
}

/** The text of a change. */
export function formatCapacityChange({ counter, roomTypes, nights }: CapacityChange): string {
  if (roomTypes.length === 0) return counter;
  return `${counter}${nights === null ? '' : `:${nights.from}..${nights.to}`}/${roomTypes.join(',')}`;
}

/** Months that are so many apart share a tag. More than are for sale, so the tag of a month that has passed becomes that of one to come. */
const MONTHS_OF_ROOM_TYPE = 31;
/** The place of changes whose nights are not known, after those of the months. */
const UNKNOWN_NIGHTS = MONTHS_OF_ROOM_TYPE;
/** Above 32,768 room types some share the tags of their months: tags are bounded however many room types there are. */
const MAX_MONTH_TAGS = 2 ** 20;

function monthTag(roomType: number, place: number): CacheTag {
  return cacheTag('roomTypeMonth', (roomType * (MONTHS_OF_ROOM_TYPE + 1) + place) % MAX_MONTH_TAGS);
}

/** The tags of a room type's capacity in the months of these nights. */
function tagsOfMonths(roomType: number, { from, to }: DayRange): CacheTag[] {
  const first = monthOf(from);
  const last = Math.min(monthOf(to), first + MONTHS_OF_ROOM_TYPE - 1);
  const tags: CacheTag[] = [];
  for (let month = first; month <= last; month += 1) tags.push(monthTag(roomType, month % MONTHS_OF_ROOM_TYPE));
  return tags;
}

/** The tags that a change of a room type's capacity raises. */
export function changedCapacityTags(roomType: number, nights: DayRange | null): CacheTag[] {
  const months = nights === null ? [monthTag(roomType, UNKNOWN_NIGHTS)] : tagsOfMonths(roomType, nights);
  return [cacheTag('roomTypeInventory', roomType), ...months];
}

/** The tags of which one is raised by every change of a room type's capacity on these nights, beside that of its hotel. */
export function capacityTags(roomType: number, nights: DayRange): CacheTag[] {
  return [monthTag(roomType, UNKNOWN_NIGHTS), ...tagsOfMonths(roomType, nights)];
}
