/**
 * `--replace`: removes what a file does not name. What bookings refer to stays, as do the hotels and destinations around
 * it and the channels of API keys; but a visit type that only stays for its bookings loses its price lists and promotions,
 * so it is sold no more. Rows are locked before their bookings are looked for, so no booking slips in between.
 */
import type { Prisma } from '../generated/prisma/client.ts';
import type { FileFacts } from './file-facts.ts';
import type { Tally } from './tally.ts';

/** What the file does not name and still stays, by kind: numbers or codes. */
export type Kept = Record<string, (number | string)[]>;

interface Removal {
  facts: FileFacts;
  tally: Tally;
  kept: Kept;
}

/**
 * Locks what may have to go, so that nobody books it any more: in the order in which the foreign keys of a booking lock
 * it, so that neither waits for the other in a circle. Nights are locked before.
 */
export async function lockUnnamed(tx: Prisma.TransactionClient, { named }: FileFacts): Promise<void> {
  for (const { table, key, type, keys } of [
    { table: 'channel', key: 'code', type: 'text', keys: [...named.channel] },
    { table: 'visit_type', key: 'number', type: 'int', keys: [...named['visit type']] },
    { table: 'hotel', key: 'number', type: 'int', keys: [...named.hotel] },
    { table: 'room_type', key: 'number', type: 'int', keys: [...named['room type']] },
  ]) {
    await tx.$queryRawUnsafe(
      `SELECT count(*)::int FROM (
         SELECT FROM ${table} WHERE ${key} NOT IN (SELECT unnest($1::${type}[])) ORDER BY ${key} FOR UPDATE) AS locked`,
      keys,
    );
  }
}

/**
 * Removes visit types, room types and hotels that the file does not name; comes before anything is written, so that
 * their codes are free.
 */
export async function removeUnnamedEntries(tx: Prisma.TransactionClient, removal: Removal): Promise<void> {
  const { named } = removal.facts;
  const visitTypes = await unnamed(tx, 'visit_type', [...named['visit type']]);
  for (const [what, table] of [
    ['priceLists', 'price_list'],
    ['promotions', 'promotion'],
  ] as const) {
    const gone = await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE visit_type_number = ANY($1::int[])`,
      visitTypes,
    );
    removal.tally.removed(what, gone);
  }
  await removeUnbooked(tx, { ...removal, what: 'visitTypes', table: 'visit_type', numbers: visitTypes });
  const roomTypes = await unnamed(tx, 'room_type', [...named['room type']]);
  await removeUnbooked(tx, { ...removal, what: 'roomTypes', table: 'room_type', numbers: roomTypes });
  const hotels = await unnamed(tx, 'hotel', [...named.hotel]);
  await removeUnbooked(tx, { ...removal, what: 'hotels', table: 'hotel', numbers: hotels });
}

async function unnamed(
  tx: Prisma.TransactionClient,
  table: 'visit_type' | 'room_type' | 'hotel',
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ number: number }[]>(
    `SELECT number FROM ${table} WHERE number NOT IN (SELECT unnest($1::int[])) ORDER BY number`,
    numbers,
  );
  return rows.map(({ number }) => number);
}

async function removeUnbooked(
  tx: Prisma.TransactionClient,
  {
    what,
    table,
    numbers,
    tally,
    kept,
  }: Removal & { what: 'visitTypes' | 'roomTypes' | 'hotels'; table: string; numbers: readonly number[] },
): Promise<void> {
  const gone = await tx.$executeRawUnsafe(
    `DELETE FROM ${table} WHERE number = ANY($1::int[]) AND number NOT IN (SELECT ${table}_number FROM booking)`,
    numbers,
  );
  tally.removed(what, gone);
  if (gone === numbers.length) return;
  const staying = await tx.$queryRawUnsafe<{ number: number }[]>(
    `SELECT number FROM ${table} WHERE number = ANY($1::int[]) ORDER BY number`,
    numbers,
  );
  kept[what] = staying.map(({ number }) => number);
}

/** Removes from the small sections what the file does not name; comes after everything is written. */
export async function removeUnnamedSections(
  tx: Prisma.TransactionClient,
  removal: Removal,
): Promise<{ keysChanged: boolean }> {
  const { named, amenities, amenityCategories } = removal.facts;
  const numbers = (what: 'destinations' | 'tags' | 'loyaltyPrograms' | 'visitTypeCategories') => {
    const kinds = {
      destinations: 'destination',
      tags: 'tag',
      loyaltyPrograms: 'loyalty program',
      visitTypeCategories: 'visit type category',
    } as const;
    return { ...removal, what, key: 'number', type: 'int', named: [...named[kinds[what]]] };
  };
  const keysBefore = await tx.apiKeyDestination.count();
  await removeUnused(tx, {
    ...numbers('destinations'),
    table: 'destination',
    usedBy: ['SELECT destination_number FROM hotel'],
  });
  await removeUnused(tx, { ...numbers('tags'), table: 'tag', usedBy: [] });
  await removeUnused(tx, {
    ...numbers('loyaltyPrograms'),
    table: 'loyalty_program',
    usedBy: [
      'SELECT loyalty_program_number FROM booking_guest WHERE loyalty_program_number IS NOT NULL',
      'SELECT loyalty_program_number FROM booking_discount',
    ],
  });
  await removeUnused(tx, { ...numbers('visitTypeCategories'), table: 'visit_type_category', usedBy: [] });
  const byCode = { ...removal, key: 'code', type: 'text', usedBy: [] };
  const amenityCodes = [...amenities.keys()];
  // Only hotels that stay for their bookings still have amenities that go.
  await tx.$executeRaw`
    DELETE FROM hotel_amenity WHERE amenity_code NOT IN (SELECT unnest(${amenityCodes}::text[]))`;
  await removeUnused(tx, { ...byCode, what: 'amenities', table: 'amenity', named: amenityCodes });
  const categoryCodes = [...amenityCategories];
  await removeUnused(tx, { ...byCode, what: 'amenityCategories', table: 'amenity_category', named: categoryCodes });
  await removeUnused(tx, {
    ...byCode,
    what: 'channels',
    table: 'channel',
    named: [...named.channel],
    usedBy: ['SELECT channel_code FROM api_key', 'SELECT channel_code FROM booking'],
  });
  return { keysChanged: (await tx.apiKeyDestination.count()) !== keysBefore };
}

async function removeUnused(
  tx: Prisma.TransactionClient,
  {
    what,
    table,
    key,
    type,
    named,
    usedBy,
    tally,
    kept,
  }: Removal & {
    what: Parameters<Tally['removed']>[0];
    table: string;
    key: string;
    type: string;
    named: readonly (number | string)[];
    /** Queries for the keys of those that have to stay. */
    usedBy: readonly string[];
  },
): Promise<void> {
  const isUnnamed = `${key} NOT IN (SELECT unnest($1::${type}[]))`;
  const isUnused = usedBy.map((query) => ` AND ${key} NOT IN (${query})`).join('');
  tally.removed(what, await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE ${isUnnamed}${isUnused}`, named));
  const staying = await tx.$queryRawUnsafe<{ key: number | string }[]>(
    `SELECT ${key} AS key FROM ${table} WHERE ${isUnnamed} ORDER BY 1`,
    named,
  );
  if (staying.length > 0) kept[what] = staying.map((row) => row.key);
}
