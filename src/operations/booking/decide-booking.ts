/**
 * Decides whether rooms are booked for a stay, and at what price, from plain values. Each is decided in one order (I4): the references must
 * exist (404) and fit together, the guests must have beds, the visit type's rules, loyalty and prices must allow the
 * stay, and a binding booking needs a room (B3), beside those that earlier rooms of the request take (Y2). Only then the price of all together and
 * what cancelling costs are compared with what is expected (B7).
 */
import type { BookingRows } from '../../data/booking-rows.ts';
import type { OpenHold } from '../../data/holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { NamedPromotion, Tariff } from '../../data/reads/tariffs.ts';
import type { NightsOfRoomTypes } from '../../data/rooms-left.ts';
import { lastFreeDay } from '../../domain/booking/cancellation-terms.ts';
import { firstFullNight, guestCountProblem, nightsAfter, type RoomsLeft } from '../../domain/booking/capacity.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { buildRateBook } from '../../domain/pricing/rate-book.ts';
import { notFound, type Refusal } from '../../domain/problem/refusal.ts';
import { quoteTogether } from '../../domain/stay/party-quote.ts';
import { priceStay, type ResolvedStay, resolveStay } from '../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../domain/stay/stay.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import { decideHeldBooking } from '../hold/decide-held-booking.ts';
import { type BookingInput, bookedRoom, type PartyInput } from './booking-input.ts';
import {
  type BookableStay,
  type BookingRefusal,
  cancellationChanged,
  noCapacity,
  notAsHeld,
  onDemandOnly,
  type PriceChanged,
  priceChanged,
} from './booking-outcome.ts';
import type { BookedProgram, BookingSubjects, GuestProgram, NamedNumbers } from './booking-subjects.ts';

/** `held` are the open holds that the request names; null: it names none. A request has no `nights`. */
export function decideBookings({
  input,
  held,
  named,
  subjects,
  nights,
  caller,
  today,
}: {
  input: PartyInput;
  held: readonly OpenHold<GuestProgram>[] | null;
  named: NamedNumbers;
  subjects: readonly BookingSubjects[];
  nights: NightsOfRoomTypes;
  caller: Pick<Caller, 'channel'>;
  today: Day;
}): BookableStay[] | BookingRefusal {
  const { rooms, hold } = input;
  if (held?.length === 0) return notFound('HOLD', hold ?? '');
  if (held && held.length !== rooms.length) return notAsHeld([{ path: 'rooms', held: String(held.length) }]);
  const stays: BookableStay[] = [];
  for (const [index, ofRoom] of subjects.entries()) {
    // biome-ignore lint/style/noNonNullAssertion: there are subjects of each room.
    const room = { ...input, ...rooms[index]! };
    const roomType = named.roomTypes[index] ?? null;
    const earlier = stays.filter(({ roomTypeNumber }) => roomTypeNumber === roomType).length;
    const left = nightsAfter((roomType === null ? null : nights.get(roomType)) ?? new Map(), earlier);
    const holdOfRoom = held?.[index];
    const stay = holdOfRoom
      ? decideHeldBooking({
          ...{ input: room, held: holdOfRoom, subjects: ofRoom, nights: left, today },
          named: { visitType: named.visitType, hotel: named.hotel, roomType },
        })
      : decideRoom({
          ...{ stay: room, currency: room.currency, guests: room.guests.length, takesRoom: room.kind === 'BINDING' },
          ...{ subjects: ofRoom, nights: left, channel: caller.channel, today },
        });
    if (stay.kind !== 'bookable') return atRoom(stay, index);
    stays.push(stay);
  }
  return otherThanExpected(stays, input) ?? stays;
}

/** What is not as the caller counts on, the price before the terms of cancelling; null: everything is (B7). */
function otherThanExpected(
  stays: readonly BookableStay[],
  { rooms, arrival, expectedTotal, expectedCancellation }: PartyInput,
): PriceChanged | null {
  if (expectedTotal === null && expectedCancellation === null) return null;
  const quote = quoteTogether(
    stays.map((stay, index) => ({ quote: stay.quote, guests: rooms[index]?.guests.length ?? 0 })),
  );
  if (expectedTotal !== null && expectedTotal !== quote.amountMinor) return priceChanged(quote, expectedTotal);
  const freeCancellationUntil = lastFreeDay(quote.cancellation);
  const isExpected =
    expectedCancellation === null || expectedCancellation.freeCancellationUntil === freeCancellationUntil;
  return isExpected ? null : cancellationChanged(quote, { freeCancellationUntil, arrival });
}

/** A refusal of a room with the paths of its fields in the input of all. */
function atRoom(refusal: BookingRefusal, index: number): BookingRefusal {
  if (refusal.kind !== 'invalidInput') return refusal;
  const problems = refusal.problems.map((problem) => {
    const [field = ''] = problem.path.split('.');
    return field in bookedRoom.shape ? { ...problem, path: `rooms.${index}.${problem.path}` } : problem;
  });
  return { ...refusal, problems };
}

/** Decides a room that is booked or held. */
export function decideRoom({
  stay,
  currency,
  guests,
  takesRoom,
  subjects,
  nights,
  channel,
  today,
}: {
  stay: Stay;
  currency: Currency;
  /** How many sleep in it; null: not said. */
  guests: number | null;
  takesRoom: boolean;
  /** A hotel that is null is the one of the room type. */
  subjects: Omit<BookingSubjects, 'hotel'> & { readonly hotel: BookingSubjects['hotel'] | null };
  /** Rooms left by night of a stay that takes a room; any other needs none. */
  nights: RoomsLeft;
  channel: string;
  today: Day;
}):
  | BookableStay
  | Refusal<
      | 'notFound'
      | 'stayNotAllowed'
      | 'guestCount'
      | 'loyaltyNotApplicable'
      | 'notPriced'
      | 'onDemandOnly'
      | 'noCapacity'
    > {
  const fit = resolveStay(subjects);
  if (fit.kind !== 'fits') return fit;
  const { room, tariff } = fit;
  const wrongCount = guests === null ? null : guestCountProblem({ guests, beds: room.beds });
  if (wrongCount) return wrongCount;
  const priced = priceResolved(fit, { stay, currency, channel, today });
  if (priced.kind !== 'priced') return priced;
  const [quote] = priced.quotes;
  const noRoom = takesRoom ? roomProblem({ visitType: subjects.visitType.id, fit, nights, stay }) : null;
  if (noRoom) return noRoom;
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
  fit: ResolvedStay<Tariff>,
  { stay, currency, channel, today }: { stay: Stay; currency: Currency; channel: string; today: Day },
) {
  const book = buildRateBook({ priceLists: fit.tariff.priceLists, roomTypes: [fit.room], today });
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
  nights: RoomsLeft;
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
