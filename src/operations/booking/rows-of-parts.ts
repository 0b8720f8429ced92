/** The rows of the parts of a booking: its guests and the lines of its price. */
import type { BookingRows } from '../../data/booking-rows.ts';
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { formatDay } from '../../domain/time/civil-date.ts';
import type { BookingInput } from './booking-input.ts';
import type { BookedProgram, GuestProgram } from './booking-subjects.ts';

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
