/**
 * `--replace`: removes what a file does not name. What bookings refer to stays, with its hotels and destinations, and so do the
 * channels of API keys. A visit type that stays only for its bookings loses its price lists and promotions, so it is no longer
 * sold. Rows are locked before their bookings are looked up, so no booking slips in between.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { FileFacts } from '../check/file-facts.ts';
import type { Tally } from '../tally.ts';
import { removeRows } from './remove-rows.ts';
import { type CatalogueTable, keyType, tables } from './tables.ts';

/** Unnamed things that stay, by kind: numbers or codes. */
export type Retained = Record<string, (number | string)[]>;

interface RemovalContext {
  facts: FileFacts;
  tally: Tally;
  retained: Retained;
}

/**
 * Locks what may be removed against new bookings, in the order in which the foreign keys of a booking lock it, which excludes
 * deadlocks. The nights are locked already.
 */
export async function lockUnnamed(tx: Prisma.TransactionClient, { named }: FileFacts): Promise<void> {
  for (const { table, key, keys } of [
    { table: 'channel', key: 'code', keys: [...named.channel] },
    { table: 'visit_type', key: 'number', keys: [...named['visit type']] },
    { table: 'hotel', key: 'number', keys: [...named.hotel] },
    { table: 'room_type', key: 'number', keys: [...named['room type']] },
  ]) {
    await tx.$queryRawUnsafe(
      `SELECT count(*)::int FROM (
         SELECT FROM ${table} WHERE ${key} NOT IN (SELECT unnest($1::${keyType(key)}[])) ORDER BY ${key} FOR UPDATE) AS locked`,
      keys,
    );
  }
}

/** Tables whose rows go with a row of another, each with the referring column. */
type Dependants = readonly (readonly [CatalogueTable, string])[];

const VISIT_TYPE_DEPENDANTS: Dependants = [
  tables.timeConstraint,
  tables.visitTypeCategoryLink,
  tables.visitTypeTag,
  tables.visitTypeLoyaltyProgram,
  tables.visitTypeHotel,
].map((table) => [table, 'visit_type_number']);

/** Without these a visit type is no longer sold. */
const TERMS_OF_VISIT_TYPE: Dependants = [
  tables.rate,
  tables.priceList,
  tables.promotionChannel,
  tables.promotionHotel,
  tables.promotion,
].map((table) => [table, 'visit_type_number']);

/** Nights are written by statements of their own, but removed with their room type. */
const INVENTORY_NIGHT: CatalogueTable = {
  table: 'inventory_night',
  key: ['room_type_number', 'night'],
  owner: ['room_type_number'],
  counted: 'inventoryNights',
};

const ROOM_TYPE_DEPENDANTS: Dependants = [tables.roomTypeImage, tables.rate, INVENTORY_NIGHT].map((table) => {
  return [table, 'room_type_number'];
});

const HOTEL_DEPENDANTS: Dependants = [
  tables.accommodationRules,
  tables.hotelTagline,
  tables.mealService,
  tables.hotelImage,
  tables.hotelAmenity,
  tables.visitTypeHotel,
  tables.promotionHotel,
].map((table) => [table, 'hotel_number']);

/** Removes visit types, room types and hotels that the file does not name, after the others are written. */
export async function removeUnnamedEntries(tx: Prisma.TransactionClient, removal: RemovalContext): Promise<void> {
  const { named } = removal.facts;
  const visitTypes = await findUnnamed(tx, 'visit_type', [...named['visit type']]);
  await removeDependants(tx, TERMS_OF_VISIT_TYPE, { ...removal, keys: visitTypes });
  await removeUnbooked(tx, {
    ...removal,
    table: tables.visitType,
    dependants: VISIT_TYPE_DEPENDANTS,
    numbers: visitTypes,
  });
  const roomTypes = await findUnnamed(tx, 'room_type', [...named['room type']]);
  await removeUnbooked(tx, {
    ...removal,
    table: tables.roomType,
    dependants: ROOM_TYPE_DEPENDANTS,
    numbers: roomTypes,
  });
  const hotels = await findUnnamed(tx, 'hotel', [...named.hotel]);
  await removeUnbooked(tx, { ...removal, table: tables.hotel, dependants: HOTEL_DEPENDANTS, numbers: hotels });
}

/** Numbers of the hotels that an import would remove: unnamed and without bookings. */
export async function findRemovableHotels(tx: Prisma.TransactionClient, { named }: FileFacts): Promise<number[]> {
  return findUnbooked(tx, 'hotel', await findUnnamed(tx, 'hotel', [...named.hotel]));
}

type EntryTable = 'visit_type' | 'room_type' | 'hotel';

async function findUnnamed(
  tx: Prisma.TransactionClient,
  table: EntryTable,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ number: number }[]>(
    `SELECT number FROM ${table} WHERE number NOT IN (SELECT unnest($1::int[])) ORDER BY number`,
    numbers,
  );
  return rows.map(({ number }) => number);
}

