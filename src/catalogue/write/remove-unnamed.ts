/**
 * `--replace`: removes what a file does not name. What bookings refer to stays, with its hotels and destinations, and so do the
 * channels of API keys. A visit type that stays only for its bookings loses its price lists and promotions, so it is no longer
 * sold. Rows are locked before their bookings are looked up, so no booking slips in between.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { FileFacts } from '../check/file-facts.ts';
import type { CatalogueTable } from '../stored/declaration.ts';
import { stored } from '../stored/stored.ts';
import type { Tally } from '../tally.ts';
import { removeRows } from './remove-rows.ts';
import { keyType } from './row.ts';

/** Unnamed things that stay, by kind: numbers or codes. */
export type Retained = Record<string, (number | string)[]>;

interface RemovalContext {
  facts: FileFacts;
  tally: Tally;
  retained: Retained;
}

/** What is removed from a table, and what goes with it: the rows of other tables that refer to it in their key. */
interface Removal {
  table: CatalogueTable;
  /** The keys that the file names. */
  named: (facts: FileFacts) => Iterable<number | string>;
  /** Queries for the keys of those that must stay. */
  usedBy?: readonly string[];
  /** The column by which other tables refer to it. */
  referredAs?: string;
  /** Tables whose rows go even with one that stays. */
  terms?: readonly CatalogueTable[];
}

const byName = (kind: keyof FileFacts['named']) => (facts: FileFacts) => facts.named[kind];

/** Nights are written by statements of their own, but removed with their room type. */
const INVENTORY_NIGHT: CatalogueTable = {
  table: 'inventory_night',
  key: ['room_type_number', 'night'],
  owner: ['room_type_number'],
  counted: 'inventoryNights',
  raises: [],
};

/** They are removed in this order. */
const ENTRIES: readonly Removal[] = [
  {
    table: stored.visitType,
    named: byName('visit type'),
    usedBy: ['SELECT visit_type_number FROM booking'],
    referredAs: 'visit_type_number',
    // A visit type that loses these is no longer sold.
    terms: [stored.rate, stored.priceList, stored.promotionChannel, stored.promotionHotel, stored.promotion],
  },
  {
    table: stored.roomType,
    named: byName('room type'),
    usedBy: ['SELECT room_type_number FROM booking'],
    referredAs: 'room_type_number',
  },
  {
    table: stored.hotel,
    named: byName('hotel'),
    usedBy: ['SELECT hotel_number FROM booking'],
    referredAs: 'hotel_number',
  },
];

/** Hotels lose them too: those that stay for their bookings, and those that a file without `--replace` does not name. */
const AMENITIES: Removal = {
  table: stored.amenity,
  named: ({ amenities }) => amenities.keys(),
  referredAs: 'amenity_code',
};

/** They are removed in this order. */
const SECTIONS: readonly Removal[] = [
  { table: stored.destination, named: byName('destination'), usedBy: ['SELECT destination_number FROM hotel'] },
  { table: stored.tag, named: byName('tag'), referredAs: 'tag_number' },
  {
    table: stored.loyaltyProgram,
    named: byName('loyalty program'),
    usedBy: [
      'SELECT loyalty_program_number FROM booking_guest WHERE loyalty_program_number IS NOT NULL',
      'SELECT loyalty_program_number FROM booking_discount',
    ],
    referredAs: 'loyalty_program_number',
  },
  { table: stored.visitTypeCategory, named: byName('visit type category'), referredAs: 'category_number' },
  AMENITIES,
  { table: stored.amenityCategory, named: ({ amenityCategories }) => amenityCategories },
  {
    table: stored.channel,
    named: byName('channel'),
    usedBy: ['SELECT channel_code FROM api_key', 'SELECT channel_code FROM booking'],
    referredAs: 'channel_code',
  },
];

/**
 * Locks what may be removed against new bookings, in the order in which the foreign keys of a booking lock it, which excludes
 * deadlocks. The nights are locked already.
 */
