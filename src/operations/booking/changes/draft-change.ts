/**
 * Drafts a change of a booking that is locked (M1): locks the nights that it has and those that it is to have, then the catalogue, and
 * decides. The draft is all that a quote of a change needs (M2); a change writes it.
 */
import type { BookingConstants, LockedRows } from '../../../data/booking-changes.ts';
import { type BookingRows, searchColumn } from '../../../data/booking-rows.ts';
import type { SqlTransaction } from '../../../data/database/sql-transactions.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { type ChangedDetails, lockNightsOfBoth, stayRowsOf } from '../../../data/stay-changes.ts';
import type { CancellationTerm } from '../../../domain/booking/cancellation-terms.ts';
import {
  type ChangeableBooking,
  type Changer,
  changedParts,
  decideChange,
  isOtherStay,
  needsRooms,
  nightsInBoth,
  type StayInRoom,
} from '../../../domain/booking/changed-booking.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { nightsOf } from '../../../domain/stay/stay.ts';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import { type Day, dayOf } from '../../../domain/time/civil-date.ts';
import { isBoundTo } from '../../access/hotel-reach.ts';
import { reversedProblems } from '../../search/search-input.ts';
import { operatesIn } from '../booking-access.ts';
import type { ChangeInput } from '../booking-input.ts';
import { incompleteAddressProblems, oneContactRequired } from '../booking-problems.ts';
import { findNumbers, type GuestPrograms, onlyLocked, programsOfGuests, readSubjects } from '../booking-subjects.ts';
import { takeLocks } from '../booking-transaction.ts';
import { type ChangedRows, type ChangeRefusal, decideChangedRows, given, type StoredPrice } from './decide-change.ts';

/** What a change would write. */
export interface ChangeDraft {
  readonly kind: 'drafted';
  /** The booking as it is. */
  readonly rows: BookingRows;
  readonly details: Omit<ChangedDetails, 'idempotency'>;
  /** Rooms that it takes anew, one a night. */
  readonly nightsTaken: number;
  /** The address, if it becomes another one; null: it stays. */
  readonly newEmail: string | null;
  readonly before: StoredPrice;
  readonly after: StoredPrice;
  /** Whether the stay is priced anew. */
  readonly isRequoted: boolean;
}

export async function draftChange(
  sql: SqlTransaction,
  {
    locked,
    input,
    caller,
    now,
    today,
  }: {
    locked: LockedRows;
    input: ChangeInput;
    caller: Pick<Caller, 'scopes' | 'destinations' | 'hotels'>;
    now: number;
    today: Day;
  },
): Promise<ChangeDraft | ChangeRefusal> {
  const { rows, constants } = locked;
  const { booking } = rows;
  const asked = {
    visitType: input.stay?.visitType ?? String(booking.visitTypeNumber),
    hotel: String(booking.hotelNumber),
  };
  const askedRoom = { roomType: input.stay?.roomType ?? String(booking.roomTypeNumber) };
  const named = await findNumbers(sql, { ...asked, rooms: [askedRoom] });
  const stay = toChangeable(rows);
  const {
    visitType,
    roomTypes: [roomType = null],
  } = named;
  const becomes = { arrival: stay.arrival, departure: stay.departure, ...given(input.stay ?? {}), visitType, roomType };
  const changer = changerOf(caller, constants);
  const decision = decideChange(stay, { becomes, price: input.price, changer, today });
  if (decision.kind === 'notChangeable') return decision;
  const problems = problemsOf(input, { rows, becomes });
  if (decision.kind === 'notKept') problems.push(inputProblem('price', 'notListed', { expected: ['REQUOTE'] }));
  if (decision.kind === 'notKept' || problems.length > 0) return invalidInput(problems);

  const { isRequoted } = decision;
  const { hasRooms, currency, channelCode: channel } = booking;
  const isElsewhere = visitType !== stay.visitType || roomType !== stay.roomType;
  const programs = input.guests ? programsOfGuests(input.guests) : programsOf(rows);
  const asksCatalogue = isRequoted || input.guests !== undefined;
  // Sent together, executed in order.
  const [nights, locks, read] = await Promise.all([
    needsRooms(booking, changer) && isOtherStay(stay, becomes)
      ? lockNightsOfBoth(sql, { was: inRoom(stay), becomes: inRoom(becomes), now })
      : null,
    asksCatalogue ? takeLocks(sql, { named, channel, stay: null, today, now }) : null,
    // What stays is of the booking, whether the caller sees it in the catalogue or not.
    asksCatalogue
      ? readSubjects(sql, {
          input: { ...asked, currency, rooms: [{ ...askedRoom, programs }] },
          named,
          caller: isElsewhere ? caller : { destinations: null },
        })
      : null,
  ]);
  const changed = decideChangedRows({
    ...{ input, rows, stay, becomes, changer, today, isRequoted, nights: nights ?? new Map() },
    subjects: (read && locks && onlyLocked(read, locks.existing)[0]) ?? null,
  });
  if (changed.kind !== 'changed') return changed;
  const own = stay.roomType === becomes.roomType ? nightsInBoth(stay, becomes) : null;
  return {
    kind: 'drafted',
    ...{ rows, isRequoted, details: detailsOf(rows, changed) },
    nightsTaken: hasRooms ? nightsOf(becomes) - (own === null ? 0 : nightsOf(own)) : 0,
    newEmail: isOtherAddress(rows, changed) ? changed.contact.email : null,
    before: { ...stayRowsOf(rows), currency },
    after: { ...changed.stay, currency },
  };
}