async function findUnbooked(
  tx: Prisma.TransactionClient,
  table: EntryTable,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ number: number }[]>(
    `SELECT number FROM unnest($1::int[]) AS n(number) WHERE number NOT IN (SELECT ${table}_number FROM booking)`,
    numbers,
  );
  return rows.map(({ number }) => number);
}

async function removeUnbooked(
  tx: Prisma.TransactionClient,
  {
    table,
    dependants,
    numbers,
    tally,
    retained,
  }: RemovalContext & { table: CatalogueTable; dependants: Dependants; numbers: readonly number[] },
): Promise<void> {
  const leaving = await findUnbooked(tx, table.table as EntryTable, numbers);
  await removeDependants(tx, dependants, { tally, keys: leaving });
  await removeRows(tx, table, { column: 'number', values: leaving, tally });
  const left = new Set(leaving);
  const staying = numbers.filter((number) => !left.has(number));
  if (staying.length > 0) retained[table.counted] = staying;
}

async function removeDependants(
  tx: Prisma.TransactionClient,
  dependants: Dependants,
  { tally, keys }: { tally: Tally; keys: readonly (number | string)[] },
): Promise<void> {
  for (const [table, column] of dependants) await removeRows(tx, table, { column, values: keys, tally });
}

/** Removes from the small sections what the file does not name, after everything is written. */
export async function removeUnnamedSections(
  tx: Prisma.TransactionClient,
  removal: RemovalContext,
): Promise<{ keysChanged: boolean }> {
  const { named, amenities, amenityCategories } = removal.facts;
  const keysBefore = await tx.apiKeyDestination.count();
  await removeUnused(tx, {
    ...removal,
    table: tables.destination,
    named: [...named.destination],
    usedBy: ['SELECT destination_number FROM hotel'],
  });
  await removeUnused(tx, {
    ...removal,
    table: tables.tag,
    named: [...named.tag],
    dependants: [[tables.visitTypeTag, 'tag_number']],
  });
  await removeUnused(tx, {
    ...removal,
    table: tables.loyaltyProgram,
    named: [...named['loyalty program']],
    usedBy: [
      'SELECT loyalty_program_number FROM booking_guest WHERE loyalty_program_number IS NOT NULL',
      'SELECT loyalty_program_number FROM booking_discount',
    ],
    dependants: [[tables.visitTypeLoyaltyProgram, 'loyalty_program_number']],
  });
  await removeUnused(tx, {
    ...removal,
    table: tables.visitTypeCategory,
    named: [...named['visit type category']],
    dependants: [[tables.visitTypeCategoryLink, 'category_number']],
  });
  await removeUnused(tx, {
    ...removal,
    table: tables.amenity,
    named: [...amenities.keys()],
    // Only hotels that stay for their bookings still have amenities to remove.
    dependants: [
      [tables.amenityOption, 'amenity_code'],
      [tables.hotelAmenity, 'amenity_code'],
    ],
  });
  await removeUnused(tx, { ...removal, table: tables.amenityCategory, named: [...amenityCategories] });
  await removeUnused(tx, {
    ...removal,
    table: tables.channel,
    named: [...named.channel],
    usedBy: ['SELECT channel_code FROM api_key', 'SELECT channel_code FROM booking'],
    dependants: [
      [tables.hotelTagline, 'channel_code'],
      [tables.promotionChannel, 'channel_code'],
    ],
  });
  const keysLost = keysBefore - (await tx.apiKeyDestination.count());
  removal.tally.removed('apiKeyDestinations', keysLost);
  return { keysChanged: keysLost > 0 };
}

async function removeUnused(
  tx: Prisma.TransactionClient,
  {
    table,
    named,
    usedBy = [],
    dependants = [],
    tally,
    retained,
  }: RemovalContext & {
    table: CatalogueTable;
    named: readonly (number | string)[];
    /** Queries for the keys of those that must stay. */
    usedBy?: readonly string[];
    dependants?: Dependants;
  },
): Promise<void> {
  const [key] = table.key;
  const isUsed = usedBy.map((query) => `${key} IN (${query})`).join(' OR ') || 'false';
  const rows = await tx.$queryRawUnsafe<{ key: number | string; stays: boolean }[]>(
    `SELECT ${key} AS key, ${isUsed} AS stays FROM ${table.table}
     WHERE ${key} NOT IN (SELECT unnest($1::${keyType(key!)}[])) ORDER BY 1`,
    named,
  );
  const keysOf = (stay: boolean) => rows.filter(({ stays }) => stays === stay).map((row) => row.key);
  await removeDependants(tx, dependants, { tally, keys: keysOf(false) });
  await removeRows(tx, table, { column: key!, values: keysOf(false), tally });
  if (keysOf(true).length > 0) retained[table.counted] = keysOf(true);
}
