/**
 * Decides whether a stay is booked, and at what price, from plain values and in one order (I4). The references must
 * exist (404) and fit together, the guests must have beds, the visit type's rules, loyalty and prices must allow the
 * stay, and a binding booking needs rooms (B3). Only then the price is compared with the expected one (B7).
 */
import type { BookingRows } from '../../data/booking-rows.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { NamedPromotion, Tariff } from '../../data/reads/tariffs.ts';
import type { CancellationTerm } from '../../domain/booking/cancellation-terms.ts';
import { firstFullNight, guestCountProblem, type LockedNights } from '../../domain/booking/capacity.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { buildRateBook } from '../../domain/pricing/rate-book.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import {
  type OfferedQuote,
  priceStay,
  type ResolvedStay,
  resolveStay,
  type StayTariff,
} from '../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../domain/stay/stay.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import type { BookingInput } from './booking-input.ts';
import { type BookingRefusal, noCapacity, onDemandOnly, priceChanged } from './booking-outcome.ts';
import type { BookedProgram, BookingSubjects, GuestProgram } from './booking-subjects.ts';

/** A stay that may be booked, with everything that the booking stores of the decision. */
export interface BookableStay {
  readonly kind: 'bookable';
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly quote: OfferedQuote<NamedPromotion>;
  readonly cancellationTerms: readonly CancellationTerm[];
}

/** `nights` are the locked nights of a binding booking; a request needs none. */
export function decideBooking({
  input,
  subjects,
  nights,
  caller,
  today,
}: {
  input: BookingInput;
  subjects: BookingSubjects;
  nights: LockedNights;
  caller: Pick<Caller, 'channel'>;
  today: Day;
}): BookableStay | BookingRefusal {
  const fit = resolveStay(subjects);
  if (fit.kind !== 'fits') return fit;
  const { room, tariff } = fit;
  const guests = guestCountProblem({ guests: input.guests.length, beds: room.beds });
  if (guests) return guests;
  const priced = priceResolved(fit, { tariff, stay: input, currency: input.currency, channel: caller.channel, today });
  if (priced.kind !== 'priced') return priced;
  const [quote] = priced.quotes;
  const noRoom =
    input.kind === 'BINDING' ? roomProblem({ visitType: input.visitType, fit, nights, stay: input }) : null;
  if (noRoom) return noRoom;
  const { expectedTotal } = input;
  if (expectedTotal !== null && expectedTotal !== quote.amountMinor) return priceChanged(quote, expectedTotal);
  return {
    kind: 'bookable',
    visitTypeNumber: tariff.visitTypeNumber,
    hotelNumber: room.hotelNumber,
    roomTypeNumber: room.number,
    quote,
    cancellationTerms: tariff.cancellationTerms,
  };
}

/** The price of a stay whose parts fit together, in one currency, or the first rule against it. */
export function priceResolved(
  fit: ResolvedStay<StayTariff<NamedPromotion>>,
  {
    tariff: { priceLists },
    stay,
    currency,
    channel,
    today,
  }: { tariff: Pick<Tariff, 'priceLists'>; stay: Stay; currency: Currency; channel: string; today: Day },
) {
  const book = buildRateBook({ priceLists, roomTypes: [fit.room], today });
  return priceStay({ resolved: fit, book, channel, stay, today, currencies: [currency] });
}

/** Why no room can be taken for the stay at once, or null. `visitType` is the reference as sent. */
export function roomProblem({
  visitType,
  fit,
  nights,
  stay,
  own = null,
}: {
  visitType: string;
  fit: Pick<ResolvedStay, 'tariff' | 'room'>;
  nights: LockedNights;
  stay: Stay;
  /** Nights of which the booking has a room already. */
  own?: Stay | null;
}): Refusal<'onDemandOnly' | 'noCapacity'> | null {
  if (fit.tariff.rules.onDemand) return onDemandOnly(visitType);
  const full = firstFullNight(nights, stay, own);
  return full === null ? null : noCapacity(fit.room.number, full);
}

function byGuest(programs: readonly GuestProgram[]): ReadonlyMap<number, BookedProgram> {
  // biome-ignore lint/style/noNonNullAssertion: a programme that does not exist has refused the booking.
  return new Map(programs.map(({ guest, program }) => [guest, program.found!]));
}

/** The guests with the programmes that they present. */
export function guestRows(guests: BookingInput['guests'], programs: readonly GuestProgram[]): BookingRows['guests'] {
  const programOfGuest = byGuest(programs);
  return guests.map(({ loyaltyProgram: _, ...guest }, index) => ({
    ...guest,
    birthDate: guest.birthDate === null ? null : formatDay(guest.birthDate),
    loyaltyProgramNumber: programOfGuest.get(index + 1)?.number ?? null,
  }));
}

/** The lines of a price with the names of this moment. */
export function priceRows(
  { promotions, discounts }: Pick<Quote<NamedPromotion>, 'promotions' | 'discounts'>,
  programs: readonly GuestProgram[],
): Pick<BookingRows, 'promotions' | 'discounts'> {
  return {
    promotions: promotions.map(({ promotion: { name, basisPoints, validFrom, validTo }, nights, amountMinor }) => ({
      ...{ name, basisPoints, nights, amountMinor, validFrom: formatDay(validFrom) },
      validTo: validTo === null ? null : formatDay(validTo),
    })),
    discounts: discountRows(discounts, programs),
  };
}

export function discountRows(
  discounts: Quote['discounts'],
  programs: readonly GuestProgram[],
): BookingRows['discounts'] {
  const programOfGuest = byGuest(programs);
  return discounts.map(({ guest, programNumber, amountMinor }) => {
    // biome-ignore lint/style/noNonNullAssertion: a discount is that of a presented programme.
    const { name, basisPoints } = programOfGuest.get(guest)!;
    return { guestPosition: guest, loyaltyProgramNumber: programNumber, name, basisPoints, amountMinor };
  });
}
