/** What somebody changes of a booking, as entries by the paths of the gateway's input: what differs from the booking is sent. */
import type { ChangeableFragment, ChangeBookingInput } from '../../generated/operations.ts';
import { type Entries, entered, type GuestFieldName, withPrograms } from '../entries.ts';
import {
  ADDRESS_FIELDS,
  addressOf,
  guestsOf,
  isPeopleField,
  type KnownPeople,
  PERSON_FIELDS,
  peopleEntries,
} from '../people-input.ts';

const STAY_FIELDS = ['arrival', 'departure', 'visitType', 'roomType'] as const;

export interface ChangeDraft {
  readonly entries: Entries;
  readonly guests: number;
  /** What becomes of the price if the guests leave early. */
  readonly price: 'KEEP' | 'REQUOTE';
}

/** What is known of a booking that changes. */
export type Changeable = ChangeableFragment & KnownPeople;

export type Change = Omit<ChangeBookingInput, 'id'>;

/** `without`: facts of guests that the form has no field for. */
export function draftOf(booking: Changeable, without: readonly GuestFieldName[] = []): ChangeDraft {
  const { arrival, departure, visitType, roomType, guests, customerNote } = booking;
  const people = Object.entries(peopleEntries(booking)).filter(
    ([name]) => !without.some((field) => name.startsWith('guests.') && name.endsWith(`.${field}`)),
  );
  return {
    entries: {
      'stay.arrival': arrival,
      'stay.departure': departure,
      'stay.visitType': String(visitType.number),
      'stay.roomType': String(roomType.number),
      ...Object.fromEntries(people),
      customerNote: customerNote ?? '',
    },
    guests: guests.length,
    price: 'KEEP',
  };
}

/** The draft for the programme of stay that it names: `programsOf` are the loyalty programmes of another one than that of the booking. */
export function draftFor(
  booking: Changeable,
  draft: ChangeDraft,
  programsOf: (visitType: string) => Parameters<typeof withPrograms>[1],
): ChangeDraft {
  const visitType = entered(draft.entries, 'stay.visitType');
  if (visitType === String(booking.visitType.number)) return draft;
  return { ...draft, entries: withPrograms(draft.entries, programsOf(visitType)) };
}

/** Whether it ends before the guests had booked, after they have come: then the price may stay (M4). */
export function leavesEarly(booking: Changeable, { entries }: ChangeDraft, today: string): boolean {
  const departure = entered(entries, 'stay.departure');
  return (
    booking.status === 'CONFIRMED' && booking.arrival <= today && departure !== '' && departure < booking.departure
  );
}

/** What the gateway is asked to change; nothing: the draft says what the booking says. */
export function changeOf(booking: Changeable, draft: ChangeDraft, today: string): Change {
  const { entries, guests, price } = draft;
  const before = draftOf(booking).entries;
  const isChanged = (name: string) => entered(entries, name) !== entered(before, name);
  const changed = (prefix: string, fields: readonly string[]) =>
    fields
      .filter((field) => isChanged(`${prefix}.${field}`))
      .map((field) => [field, entered(entries, `${prefix}.${field}`)]);
  const stay = changed('stay', STAY_FIELDS);
  const contact = [
    ...changed('billedTo', PERSON_FIELDS),
    ...(changed('billedTo.address', ADDRESS_FIELDS).length > 0 ? [['address', addressOf(entries)]] : []),
  ];
  const areOthers =
    guests !== booking.guests.length ||
    Object.keys(entries).some((name) => name.startsWith('guests.') && isPeopleField(name) && isChanged(name));
  return {
    ...(stay.length > 0 && { stay: Object.fromEntries(stay) }),
    ...(leavesEarly(booking, draft, today) && { price }),
    ...(contact.length > 0 && { billedTo: Object.fromEntries(contact) }),
    ...(areOthers && { guests: guestsOf(entries, guests, booking.guests) }),
    ...(isChanged('customerNote') && { customerNote: entered(entries, 'customerNote') }),
  };
}

/** What has a part in the price: the stay, how many travel, their loyalty programmes. Names do not, while they are typed; null: nothing has. */
export function pricedPart(booking: Changeable, { stay, price, guests }: Change): Change | null {
  if (stay && Object.values(stay).includes('')) return null;
  const programs = (list: readonly { readonly loyaltyProgram?: unknown }[]) =>
    JSON.stringify(list.map(({ loyaltyProgram }) => loyaltyProgram ?? null));
  const known = booking.guests.map((guest) => ({ loyaltyProgram: guest.loyaltyProgram?.number }));
  const isOther = guests && programs(guests) !== programs(known);
  if (!stay && !isOther) return null;
  return {
    ...(stay && { stay }),
    ...(price && { price }),
    ...(isOther && {
      guests: guests.map(({ loyaltyProgram }) => ({ firstName: 'Guest', lastName: 'Guest', loyaltyProgram })),
    }),
  };
}

/** The name of the field that shows what is wrong at a path of the input; null: none does. */
export function changeFieldOf(path: string): string | null {
  return /^stay\.\w+$/.test(path) || isPeopleField(path) || path === 'customerNote' ? path : null;
}
