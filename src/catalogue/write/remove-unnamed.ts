/**
 * `--replace`: removes what a file does not name. What bookings and open holds refer to stays, with its hotels and destinations, and so do
 * the channels of API keys. A visit type that stays only for them loses its price lists and promotions, so it is no longer
 * sold. Rows, or all bookings where no foreign key of them leads there, are locked before bookings are looked up, so none slips in between.
 */

import { LOCK_CATALOGUE } from '../../data/cache/raise-epochs.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { bool, int4, listOf, nullable, text } from '../../data/sql/column-types.ts';
import { type Placeholder, query, statement } from '../../data/sql/statement.ts';
import type { FileFacts } from '../check/file-facts.ts';
import { bookedSql, HELD_PROGRAMS } from '../check/stored-catalogue.ts';
import type { CatalogueTable } from '../stored/declaration.ts';
import { stored } from '../stored/stored.ts';
import type { Tally } from '../tally.ts';
import { ALL_TABLES, removeRows } from './remove-rows.ts';
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
  /** The column to which a removal may be limited: of amenities, their category. */
  among?: string;
  /** The column by which other tables refer to it. */
  referredAs?: string;
  /** Tables whose rows go even with one that stays. */
  terms?: readonly CatalogueTable[];
  /** Whether bookings refer to it without a foreign key: before something goes, all are locked and looked at again. */
  locksBookings?: boolean;
}

/** Adds the statement that finds what the file does not name, and whether it must stay. */
function removal({ table, usedBy = [], among, ...rest }: Removal) {
  const [key = ''] = table.key;
  const isUsed = usedBy.map((query) => `${key} IN (${query})`).join(' OR ') || 'false';
  const find = statement({
    takes: { named: listOf(keyType(key)), ...(among && { among: nullable(listOf(text)) }) },
    returns: { key: keyType(key), stays: bool },
    sql: ($: { readonly named: Placeholder; readonly among?: Placeholder }) => `
      SELECT ${key} AS key, ${isUsed} AS stays FROM ${table.table}
      WHERE ${key} NOT IN (SELECT unnest(${$.named}::${keyType(key).names[0]}[]))
        ${among ? `AND (${$.among}::text[] IS NULL OR ${among} = ANY(${$.among}))` : ''} ORDER BY 1`,
  });
  return { table, ...rest, find };
}

const byName = (kind: keyof FileFacts['named']) => (facts: FileFacts) => facts.named[kind];

const HOTELS = removal({
  table: stored.hotel,
  named: byName('hotel'),
  usedBy: bookedSql('hotel_number'),
  referredAs: 'hotel_number',
});

/** They are removed in this order. */
const ENTRIES = [
  removal({
    table: stored.visitType,
    named: byName('visit type'),
    usedBy: bookedSql('visit_type_number'),
    referredAs: 'visit_type_number',
    // A visit type that loses these is no longer sold.
    terms: [stored.rate, stored.priceList, stored.promotionChannel, stored.promotionHotel, stored.promotion],
  }),
  removal({
    table: stored.roomType,
    named: byName('room type'),
    usedBy: bookedSql('room_type_number'),
    referredAs: 'room_type_number',
  }),
  HOTELS,
];

/** Hotels lose them too: those that stay for their bookings, and those that a file without `--replace` does not name. */
const AMENITIES = removal({
  table: stored.amenity,
  named: ({ amenities }) => amenities.keys(),
  among: 'category_code',
  referredAs: 'amenity_code',
});

/** They are removed in this order. */
const SECTIONS = [
  removal({
    table: stored.destination,
    named: byName('destination'),
    usedBy: ['SELECT destination_number FROM hotel'],
  }),
  removal({ table: stored.tag, named: byName('tag'), referredAs: 'tag_number' }),
  removal({
    table: stored.loyaltyProgram,
    named: byName('loyalty program'),
    usedBy: [
      'SELECT loyalty_program_number FROM booking_guest WHERE loyalty_program_number IS NOT NULL',
      'SELECT loyalty_program_number FROM booking_discount',
      HELD_PROGRAMS,
    ],
    referredAs: 'loyalty_program_number',
    locksBookings: true,
  }),
  removal({ table: stored.visitTypeCategory, named: byName('visit type category'), referredAs: 'category_number' }),
  AMENITIES,
  removal({ table: stored.amenityCategory, named: ({ amenityCategories }) => amenityCategories }),
  removal({
    table: stored.channel,
    named: byName('channel'),
    usedBy: ['SELECT channel_code FROM api_key', 'SELECT channel_code FROM booking'],
    referredAs: 'channel_code',
  }),
];

