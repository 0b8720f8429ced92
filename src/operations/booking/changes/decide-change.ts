/**
 * Decides what a booking becomes, from plain values and in the order of a booking (I4): what is named must exist and fit together, the guests
 * must have beds, the rules, loyalty and prices must allow the stay, and every night that is new needs a room. Only then the price is
 * compared with the expected one. What does not change is not asked about: a stay that stays, or
 * that ends early (M4), keeps its price but for loyalty (M1).
 */

import type { BookingRows } from '../../../data/booking-rows.ts';
import { type StayRows, stayRowsOf } from '../../../data/stay-changes.ts';
import { firstFullNight, guestCountProblem, type RoomsLeft } from '../../../domain/booking/capacity.ts';
import {
  type Changer,
  needsRooms,
  nightsInBoth,
  pricingDay,
  type StayInRoom,
} from '../../../domain/booking/changed-booking.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import { applyLoyalty, type GuestLoyalty, loyaltyProblem } from '../../../domain/pricing/quote.ts';
import { notFound, type Refusal, type RefusalOf } from '../../../domain/problem/refusal.ts';
import { resolveStay } from '../../../domain/stay/sellable-stay.ts';
import type { Stay } from '../../../domain/stay/stay.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import type { ChangeInput } from '../booking-input.ts';
import { noCapacity } from '../booking-outcome.ts';
import type { BookingSubjects } from '../booking-subjects.ts';
import { discountRows, guestRows, priceResolved, priceRows, roomProblem } from '../decide-booking.ts';

/** A price as it is stored. */
export type StoredPrice = StayRows & { readonly currency: Currency };

/** The price is not the one that the caller expects; `quote` is what would be stored. */
export type ChangedPrice = Refusal<'priceChanged'> & { readonly quote: StoredPrice };

export type ChangeRefusal = Exclude<RefusalOf<'changeBooking'>, Refusal<'priceChanged'>> | ChangedPrice;

/** What a booking becomes. */
export interface ChangedRows extends Pick<BookingRows, 'contact' | 'guests'> {
  readonly kind: 'changed';
  readonly stay: StayRows;
  readonly customerNote: string | null;
}

/** What is asked of a booking, with what was found of it. */
export interface DraftedChange {
  readonly input: ChangeInput;
  readonly rows: BookingRows;
  readonly stay: Stay & StayInRoom;
  readonly becomes: StayInRoom;
  readonly changer: Changer;
  readonly today: Day;
  /** Whether the stay is priced anew. */
  readonly isRequoted: boolean;
  /** Null: nothing of the catalogue is asked about. */
  readonly subjects: BookingSubjects | null;
  /** Rooms left of the nights that it is to have. */
  readonly nights: RoomsLeft;
}

export function decideChangedRows(draft: DraftedChange): ChangedRows | ChangeRefusal {
  const { input, rows, subjects } = draft;
  const stay = draft.isRequoted && subjects ? requote(draft, subjects) : keepPrice(draft);
  if ('kind' in stay) return stay;
  const { address, ...person } = input.billedTo ?? {};
  const programs = subjects?.programs ?? [];
  return {
    kind: 'changed',
    stay,
    guests: input.guests ? guestRows(input.guests, programs) : rows.guests,
    contact: { ...rows.contact, ...given(person), ...address },
    customerNote: input.customerNote === undefined ? rows.booking.customerNote : input.customerNote,
  };
}

/** The fields that have a value. */
export function given<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function countGuests({ input, rows }: DraftedChange): number {
  return (input.guests ?? rows.guests).length;
}

