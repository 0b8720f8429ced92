/**
 * The numbers and codes in the database that a file may refer to or collide with. Read inside the import's transaction, so they
 * cannot change before it ends.
 */

import type { Prisma } from '../../data/generated/prisma/client.ts';
import { int4 } from '../../data/sql/column-types.ts';
import { query, statement } from '../../data/sql/statement.ts';
import type { FileFacts, ReferenceKind } from './file-facts.ts';

/** An entry of a list with its position. */
export interface StoredEntry {
  code: string;
  position: number;
}

/** The database before an import writes. */
export interface StoredCatalogue {
  named: { readonly [Kind in ReferenceKind]: ReadonlySet<string | number> };
  hotels: ReadonlyMap<number, { code: string }>;
  roomTypes: ReadonlyMap<number, { hotelNumber: number }>;
  amenityCategories: readonly StoredEntry[];
  amenities: readonly (StoredEntry & { categoryCode: string; detailKinds: string[]; options: StoredEntry[] })[];
  /** The hotels that bookings and open holds refer to: they stay even with `--replace`. */
  bookedHotels: ReadonlySet<number>;
}

/** SQL condition: a hold is open, by the database's clock (S13). */
const IS_OPEN = 'released_at IS NULL AND expires_at > now()';

/** Queries for the keys of all that bookings or open holds refer to. */
export const bookedSql = (column: string): readonly string[] => [
  `SELECT ${column} FROM booking`,
  `SELECT ${column} FROM stay_hold WHERE ${IS_OPEN}`,
];

/** Query for the numbers of the loyalty programmes in the prices of open holds. */
export const HELD_PROGRAMS = `SELECT (p #>> '{program,found,number}')::int
  FROM stay_hold, jsonb_array_elements(programs) AS p WHERE ${IS_OPEN}`;

const FIND_BOOKED_HOTELS = statement({
  returns: { hotel: int4 },
  sql: () => `SELECT hotel_number AS hotel FROM (${bookedSql('hotel_number').join(' UNION ')}) AS booked`,
});

export async function loadStoredCatalogue(tx: Prisma.TransactionClient): Promise<StoredCatalogue> {
  const hotels = await tx.hotel.findMany({ select: { number: true, code: true } });
  const roomTypes = await tx.roomType.findMany({ select: { number: true, hotelNumber: true } });
  const channels = await tx.channel.findMany({ select: { code: true } });
  const numbers = async (table: 'destination' | 'tag' | 'loyaltyProgram' | 'visitTypeCategory') => {
    const rows = await (tx[table] as typeof tx.tag).findMany({ select: { number: true } });
    return new Set(rows.map((row) => row.number));
  };
  const booked = await query(tx, FIND_BOOKED_HOTELS);
  return {
    named: {
      channel: new Set(channels.map(({ code }) => code)),
      destination: await numbers('destination'),
      tag: await numbers('tag'),
      'loyalty program': await numbers('loyaltyProgram'),
      'visit type category': await numbers('visitTypeCategory'),
      hotel: new Set(hotels.map(({ number }) => number)),
      'room type': new Set(roomTypes.map(({ number }) => number)),
    },
    hotels: new Map(hotels.map((hotel) => [hotel.number, hotel])),
    roomTypes: new Map(roomTypes.map((room) => [room.number, room])),
    amenityCategories: await tx.amenityCategory.findMany({ orderBy: [{ position: 'asc' }, { code: 'asc' }] }),
    amenities: await tx.amenity.findMany({
      orderBy: [{ position: 'asc' }, { code: 'asc' }],
      include: { options: { orderBy: [{ position: 'asc' }, { code: 'asc' }] } },
    }),
    bookedHotels: new Set(booked.map(({ hotel }) => hotel)),
  };
}

/** What exists once the import is done, for checking references. */
export interface CatalogueAfterImport {
  has(kind: ReferenceKind, key: string | number): boolean;
  /** The hotel of a room type; undefined: no such room type. */
  hotelOf(roomTypeNumber: number): number | undefined;
  /** Detail kinds and options of an amenity; undefined: no such amenity. */
  amenity(code: string): { detailKinds: ReadonlySet<string>; options: ReadonlySet<string> } | undefined;
}

/** What the file names and, unless it replaces the rest, what is stored and not stated anew by what it names. */
export function catalogueAfterImport({
  facts,
  stored,
  replace,
}: {
  facts: FileFacts;
  stored: StoredCatalogue;
  replace: boolean;
}): CatalogueAfterImport {
  const storedAmenities = new Map(replace ? [] : stored.amenities.map((amenity) => [amenity.code, amenity]));
  return {
    has: (kind, key) =>
      (facts.named[kind] as ReadonlySet<string | number>).has(key) || (!replace && stored.named[kind].has(key)),
    hotelOf: (number) =>
      facts.roomTypes.get(number)?.hotelNumber ?? (replace ? undefined : stored.roomTypes.get(number)?.hotelNumber),
    amenity(code) {
      const given = facts.amenities.get(code);
      const before = storedAmenities.get(code);
      if (given || !before || facts.amenityCategories.has(before.categoryCode)) return given;
      return {
        detailKinds: new Set(before.detailKinds),
        options: new Set(before.options.map((option) => option.code)),
      };
    },
  };
}
