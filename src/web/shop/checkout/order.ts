/** The order that a form makes, and what is wrong with it by the names of its fields, which are the gateway's paths. */
import type { ContactInput, CreateBookingInput, CreateBookingsInput, GuestInput } from '../../generated/operations.ts';
import { hasHouseNumberApart } from '../../people/countries.ts';
import {
  EMAIL,
  type Entries,
  entered,
  fieldOfPath,
  guestField,
  isInvoiced,
  isTravelling,
  programOf,
} from '../../people/entries.ts';
import { byRoom, guestsBefore } from '../../people/rooms.ts';
import type { StayToBook } from '../search/search-query.ts';
import { birthDateOf, type ChildFault, type ChildrenRule, childFaultsOf } from './children.ts';

const NAMES = ['billedTo.firstName', 'billedTo.lastName', 'billedTo.email'];
const addressField = (part: string) => `billedTo.address.${part}`;
const COUNTRY = addressField('country');
const ADDRESS = ['street', 'houseNumber', 'city', 'zipCode', 'country'].map(addressField);

/** The fields of the address that are shown: the country, and for an invoice the others. */
function shownAddress(entries: Entries): readonly string[] {
  if (!isInvoiced(entries)) return [COUNTRY];
  const isApart = hasHouseNumberApart(entered(entries, COUNTRY));
  return ADDRESS.filter((name) => isApart || name !== addressField('houseNumber'));
}
export type Fault = 'email' | ChildFault;

/** What an order is made for. */
interface Made {
  readonly isBinding: boolean;
  /** Null: the hotel has no rule for children. */
  readonly childrenRule: ChildrenRule | null;
}

/** What can be found wrong without the gateway, by the names of the fields. */
export function faultsOf(
  entries: Entries,
  { guests, childrenRule }: { guests: number } & Pick<Made, 'childrenRule'>,
): Record<string, Fault> {
  const first = isTravelling(entries) ? 1 : 0;
  const names = Array.from({ length: guests - first }, (_, index) => index + first).flatMap((guest) => [
    guestField(guest, 'firstName'),
    guestField(guest, 'lastName'),
  ]);
  const required = [...NAMES, ...shownAddress(entries), ...names].filter((name) => entered(entries, name) === '');
  const email = entered(entries, 'billedTo.email');
  return {
    ...Object.fromEntries(required.map((name) => [name, 'required' as const])),
    ...childFaultsOf(entries, guests, childrenRule),
    ...(email !== '' && !EMAIL.test(email) && { 'billedTo.email': 'email' as const }),
  };
}

/** Who orders, and who travels. */
function peopleOf(entries: Entries, { count, isBinding, childrenRule }: Made & { readonly count: number }) {
  const text = (name: string) => entered(entries, name);
  const optional = (name: string) => text(name) || null;
  const person = { firstName: text('billedTo.firstName'), lastName: text('billedTo.lastName') };
  const billedTo: ContactInput = {
    ...person,
    email: text('billedTo.email'),
    phone: optional('billedTo.phone'),
    // Where no house number is entered apart, the guest writes it into the street.
    address: Object.fromEntries(shownAddress(entries).map((name) => [name.slice(addressField('').length), text(name)])),
  };
  const guests = Array.from({ length: count }, (_, index): GuestInput => {
    const program = programOf(entries, index);
    const name =
      index === 0 && isTravelling(entries)
        ? person
        : { firstName: text(guestField(index, 'firstName')), lastName: text(guestField(index, 'lastName')) };
    const birthDate = childrenRule && birthDateOf(entries, index);
    return { ...name, ...(birthDate && { birthDate }), ...(program !== null && { loyaltyProgram: program }) };
  });
  const kind = isBinding ? ('BINDING' as const) : ('REQUEST' as const);
  return { kind, billedTo, guests, customerNote: optional('customerNote') };
}

/** The booking without its hold and price. */
export function orderOf(entries: Entries, { stay, ...made }: Made & { readonly stay: StayToBook }): CreateBookingInput {
  const { visitType, hotel, room: roomType, arrival, departure, currency } = stay;
  const people = peopleOf(entries, { count: stay.guests, ...made });
  return { ...people, visitType, hotel, roomType, arrival, departure, currency };
}

/** The bookings of a party, of whose rooms each has the next guests. */
export function partyOrderOf(
  entries: Entries,
  { offer, party, ...made }: Made & { readonly offer: string; readonly party: readonly number[] },
): CreateBookingsInput {
  const { guests, ...others } = peopleOf(entries, { count: guestsBefore(party, party.length), ...made });
  return { ...others, offer, rooms: byRoom(party, guests).map((ofRoom) => ({ guests: ofRoom })) };
}

/** The name of the field that shows a problem at a path; null: none does. */
export function fieldOf(path: string, entries: Entries): string | null {
  const name = fieldOfPath(path, entries);
  const isField =
    [...NAMES, ...shownAddress(entries), 'billedTo.phone', 'customerNote'].includes(name) ||
    /^guests\.\d+\./.test(name);
  return isField ? name : null;
}