/** The stay at the prices of today. */
function requote(draft: DraftedChange, subjects: BookingSubjects): StayRows | ChangeRefusal {
  const { rows, stay, becomes, today } = draft;
  const { booking } = rows;
  const fit = resolveStay(subjects);
  if (fit.kind !== 'fits') return fit;
  const guests = guestCountProblem({ guests: countGuests(draft), beds: fit.room.beds });
  if (guests) return guests;
  const priced = priceResolved(fit, {
    ...{ stay: becomes, currency: booking.currency, channel: booking.channelCode },
    today: pricingDay(stay, today),
  });
  if (priced.kind !== 'priced') return priced;
  const noRoom = roomFor(draft, { fit, visitType: subjects.visitType.id });
  if (noRoom) return noRoom;
  const [{ priceListKind, baseMinor, amountMinor, ...quote }] = priced.quotes;
  return {
    visitTypeNumber: fit.tariff.visitTypeNumber,
    roomTypeNumber: fit.room.number,
    arrival: formatDay(becomes.arrival),
    departure: formatDay(becomes.departure),
    ...{ priceListKind, baseMinor, amountMinor },
    cancellationTerms: fit.tariff.cancellationTerms.map((term) => ({ ...term })),
    ...priceRows(quote, subjects.programs),
  };
}

/** Who operates the hotel may change what others can only ask for. A test has no rooms, so it needs one of every night (S8). */
function roomFor(
  { rows: { booking }, stay, becomes, nights, changer }: DraftedChange,
  { fit, visitType }: { fit: Parameters<typeof roomProblem>[0]['fit']; visitType: string },
) {
  if (!needsRooms(booking, changer)) return null;
  const own = !booking.isTest && stay.roomType === becomes.roomType ? nightsInBoth(stay, becomes) : null;
  if (changer !== 'operator') return roomProblem({ visitType, fit, nights, stay: becomes, own });
  const full = firstFullNight(nights, becomes, own);
  return full === null ? null : noCapacity(fit.room.number, full);
}

/** The price as it is; other loyalty programmes take other discounts off it. */
function keepPrice(draft: DraftedChange): StayRows | ChangeRefusal {
  const { rows, becomes, subjects, input } = draft;
  const before = stayRowsOf(rows);
  const atOldPrice: StayRows = { ...before, departure: formatDay(becomes.departure) };
  if (!input.guests || !subjects) return atOldPrice;
  const { visitType, roomType, programs } = subjects;
  if (!roomType.found) return notFound('ROOM_TYPE', roomType.id);
  const guests = countGuests(draft);
  // Those who have the room keep it, and have no larger shares (P5), whatever beds its type has by now.
  const beds = Math.max(roomType.found.beds, rows.guests.length);
  const count = guestCountProblem({ guests, beds });
  if (count) return { ...count, beds: roomType.found.beds };
  const loyalty: GuestLoyalty[] = [];
  for (const { guest, program } of programs) {
    if (!program.found) return notFound('LOYALTY_PROGRAM', program.id);
    loyalty.push({ guest, programNumber: program.found.number, basisPoints: program.found.basisPoints });
  }
  if (!isOtherLoyalty(rows.guests, loyalty)) return atOldPrice;
  if (!visitType.found) return notFound('VISIT_TYPE', visitType.id);
  const ineligible = loyaltyProblem({ loyalty, allowedPrograms: visitType.found.loyaltyProgramNumbers, beds });
  if (ineligible) {
    const { code, guest, programNumber: program } = ineligible;
    return { kind: 'loyaltyNotApplicable', code, guest, program, beds };
  }
  const afterPromotions = before.promotions.reduce((left, line) => left - line.amountMinor, before.baseMinor);
  const { discounts, amountMinor } = applyLoyalty({ loyalty, afterPromotions, beds });
  return { ...atOldPrice, amountMinor, discounts: discountRows(discounts, programs) };
}

/** Whether some guest presents another programme than before, or none any more. */
function isOtherLoyalty(
  guests: BookingRows['guests'],
  loyalty: readonly { readonly guest: number; readonly programNumber: number }[],
): boolean {
  const presented = new Map(loyalty.map(({ guest, programNumber }) => [guest, programNumber]));
  const places = Math.max(guests.length, ...presented.keys());
  return Array.from({ length: places }, (_, index) => index).some(
    (index) => (guests[index]?.loyaltyProgramNumber ?? null) !== (presented.get(index + 1) ?? null),
  );
}
