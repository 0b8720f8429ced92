/**
 * Bookings as rows: written whole in the transaction that makes them. The price is kept as it was calculated, line by line with the names and percentages of that moment, so nothing that happens to
 * the catalogue later changes what a booking says (B5).
 */
import type { Day } from '../domain/civil-date.ts';
import type { Locale } from '../domain/locale.ts';
import type { Currency } from '../domain/money.ts';
import { columnOfDay } from './civil-dates.ts';
import type { Prisma } from './generated/prisma/client.ts';
import type { BookingKind, Gender, PriceListKind } from './generated/prisma/enums.ts';

/** Texts by locale, as they are stored. */
type Texts = Prisma.JsonValue;

/** Whom a booking is billed to. */
export interface BookedContact {
  readonly gender: Gender | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly consentMarketing: boolean;
  /** Complete on a binding booking. */
  readonly address: {
    readonly street: string | null;
    readonly houseNumber: string | null;
    readonly city: string | null;
    readonly zipCode: string | null;
    /** ISO 3166-1 alpha-3. */
    readonly country: string | null;
  } | null;
}

/** Someone who stays in the room; the position among the guests, from 1, is the place in the list. */
export interface BookedGuest {
  readonly gender: Gender | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: Day | null;
  readonly loyaltyProgramNumber: number | null;
  readonly loyaltyProgramCode: string | null;
}

/** A promotion in the price of a booking. */
export interface BookedPromotionLine {
  readonly name: Texts;
  readonly basisPoints: number;
  readonly nights: number;
  readonly amountMinor: number;
  readonly validFrom: Day;
  readonly validTo: Day | null;
}

/** A loyalty discount in the price of a booking. */
export interface BookedDiscountLine {
  readonly guest: number;
  readonly programNumber: number;
  readonly name: Texts;
  readonly basisPoints: number;
  readonly amountMinor: number;
}

/** The price of a booking: `amountMinor = baseMinor - promotions - discounts`. */
export interface BookedPrice {
  readonly currency: Currency;
  readonly priceListKind: PriceListKind;
  readonly baseMinor: number;
  readonly promotions: readonly BookedPromotionLine[];
  readonly discounts: readonly BookedDiscountLine[];
  readonly amountMinor: number;
}

/** A booking. */
export interface StoredBooking {
  readonly id: string;
  readonly kind: BookingKind;
  readonly apiKeyId: string;
  readonly channelCode: string;
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly arrival: Day;
  readonly departure: Day;
  readonly price: BookedPrice;
  readonly language: Locale;
  readonly affiliate: string | null;
  readonly customerNote: string | null;
  readonly createdAt: Date;
  readonly billedTo: BookedContact;
  readonly guests: readonly BookedGuest[];
}

/** Writes a booking, and a message about it for other systems. */
export async function insertBooking(tx: Prisma.TransactionClient, booking: StoredBooking): Promise<void> {
  const { id: bookingId, price, billedTo, guests, arrival, departure, ...plain } = booking;
  await tx.booking.createMany({
    data: [
      {
        ...plain,
        id: bookingId,
        arrival: columnOfDay(arrival),
        departure: columnOfDay(departure),
        currency: price.currency,
        priceListKind: price.priceListKind,
        baseMinor: price.baseMinor,
        amountMinor: price.amountMinor,
      },
    ],
  });
  const { address, ...contact } = billedTo;
  await tx.bookingContact.createMany({ data: [{ bookingId, ...contact, ...address }] });
  await tx.bookingGuest.createMany({
    data: guests.map(({ birthDate, ...guest }, index) => ({
      bookingId,
      position: index + 1,
      ...guest,
      birthDate: birthDate === null ? null : columnOfDay(birthDate),
    })),
  });
  if (price.promotions.length > 0) {
    await tx.bookingPromotion.createMany({
      data: price.promotions.map(({ name, validFrom, validTo, ...line }, position) => ({
        bookingId,
        position,
        ...line,
        name: name as Prisma.InputJsonValue,
        validFrom: columnOfDay(validFrom),
        validTo: validTo === null ? null : columnOfDay(validTo),
      })),
    });
  }
  if (price.discounts.length > 0) {
    await tx.bookingDiscount.createMany({
      data: price.discounts.map(({ guest, programNumber, name, ...line }) => ({
        bookingId,
        guestPosition: guest,
        loyaltyProgramNumber: programNumber,
        name: name as Prisma.InputJsonValue,
        ...line,
      })),
    });
  }
  await tx.outboxMessage.createMany({ data: [{ topic: 'booking.created', bookingId, createdAt: booking.createdAt }] });
}
