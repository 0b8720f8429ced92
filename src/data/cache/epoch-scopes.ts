/**
 * What changes together, and so is forgotten together (U5). A scope is one entity of a kind, or a kind that has no entities. In the
 * database and in notifications it is a text (`rates:17`, `structure`); in memory a number, because every read looks some up.
 *
 * The capacity of a hotel has one counter in the database, and a notification says of which room types it changed
 * (`inventory:5/17,18`). A process that has missed such a notification, or reads the counter, knows only that the hotel's changed.
 */

/** In the order of their numbers. */
const KINDS = [
  /** Every change of the catalogue: the number of the last one. */
  'catalogue',
  /** The number of those changes that said what they touched; those of release 0.1.0 do not. */
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
export type InventoryScopeText = `inventory:${number}/${number}` | `inventory:${number}`;

/** A scope as text that a transaction may raise. */
export type EpochScopeText =
  | Exclude<SingleKind, 'catalogue' | 'change'>
  | `${CatalogueEpochKind}:${number}`
  | InventoryScopeText;

/** A scope in memory. */
export type EpochScope = number & { readonly __scope: true };

export const KIND_COUNT = KINDS.length;
const INDEX_BY_KIND = Object.fromEntries(KINDS.map((kind, index) => [kind, index])) as Record<EpochKind, number>;
const MAX_KINDS = 16;
/** Stands for all entities of a kind; none has this number. */
export const ANY_NUMBER = -1;

/** The scope of one entity. */
export function epochScope(kind: EntityEpochKind, number: number): EpochScope {
  return (number * MAX_KINDS + INDEX_BY_KIND[kind]) as EpochScope;
}

/** The scope of everything of a kind: it has another epoch whenever anything of the kind was raised. */
export function anyOfKind(kind: EpochKind): EpochScope {
  return (ANY_NUMBER * MAX_KINDS + INDEX_BY_KIND[kind]) as EpochScope;
}

function single(kind: SingleKind): EpochScope {
  return INDEX_BY_KIND[kind] as EpochScope;
}
export const CATALOGUE = single('catalogue');
export const CHANGE = single('change');
export const KEYS = single('keys');
export const STRUCTURE = single('structure');
export const DICTIONARY = single('dictionary');

/** The position of a scope's kind, below `KIND_COUNT`. */
export function kindIndexOf(scope: EpochScope): number {
  // Bitwise, a number beyond 32 bits keeps its last ones.
  return scope & (MAX_KINDS - 1);
}

/** The number of a scope's entity; 0 if its kind has none. */
export function numberOf(scope: EpochScope): number {
  return Math.floor(scope / MAX_KINDS);
}

/** Whether the scope has a counter of its own, instead of the number of a change of the catalogue. */
export function isCounter(scope: EpochScope): boolean {
  return COUNTERS.has(kindIndexOf(scope));
}
const COUNTERS = new Set(
  (['catalogue', 'change', 'keys', 'inventory', 'hotelInventory', 'roomTypeInventory'] as const).map(
    (kind) => INDEX_BY_KIND[kind],
  ),
);

/** Whether the scope counts the changes of a hotel's capacity. */
export function isInventory(scope: EpochScope): boolean {
  return kindIndexOf(scope) === INDEX_BY_KIND.inventory;
}

/** Whether the scope stands for everything of its kind. */
export function isAnyOfKind(scope: EpochScope): boolean {
  return scope < 0;
}

/** The scope of everything of the kind at this position. */
export function anyAtIndex(kindIndex: number): EpochScope {
  return (ANY_NUMBER * MAX_KINDS + kindIndex) as EpochScope;
}

/** The scope that a text names, whose number may be `ANY_NUMBER`; null: none that this version knows. */
export function parseScope(text: string): EpochScope | null {
  const [kind, number = '0'] = text.split(':') as [EpochKind, string?];
  const index = INDEX_BY_KIND[kind];
  return index === undefined ? null : ((Number.parseInt(number, 10) * MAX_KINDS + index) as EpochScope);
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
