/**
 * Decides whether a stay is booked, and at what price, from plain values and in one order (I4). The references must
 * exist (404) and fit together, the guests must have beds, the visit type's rules, loyalty and prices must allow the
 * stay, and a binding booking needs rooms (B3). Only then the price is compared with the expected one (B7).
 */
import type { Caller } from '../../data/keys/api-keys.ts';
import type { NamedPromotion } from '../../data/reads/tariffs.ts';
import { buildRateBook } from '../../domain/pricing/rate-book.ts';
import { type OfferedQuote, priceStay, resolveStay } from '../../domain/stay/sellable-stay.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { firstFullNight, type LockedNights } from './booking-capacity.ts';
import type { BookingInput } from './booking-input.ts';
import { type BookingRefusal, guestCountProblem, noCapacity, onDemandOnly, priceChanged } from './booking-outcome.ts';
import type { BookingSubjects } from './booking-subjects.ts';

/** A stay that may be booked, with everything that the booking stores of the decision. */
export interface BookableStay {
  readonly kind: 'bookable';
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly quote: OfferedQuote<NamedPromotion>;
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
  const { room } = fit;
  const guests = guestCountProblem({ guests: input.guests.length, beds: room.beds });
  if (guests) return guests;
  const { visitTypeNumber, rules, priceLists } = subjects.visitType.found!;
  const priced = priceStay({
    resolved: fit,
    book: buildRateBook({ priceLists, roomTypes: [room], today }),
    channel: caller.channel,
    stay: input,
    today,
    currencies: [input.currency],
  });
  if (priced.kind !== 'priced') return priced;
  const [quote] = priced.quotes;
  if (input.kind === 'BINDING') {
    if (rules.onDemand) return onDemandOnly(input.visitType);
    const full = firstFullNight(nights, input);
    if (full !== null) return noCapacity(room.number, full);
  }
  if (input.expectedTotal !== null && input.expectedTotal !== quote.amountMinor) {
    return priceChanged(quote, input.expectedTotal);
  }
  return { kind: 'bookable', visitTypeNumber, hotelNumber: room.hotelNumber, roomTypeNumber: room.number, quote };
}
