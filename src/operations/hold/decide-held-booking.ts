/**
 * Decides whether the booking of a room may use a hold (S13). What was held is booked at its price, whatever became of prices and rules since:
 * only what it names must still exist, the guests must have beds, and the room must be there.
 */
import type { StoredHold } from '../../data/holds.ts';
import { firstFullNight, guestCountProblem, type RoomsLeft } from '../../domain/booking/capacity.ts';
import { holdMismatches, type Mismatch } from '../../domain/booking/hold.ts';
import { resolveStay } from '../../domain/stay/sellable-stay.ts';
import { arrivalProblem } from '../../domain/stay/stay.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import {
  type BookableStay,
  type BookingRefusal,
  noCapacity,
  notAsHeld,
  type RoomToBook,
} from '../booking/booking-outcome.ts';
import type { BookingSubjects, GuestProgram, NamedNumbers } from '../booking/booking-subjects.ts';

/** `nights` are the locked nights without regard to the holds that are used. */
export function decideHeldBooking({
  input,
  held,
  named,
  subjects,
  nights,
  today,
}: {
  input: RoomToBook;
  held: StoredHold<GuestProgram>;
  named: NamedRoom;
  subjects: BookingSubjects;
  nights: RoomsLeft;
  today: Day;
}): BookableStay | BookingRefusal {
  const mismatches = findMismatches({ input, held, named, subjects });
  if (mismatches.length > 0) return notAsHeld(mismatches);
  const fit = resolveStay(subjects);
  if (fit.kind !== 'fits') return fit;
  const guests = guestCountProblem({ guests: input.guests.length, beds: fit.room.beds });
  if (guests) return guests;
  const late = arrivalProblem(input, today);
  if (late) return { kind: 'stayNotAllowed', ...late, lengths: [] };
  const { visitTypeNumber, hotelNumber, roomTypeNumber, quote, cancellationTerms } = held;
  const full = firstFullNight(nights, input);
  if (full !== null) return noCapacity(roomTypeNumber, full);
  return { kind: 'bookable', visitTypeNumber, hotelNumber, roomTypeNumber, quote, cancellationTerms };
}

/** What a room is asked by, as numbers. */
type NamedRoom = Pick<NamedNumbers, 'visitType' | 'hotel'> & { readonly roomType: number | null };

/** Every field that is not as it was held. */
function findMismatches({
  input,
  held,
  named,
  subjects,
}: {
  input: RoomToBook;
  held: StoredHold<GuestProgram>;
  named: NamedRoom;
  subjects: BookingSubjects;
}): Mismatch[] {
  const programsOf = (programs: readonly GuestProgram[]) =>
    programs.map(({ guest, program }) => [guest, program.found?.number ?? null] as const);
  const mismatches = holdMismatches(
    {
      currency: held.quote.currency,
      visitType: held.visitTypeNumber,
      hotel: held.hotelNumber,
      roomType: held.roomTypeNumber,
      arrival: formatDay(held.arrival),
      departure: formatDay(held.departure),
      // biome-ignore lint/style/noNonNullAssertion: a hold has only programmes that exist.
      programs: new Map(held.programs.map(({ guest, program }) => [guest, program.found!.number])),
    },
    {
      currency: input.currency,
      ...named,
      arrival: formatDay(input.arrival),
      departure: formatDay(input.departure),
      programs: new Map(programsOf(subjects.programs)),
    },
  );
  const kind = input.kind === 'BINDING' ? [] : [{ path: 'kind', held: 'BINDING' }];
  return [...kind, ...mismatches];
}