export async function lockUnnamed(tx: Prisma.TransactionClient, { named }: FileFacts): Promise<void> {
  for (const [table, key, keys] of [
    ['channel', 'code', named.channel],
    ['visit_type', 'number', named['visit type']],
    ['hotel', 'number', named.hotel],
    ['room_type', 'number', named['room type']],
  ] as const) {
    await tx.$queryRawUnsafe(
      `SELECT count(*)::int FROM (
         SELECT FROM ${table} WHERE ${key} NOT IN (SELECT unnest($1::${keyType(key)}[])) ORDER BY ${key} FOR UPDATE) AS locked`,
      [...keys],
    );
  }
}

/** Numbers of the hotels that an import would remove: unnamed and without bookings. */
export async function findRemovableHotels(tx: Prisma.TransactionClient, { named }: FileFacts): Promise<number[]> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    SELECT number FROM hotel WHERE number NOT IN (SELECT unnest(${[...named.hotel]}::int[]))
      AND number NOT IN (SELECT hotel_number FROM booking) ORDER BY number`;
  return rows.map(({ number }) => number);
}

/**
 * Frees the codes of hotels that get new ones or are removed, so that two hotels may swap theirs. The placeholders are
 * overwritten or removed in the same transaction.
 */
export async function releaseHotelCodes(tx: Prisma.TransactionClient, hotels: readonly number[]): Promise<void> {
  if (hotels.length === 0) return;
  await tx.$executeRaw`UPDATE hotel SET code = chr(127) || number WHERE number = ANY(${hotels}::int[])`;
}

/** Removes visit types, room types and hotels that the file does not name, after the others are written. */
export async function removeUnnamedEntries(tx: Prisma.TransactionClient, context: RemovalContext): Promise<void> {
  for (const removal of ENTRIES) await removeUnnamed(tx, removal, context);
}

/** Removes from the small sections what the file does not name, after everything is written. */
export async function removeUnnamedSections(
  tx: Prisma.TransactionClient,
  context: RemovalContext,
): Promise<{ keysChanged: boolean }> {
  const keysBefore = await tx.apiKeyDestination.count();
  for (const removal of SECTIONS) await removeUnnamed(tx, removal, context);
  const keysLost = keysBefore - (await tx.apiKeyDestination.count());
  context.tally.removed('apiKeyDestinations', keysLost);
  return { keysChanged: keysLost > 0 };
}

/** Removes the amenities that the file leaves out of a category that it names (U4), from hotels too. */
export async function removeLeftOutAmenities(tx: Prisma.TransactionClient, context: RemovalContext): Promise<void> {
  await removeUnnamed(tx, AMENITIES, context, { column: 'category_code', values: context.facts.amenityCategories });
}

/** @param among only of these rows; absent: of all */
async function removeUnnamed(
  tx: Prisma.TransactionClient,
  { table, named, usedBy = [], referredAs = '', terms = [] }: Removal,
  { facts, tally, retained }: RemovalContext,
  among?: { column: string; values: Iterable<string> },
): Promise<void> {
  const [key = ''] = table.key;
  const isUsed = usedBy.map((query) => `${key} IN (${query})`).join(' OR ') || 'false';
  const rows = await tx.$queryRawUnsafe<{ key: number | string; stays: boolean }[]>(
    `SELECT ${key} AS key, ${isUsed} AS stays FROM ${table.table}
     WHERE ${key} NOT IN (SELECT unnest($1::${keyType(key)}[])) ${among ? `AND ${among.column} = ANY($2::text[])` : ''} ORDER BY 1`,
    [...named(facts)],
    ...(among ? [[...among.values]] : []),
  );
  const all = rows.map((row) => row.key);
  const leaving = rows.filter(({ stays }) => !stays).map((row) => row.key);
  const staying = rows.filter(({ stays }) => stays).map((row) => row.key);
  for (const term of terms) await removeRows(tx, term, { column: referredAs, values: all, tally });
  for (const dependant of dependantsOf(referredAs).filter((one) => !terms.includes(one))) {
    await removeRows(tx, dependant, { column: referredAs, values: leaving, tally });
  }
  await removeRows(tx, table, { column: key, values: leaving, tally });
  if (staying.length > 0) retained[table.counted] = staying;
}

/** The tables with `column` in their key, those before others whose rows belong to theirs. */
function dependantsOf(column: string): readonly CatalogueTable[] {
  const all: readonly CatalogueTable[] = [...Object.values(stored), INVENTORY_NIGHT];
  return all.filter(({ key }) => key.includes(column)).toSorted((a, b) => b.key.length - a.key.length);
}
