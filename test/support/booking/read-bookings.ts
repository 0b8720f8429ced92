/** Reads stored bookings as plain values: days and amounts are numbers. */

import type { Prisma, PrismaClient } from '../../../src/data/generated/prisma/client.ts';
import { dayOfColumn, dayOrNullOfColumn } from '../../../src/data/sql/column-types.ts';
import type { Locale } from '../../../src/domain/text/locale.ts';

const WHOLE_BOOKING = {
  billedTo: true,
  guests: { orderBy: { position: 'asc' } },
  promotions: { orderBy: { position: 'asc' } },
  discounts: { orderBy: { guestPosition: 'asc' } },
} as const satisfies Prisma.BookingInclude;

type BookingRow = Prisma.BookingGetPayload<{ include: typeof WHOLE_BOOKING }>;

/**
 * Reads complete bookings by id. Unknown ids and those of other API keys are both missing.
 * @param ids ObjectIds in lower case
 */
export async function readBookings(
  prisma: PrismaClient | Prisma.TransactionClient,
  ids: readonly string[],
  apiKeyId: string,
): Promise<Map<string, ReturnType<typeof bookingOfRow>>> {
  const rows = await prisma.booking.findMany({ where: { id: { in: [...ids] }, apiKeyId }, include: WHOLE_BOOKING });
  return new Map(rows.map((row) => [row.id, bookingOfRow(row)]));
}

function bookingOfRow(row: BookingRow) {
  const { currency, priceListKind, baseMinor, amountMinor, promotions, discounts, billedTo, guests, ...plain } = row;
  if (!billedTo) throw new Error(`booking ${row.id} has no contact`);
  return {
    ...plain,
    arrival: dayOfColumn(row.arrival),
    departure: dayOfColumn(row.departure),
    // A database check restricts it to the four locales.
    language: row.language as Locale,
    price: {
      currency,
      priceListKind,
      baseMinor: Number(baseMinor),
      promotions: promotions.map((line) => ({
        name: line.name,
        basisPoints: line.basisPoints,
        nights: line.nights,
        amountMinor: Number(line.amountMinor),
        validFrom: dayOfColumn(line.validFrom),
        validTo: dayOrNullOfColumn(line.validTo),
      })),
      discounts: discounts.map((line) => ({
        guest: line.guestPosition,
        programNumber: line.loyaltyProgramNumber,
        name: line.name,
        basisPoints: line.basisPoints,
        amountMinor: Number(line.amountMinor),
      })),
      amountMinor: Number(amountMinor),
    },
    billedTo: contactOfRow(billedTo),
    guests: guests.map(({ gender, firstName, lastName, birthDate, loyaltyProgramNumber, loyaltyProgramCode }) => ({
      gender,
      firstName,
      lastName,
      birthDate: dayOrNullOfColumn(birthDate),
      loyaltyProgramNumber,
      loyaltyProgramCode,
    })),
  };
}

function contactOfRow(row: NonNullable<BookingRow['billedTo']>) {
  const { bookingId: _bookingId, street, houseNumber, city, zipCode, country, ...contact } = row;
  // A database check allows all five or none.
  const whole = street !== null && houseNumber !== null && city !== null && zipCode !== null && country !== null;
  return { ...contact, address: whole ? { street, houseNumber, city, zipCode, country } : null };
}
