/**
 * What a booking request names, read inside the booking's transaction. The rows are found and held first, so that nobody
 * removes them before the transaction ends; once the catalogue stands still, everything about them is read: what the
 * caller may see of them (I2), the tariff, and the loyalty programs of the guests.
 */
import type { Caller } from '../data/api-keys.ts';
import type { Prisma } from '../data/generated/prisma/client.ts';
import { readTariffs, type Tariff } from '../data/tariffs.ts';
import type { RoomType } from '../domain/price-list.ts';
import type { Named, PresentedProgram } from '../domain/sellable-stay.ts';
import type { BookingInput } from './booking-input.ts';
import { objectIdOf } from './references.ts';

/** Numbers of the rows that the request names; null where there is none. */
export interface NamedNumbers {
  readonly visitType: number | null;
  readonly hotel: number | null;
  readonly roomType: number | null;
}

/** A loyalty program with what a booking keeps of it. */
export interface BookedProgram {
  readonly number: number;
  readonly id: string;
  readonly name: Prisma.JsonValue;
  readonly basisPoints: number;
}

/** All that the request names, as far as it exists for the caller. */
export interface BookingSubjects {
  readonly visitType: Named<Tariff>;
  readonly hotel: Named<{ readonly number: number }>;
  readonly roomType: Named<RoomType>;
  readonly programs: readonly (PresentedProgram & { readonly program: Named<BookedProgram> })[];
}

const LARGEST_NUMBER = 2 ** 31 - 1;

/** How a reference finds its row: by number or by ObjectId. Both null: it can name none. */
function keysOf(reference: string): { number: number | null; id: string | null } {
  const id = objectIdOf(reference);
  const number = Number(reference);
  return { number: id === null && number >= 0 && number <= LARGEST_NUMBER ? number : null, id };
}

/** The numbers that the request names its rows by, looked up where it gives ObjectIds. A number may yet name nothing. */
export async function numbersOf(
  tx: Prisma.TransactionClient,
  asked: Pick<BookingInput, 'visitType' | 'hotel' | 'roomType'>,
): Promise<NamedNumbers> {
  const [visitType, hotel, roomType] = [keysOf(asked.visitType), keysOf(asked.hotel), keysOf(asked.roomType)];
  if (visitType.id === null && hotel.id === null && roomType.id === null) {
    return { visitType: visitType.number, hotel: hotel.number, roomType: roomType.number };
  }
  const [found] = await tx.$queryRaw<NamedNumbers[]>`
    SELECT coalesce(${visitType.number}, (SELECT number FROM visit_type WHERE id = ${visitType.id})) AS "visitType",
           coalesce(${hotel.number}, (SELECT number FROM hotel WHERE id = ${hotel.id})) AS hotel,
           coalesce(${roomType.number}, (SELECT number FROM room_type WHERE id = ${roomType.id})) AS "roomType"`;
  return found!;
}

/**
 * Keeps the rows that a booking will refer to from being removed until the transaction ends, in the order in which an
 * import locks what it removes: after the nights, and room type, hotel, visit type, channel. Whoever waits for an import
 * here waits before keeping the catalogue still, so that the two never wait for each other.
 * @returns the numbers of those that exist
 */
export async function holdRows(
  tx: Prisma.TransactionClient,
  { visitType, hotel, roomType }: NamedNumbers,
  channelCode: string,
): Promise<NamedNumbers> {
  const [held] = await tx.$queryRaw<NamedNumbers[]>`
    WITH r AS (SELECT number FROM room_type WHERE number = ${roomType} FOR KEY SHARE),
         h AS (SELECT number FROM hotel WHERE number = ${hotel} FOR KEY SHARE),
         v AS (SELECT number FROM visit_type WHERE number = ${visitType} FOR KEY SHARE),
         c AS (SELECT code FROM channel WHERE code = ${channelCode} FOR KEY SHARE)
    SELECT (SELECT number FROM r) AS "roomType", (SELECT number FROM h) AS hotel, (SELECT number FROM v) AS "visitType",
           (SELECT code FROM c) AS channel`;
  return held!;
}

/** Reads what the request names. Call it while the catalogue stands still (`holdCatalogueStill`). */
export async function readSubjects(
  tx: Prisma.TransactionClient,
  { input, held, caller }: { input: BookingInput; held: NamedNumbers; caller: Pick<Caller, 'destinations'> },
): Promise<BookingSubjects> {
  const tariff =
    held.visitType === null ? null : ((await readTariffs(tx, [held.visitType])).get(held.visitType) ?? null);
  const roomType =
    held.roomType === null
      ? null
      : await tx.roomType.findUnique({
          where: { number: held.roomType },
          select: { number: true, hotelNumber: true, beds: true },
        });
  const hotelNumbers = [...(tariff?.hotelNumbers ?? []), held.hotel, roomType?.hotelNumber];
  const visible = await visibleHotels(
    tx,
    caller,
    hotelNumbers.filter((number) => number != null),
  );
  return {
    visitType: {
      id: input.visitType,
      found: tariff?.hotelNumbers.some((number) => visible.has(number)) ? tariff : null,
    },
    hotel: {
      id: input.hotel,
      found: held.hotel !== null && visible.has(held.hotel) ? { number: held.hotel } : null,
    },
    roomType: { id: input.roomType, found: roomType && visible.has(roomType.hotelNumber) ? roomType : null },
    programs: await readPrograms(tx, input.guests),
  };
}

async function visibleHotels(
  tx: Prisma.TransactionClient,
  { destinations }: Pick<Caller, 'destinations'>,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const hotels = await tx.hotel.findMany({
    where: {
      number: { in: [...new Set(numbers)] },
      ...(destinations === null ? {} : { destinationNumber: { in: [...destinations] } }),
    },
    select: { number: true },
  });
  return new Set(hotels.map(({ number }) => number));
}

async function readPrograms(
  tx: Prisma.TransactionClient,
  guests: BookingInput['guests'],
): Promise<BookingSubjects['programs']> {
  const presented = guests.flatMap(({ loyaltyProgram }, index) =>
    loyaltyProgram === null ? [] : [{ guest: index + 1, id: loyaltyProgram, keys: keysOf(loyaltyProgram) }],
  );
  if (presented.length === 0) return [];
  const programs = await tx.loyaltyProgram.findMany({
    where: {
      OR: [
        { number: { in: presented.map(({ keys }) => keys.number).filter((number) => number !== null) } },
        { id: { in: presented.map(({ keys }) => keys.id).filter((id) => id !== null) } },
      ],
    },
  });
  return presented.map(({ guest, id, keys }) => ({
    guest,
    program: { id, found: programs.find((row) => row.number === keys.number || row.id === keys.id) ?? null },
  }));
}