/** Who asks for a change, by the scopes of the key (M3). */
function changerOf(
  caller: Pick<Caller, 'scopes' | 'destinations' | 'hotels'>,
  hotel: Pick<BookingConstants, 'hotelNumber' | 'destinationNumber'>,
): Changer {
  if (operatesIn(caller, hotel)) return 'operator';
  return caller.scopes.has('bookings') && isBoundTo(caller, hotel.hotelNumber) ? 'client' : 'guest';
}

function toChangeable({ booking }: BookingRows): ChangeableBooking & { visitType: number; roomType: number } {
  return {
    status: booking.status,
    isErased: booking.erasedAt !== null,
    arrival: dayOf(booking.arrival),
    departure: dayOf(booking.departure),
    amountMinor: booking.amountMinor,
    cancellationTerms: booking.cancellationTerms as unknown as readonly CancellationTerm[],
    visitType: booking.visitTypeNumber,
    roomType: booking.roomTypeNumber,
  };
}

/** A room type that does not exist has no nights. */
function inRoom({ arrival, departure, roomType }: StayInRoom) {
  return { arrival, departure, roomType: roomType ?? -1 };
}

function programsOf({ guests }: BookingRows): GuestPrograms {
  return guests.flatMap(({ loyaltyProgramNumber: number }, index) =>
    number === null ? [] : [{ guest: index + 1, program: String(number) }],
  );
}

function isOtherAddress(one: Pick<BookingRows, 'contact'>, other: Pick<BookingRows, 'contact'>): boolean {
  return comparableEmail(one.contact.email) !== comparableEmail(other.contact.email);
}

/**
 * What is wrong with the change of this booking: its days, what a binding one needs of an address (B2, I5), and a contact whom neither
 * mail nor telephone reaches any more (M11).
 */
function problemsOf(
  { stay, billedTo }: ChangeInput,
  { rows, becomes }: { rows: BookingRows; becomes: StayInRoom },
): InputProblem[] {
  const path = stay?.departure === undefined ? 'stay.arrival' : 'stay.departure';
  const reversed = reversedProblems({ from: becomes.arrival, to: becomes.departure, path, mayBeEqual: false });
  const isBinding = rows.booking.kind === 'BINDING' && billedTo?.address !== undefined;
  const isUnreachable = rows.contact.email === '' && billedTo?.phone === null && billedTo.email === undefined;
  return [
    ...reversed,
    ...(isBinding ? incompleteAddressProblems({ billedTo }) : []),
    ...(isUnreachable ? [oneContactRequired('billedTo.phone')] : []),
  ];
}

function detailsOf(rows: BookingRows, { stay, guests, contact, customerNote }: ChangedRows): ChangeDraft['details'] {
  const partsOf = (of: typeof stay, others: Pick<ChangedRows, 'guests' | 'contact' | 'customerNote'>) => {
    const { arrival, departure, visitTypeNumber, roomTypeNumber, cancellationTerms: _terms, ...price } = of;
    return {
      ...{ stay: [arrival, departure, visitTypeNumber], room: roomTypeNumber, price, guests: others.guests },
      contact: [others.contact, others.customerNote],
    };
  };
  const was = stayRowsOf(rows);
  const { customerNote: note } = rows.booking;
  const changed = changedParts(
    partsOf(was, { ...rows, customerNote: note }),
    partsOf(stay, { guests, contact, customerNote }),
  );
  const isOf = (...parts: readonly (typeof changed)[number][]) => parts.some((part) => changed.includes(part));
  const { promotions, discounts, ...fields } = stay;
  const isStay = isOf('stay', 'room', 'price');
  return {
    changed,
    before: isStay ? was : null,
    fields: { ...(isStay ? fields : {}), customerNote },
    search: searchColumn({ ...rows.booking, contact, guests }),
    parts: {
      ...(isOf('price') ? { promotions, discounts } : {}),
      ...(isOf('guests') ? { guests } : {}),
      ...(isOf('contact') ? { contact } : {}),
    },
    formerEmail: isOtherAddress(rows, { contact }) && rows.contact.email !== '' ? rows.contact.email : null,
  };
}
