/**
 * Whether a stay can be sold, and for how much: the one order in which quotes and bookings check a request (I4). First
 * everything must exist, then it must belong together (`resolveStay`); then the visit type's rules, the loyalty programmes and the
 * price lists must allow it (`priceStay`). The first failed check is the result, a value with the facts that broke it (F7).
 * Capacity and on demand concern only bookings.
 */
import { type CancellationFee, type CancellationTerm, cancellationFees } from '../booking/cancellation-terms.ts';
import type { Currency } from '../pricing/money.ts';
import type { RoomType } from '../pricing/price-list.ts';
import { applicablePromotions, type Promotion } from '../pricing/promotion.ts';
import { type GuestLoyalty, loyaltyProblem, type Quote, quoteStay } from '../pricing/quote.ts';
import { nightPrices, type RateBook } from '../pricing/rate-book.ts';
import { notFound, type Refusal } from '../problem/refusal.ts';
import type { Day } from '../time/civil-date.ts';
import { type Stay, type StayRules, stayProblem } from './stay.ts';
import { lengthsFrom } from './stay-options.ts';

/** A subject with the id of the request. `found` is null if it does not exist or is hidden. */
export interface Lookup<T> {
  readonly id: string;
  readonly found: T | null;
}

/** What decides whether a visit type's stay is sold, and at which price. */
export interface StayTariff<P extends Promotion = Promotion> {
  readonly rules: StayRules;
  /** The hotels that sell it. */
  readonly hotelNumbers: readonly number[];
  /** The promotions of every channel and hotel. */
  readonly promotions: readonly P[];
  readonly loyaltyProgramNumbers: readonly number[];
  readonly cancellationTerms: readonly CancellationTerm[];
}

/** A loyalty programme that a guest presents. */
export interface PresentedProgram {
  /** Position of the guest, from 1; unique. */
  readonly guest: number;
  readonly program: Lookup<{ readonly number: number; readonly basisPoints: number }>;
}

/** Everything exists and belongs together. */
export interface ResolvedStay<Tariff extends StayTariff = StayTariff> {
  readonly kind: 'fits';
  readonly tariff: Tariff;
  readonly room: RoomType;
  readonly loyalty: readonly GuestLoyalty[];
}

/** A price with what cancelling costs from which day on (S12). */
export interface OfferedQuote<P extends Promotion = Promotion> extends Quote<P> {
  readonly cancellation: readonly CancellationFee[];
}

/** One quote for each requested currency that covers the stay, in the order of the request, at least one. */
export interface PricedStay<P extends Promotion = Promotion> {
  readonly kind: 'priced';
  readonly quotes: readonly [OfferedQuote<P>, ...OfferedQuote<P>[]];
}

/**
 * The subjects of the request, if all exist for the caller (I3) and belong together: the room type to the hotel, the hotel to the visit
 * type.
 * `hotel` is null if the request names none; then the room type's hotel counts.
 */
export function resolveStay<Tariff extends StayTariff>({
  visitType,
  hotel,
  roomType,
  programs,
}: {
  visitType: Lookup<Tariff>;
  hotel: Lookup<{ readonly number: number }> | null;
  roomType: Lookup<RoomType>;
  programs: readonly PresentedProgram[];
}): ResolvedStay<Tariff> | Refusal<'notFound' | 'stayNotAllowed'> {
  if (!visitType.found) return notFound('VISIT_TYPE', visitType.id);
  if (hotel && !hotel.found) return notFound('HOTEL', hotel.id);
  if (!roomType.found) return notFound('ROOM_TYPE', roomType.id);
  const loyalty: GuestLoyalty[] = [];
  for (const { guest, program } of programs) {
    if (!program.found) return notFound('LOYALTY_PROGRAM', program.id);
    loyalty.push({ guest, programNumber: program.found.number, basisPoints: program.found.basisPoints });
  }
  const { number, hotelNumber } = roomType.found;
  if (hotel?.found && hotel.found.number !== hotelNumber) {
    return {
      kind: 'stayNotAllowed',
      code: 'ROOM_TYPE_OF_OTHER_HOTEL',
      roomType: number,
      hotel: hotel.found.number,
      lengths: [],
    };
  }
  if (!visitType.found.hotelNumbers.includes(hotelNumber)) {
    const facts = { visitType: visitType.id, roomType: number, hotel: hotelNumber };
    return { kind: 'stayNotAllowed', code: 'NOT_SOLD_IN_HOTEL', ...facts, lengths: [] };
  }
  return { kind: 'fits', tariff: visitType.found, room: roomType.found, loyalty };
}

/**
 * The prices of a stay for a channel, one for each of `currencies` that covers it, or the first rule that forbids it: of the visit type,
 * with the lengths that it would allow (F2), of loyalty programmes (P5), of price lists (P2, L5). `book` is the visit type's rate book from
 * `today` on. `currencies` is not empty and has no duplicates.
 */
export function priceStay<P extends Promotion>({
  resolved,
  book,
  channel,
  stay,
  today,
  currencies,
}: {
  resolved: ResolvedStay<StayTariff<P>>;
  book: RateBook;
  channel: string;
  stay: Stay;
  today: Day;
  currencies: readonly Currency[];
}): PricedStay<P> | Refusal<'stayNotAllowed' | 'loyaltyNotApplicable' | 'notPriced'> {
  const { tariff, room, loyalty } = resolved;
  const rule = stayProblem(tariff.rules, stay, today, book.lastNight);
  const findLengths = () =>
    lengthsFrom({ rules: tariff.rules, room, book }, { arrival: stay.arrival, currencies, today });
  if (rule) return { kind: 'stayNotAllowed', ...rule, lengths: findLengths() };
  const ineligible = loyaltyProblem({ loyalty, allowedPrograms: tariff.loyaltyProgramNumbers, beds: room.beds });
  if (ineligible) {
    const { code, guest, programNumber } = ineligible;
    return { kind: 'loyaltyNotApplicable', code, guest, program: programNumber, beds: room.beds };
  }
  const promotions =
    tariff.promotions.length === 0
      ? []
      : applicablePromotions({ promotions: tariff.promotions, channel, hotelNumber: room.hotelNumber });
  const quotes: OfferedQuote<P>[] = [];
  const { arrival } = stay;
  const { cancellationTerms: terms } = tariff;
  const cancellationOf = (amountMinor: number) =>
    terms.length === 0 ? [] : cancellationFees({ terms, arrival, amountMinor });
  let firstNight = arrival;
  for (const currency of currencies) {
    const quote = quoteStay({ book, room, currency, stay, promotions, loyalty });
    if ('firstUnpricedNight' in quote) firstNight = Math.max(firstNight, quote.firstUnpricedNight);
    else quotes.push({ ...quote, cancellation: cancellationOf(quote.amountMinor) });
  }
  const [first, ...others] = quotes;
  if (first) return { kind: 'priced', quotes: [first, ...others] };
  const night = { from: firstNight, to: firstNight };
  const isNightPriced = currencies.some((currency) => nightPrices(book, room.number, currency, night).length > 0);
  return { kind: 'notPriced', firstNight, isNightPriced, roomType: room.number, currencies, lengths: findLengths() };
}
