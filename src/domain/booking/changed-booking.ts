/** What may be changed of a booking, by whom and until when (M3), what becomes of its price (M1, M4), and of what others are notified (M7). */
import type { Refusal } from '../problem/refusal.ts';
import type { Stay } from '../stay/stay.ts';
import type { Day } from '../time/civil-date.ts';
import { BOOKING_PARTS, type BookingPart } from './booking-parts.ts';
import { cancellationFees, lastFreeDay } from './cancellation-terms.ts';
import type { ChangedBooking } from './changes.ts';
import { type BookingStatus, statusOn } from './status.ts';

/** Who asks: an operator of the hotel, the client that the booking belongs to, or somebody who knows the booking. */
export type Changer = 'operator' | 'client' | 'guest';

/** What becomes of the price of a stay that ends early. */
export const PRICE_CHOICES = ['KEEP', 'REQUOTE'] as const;
export type PriceChoice = (typeof PRICE_CHOICES)[number];

/** A stay with what is booked of it, by numbers; null: there is no such one. */
export interface StayInRoom extends Stay {
  readonly visitType: number | null;
  readonly roomType: number | null;
}

/** What the rules need to know of a booking. */
export type ChangeableBooking = Omit<ChangedBooking, 'cancellationFeeMinor' | 'ending'> & StayInRoom;

/** What is asked for; a stay that does not change is the one of the booking. */
export interface AskedChange {
  readonly becomes: StayInRoom;
  /** Null: nothing was said. */
  readonly price: PriceChoice | null;
}

export type ChangeDecision =
  | {
      readonly kind: 'change';
      /** Whether the stay is priced anew. */
      readonly isRequoted: boolean;
    }
  /** Only the price of a stay that ends early can be kept. */
  | { readonly kind: 'notKept' }
  | Refusal<'notChangeable'>;

/** Whether a stay is another one. */
export function isOtherStay(stay: StayInRoom, becomes: StayInRoom): boolean {
  return stay.departure !== becomes.departure || isOtherBeforeDeparture(stay, becomes);
}

function isOtherBeforeDeparture(stay: StayInRoom, becomes: StayInRoom): boolean {
  return (['arrival', 'visitType', 'roomType'] as const).some((part) => stay[part] !== becomes[part]);
}

/**
 * Whether a booking can be changed so today. The day of departure is too late. Guests change what they have said until arrival, and the
 * stay as long as cancelling is free; a client the stay until arrival; an operator the departure after that. If guests leave early, the price
 * stays, unless the operator wants another one.
 */
export function decideChange(
  booking: ChangeableBooking,
  { becomes, price, changer, today }: AskedChange & { changer: Changer; today: Day },
): ChangeDecision {
  const { arrival, departure } = booking;
  const status = statusOn(booking, today);
  if (status !== 'CONFIRMED' && status !== 'REQUESTED') return { kind: 'notChangeable', code: status };
  if (booking.isErased) return { kind: 'notChangeable', code: 'ERASED' };
  if (departure <= today) return { kind: 'notChangeable', code: 'DEPARTED' };
  const hasArrived = arrival <= today;
  if (hasArrived && changer === 'guest') return { kind: 'notChangeable', code: 'ARRIVED' };
  const isOther = isOtherStay(booking, becomes);
  if (isOther) {
    if (hasArrived && (changer !== 'operator' || isOtherBeforeDeparture(booking, becomes))) {
      return { kind: 'notChangeable', code: 'ARRIVED' };
    }
    const fees = cancellationFees({ ...booking, terms: booking.cancellationTerms });
    const freeCancellationUntil = status === 'REQUESTED' ? null : lastFreeDay(fees);
    if (changer === 'guest' && freeCancellationUntil !== null && freeCancellationUntil < today) {
      return { kind: 'notChangeable', code: 'FEE_DUE', freeCancellationUntil };
    }
  }
  const leavesEarly = status === 'CONFIRMED' && hasArrived && isOther && becomes.departure < departure;
  if (price === 'KEEP' && isOther && !leavesEarly) return { kind: 'notKept' };
  return { kind: 'change', isRequoted: isOther && !(leavesEarly && price !== 'REQUOTE') };
}

/**
 * Whether a booking needs a room of every night that it has not yet (M1). A test needs those that it would take. What was confirmed without
 * rooms takes none, but nobody except an operator may move it to nights that are full. A request needs none.
 */
export function needsRooms(
  { status, hasRooms, isTest }: { status: BookingStatus; hasRooms: boolean; isTest: boolean },
  changer: Changer,
): boolean {
  return status === 'CONFIRMED' && (hasRooms || isTest || changer !== 'operator');
}

/** The day by which a change of a stay is priced: today, or of one that has begun its first, so that its past nights have prices. */
export function pricingDay({ arrival }: Pick<Stay, 'arrival'>, today: Day): Day {
  return Math.min(arrival, today);
}

/** Whether a change is about what is bought, the stay or its price, and not only about people. */
export function changesPurchase(changed: readonly BookingPart[]): boolean {
  return changed.some((part) => part === 'stay' || part === 'room' || part === 'price');
}

/** The part of a stay that a booking has already, when it had `has` in the same room type; null: none of it. */
export function nightsInBoth(has: Stay, becomes: Stay): Stay | null {
  const [arrival, departure] = [Math.max(has.arrival, becomes.arrival), Math.min(has.departure, becomes.departure)];
  return arrival < departure ? { arrival, departure } : null;
}

/** The parts that are not as they were, in the order of their declaration. The values are plain ones, whose fields may be in any order. */
export function changedParts(
  before: Readonly<Record<BookingPart, unknown>>,
  after: Readonly<Record<BookingPart, unknown>>,
): BookingPart[] {
  const parts = Object.keys(BOOKING_PARTS) as BookingPart[];
  return parts.filter((part) => !isSame(before[part], after[part]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [fields, others] = [Object.entries(one), Object.keys(other)];
  return (
    fields.length === others.length &&
    fields.every(([name, value]) => name in other && isSame(value, (other as Readonly<Record<string, unknown>>)[name]))
  );
}