/**
 * Locks what may be removed against new bookings, in the order in which the foreign keys of a booking lock it, which excludes
 * deadlocks; hotels that get another code, too, for which PostgreSQL locks them as for a removal. The nights are locked already.
 */
export async function lockUnnamed(tx: Prisma.TransactionClient, { named, hotels }: FileFacts): Promise<void> {
  await query(tx, LOCK_OTHERS.channel, { named: [...named.channel] });
  await query(tx, LOCK_OTHERS.visitType, { named: [...named['visit type']] });
  await query(tx, LOCK_OTHER_HOTELS, {
    numbers: [...hotels.keys()],
    codes: [...hotels.values()].map(({ code }) => code ?? ''),
  });
  await query(tx, LOCK_OTHERS.roomType, { named: [...named['room type']] });
}

function lockOthersIn(table: string, key: 'code' | 'number') {
  return statement({
    takes: { named: listOf(keyType(key)) },
    sql: ({ named }) => `
      SELECT count(*) FROM (
        SELECT FROM ${table} WHERE ${key} NOT IN (SELECT unnest(${named}::${keyType(key).names[0]}[])) ORDER BY ${key} FOR UPDATE) AS locked`,
  });
}
const LOCK_OTHERS = {
  channel: lockOthersIn('channel', 'code'),
  visitType: lockOthersIn('visit_type', 'number'),
  roomType: lockOthersIn('room_type', 'number'),
};

const LOCK_OTHER_HOTELS = statement({
  takes: { numbers: listOf(int4), codes: listOf(text) },
  sql: ({ numbers, codes }) => `
    SELECT count(*) FROM (
      SELECT FROM hotel WHERE (number, code) NOT IN (SELECT * FROM unnest(${numbers}::int[], ${codes}::text[])) ORDER BY number FOR UPDATE) AS locked`,
});

/** Numbers of the hotels that an import would remove: unnamed, without bookings and open holds. */
export async function findRemovableHotels(tx: Prisma.TransactionClient, { named }: FileFacts): Promise<number[]> {
  const rows = await query(tx, HOTELS.find, { named: [...named.hotel], among: null });
  return rows.flatMap(({ key, stays }) => (stays ? [] : [Number(key)]));
}

const RELEASE_CODES = statement({
  takes: { hotels: listOf(int4) },
  sql: ({ hotels }) => `UPDATE hotel SET code = chr(127) || number WHERE number = ANY(${hotels})`,
});

/**
 * Frees the codes of hotels that get new ones or are removed, so that two hotels may swap theirs. The placeholders are
 * overwritten or removed in the same transaction.
 */
export async function releaseHotelCodes(tx: Prisma.TransactionClient, hotels: readonly number[]): Promise<void> {
  if (hotels.length === 0) return;
  await query(tx, RELEASE_CODES, { hotels });
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
  await removeUnnamed(tx, AMENITIES, context, [...context.facts.amenityCategories]);
}

/** @param among values of that column; null: all that the file does not name is looked at */
async function removeUnnamed(
  tx: Prisma.TransactionClient,
  { table, named, find, referredAs = '', terms = [], locksBookings = false }: ReturnType<typeof removal>,
  { facts, tally, retained }: RemovalContext,
  among: readonly string[] | null = null,
): Promise<void> {
  const [key = ''] = table.key;
  const look = () => query(tx, find, { named: [...named(facts)], among });
  let rows = await look();
  if (locksBookings && rows.some(({ stays }) => !stays)) {
    await query(tx, LOCK_CATALOGUE);
    rows = await look();
  }
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
  return ALL_TABLES.filter(({ key }) => key.includes(column)).toSorted((a, b) => b.key.length - a.key.length);
}
