/** A booking as a clerk makes it, as entries: what stands in the gateway's input is named by its paths. */
import { addDays, type CivilDate, daysBetween } from '../../../format/civil-date.ts';
import { LANGUAGES, type Language, LOCALES } from '../../../format/language.ts';
import type {
  CreateBookingsInput,
  Currency,
  DeskOffersQuery,
  Locale,
  OfferFilter,
  QuoteInput,
} from '../../../generated/operations.ts';
import { USUAL_COUNTRY } from '../../../people/countries.ts';
import { type Entries, entered, guestField, isTravelling, programsOf } from '../../../people/entries.ts';
import { ADDRESS_FIELDS, addressOf, guestsOf } from '../../../people/people-input.ts';
import { byRoom, guestsBefore } from '../../../people/rooms.ts';

export type Offer = NonNullable<DeskOffersQuery['offers']>['nodes'][number];

/** How many guests a room is for. */
export const guestsField = (room: number) => `rooms.${room}.guests`;

/** One night from today for two. */
export function firstEntries(today: CivilDate, language: Language): Entries {
  return {
    arrival: today,
    departure: addDays(today, 1),
    rooms: '1',
    [guestsField(0)]: '2',
    currency: LANGUAGES[language].currency,
    language: LOCALES[language],
    'billedTo.address.country': USUAL_COUNTRY[language],
  };
}

/** Guests of each room. */
export function partyOf(entries: Entries): number[] {
  const rooms = Number(entered(entries, 'rooms')) || 1;
  return Array.from({ length: rooms }, (_, room) => Number(entered(entries, guestsField(room))) || 1);
}

const guestCount = (entries: Entries) => guestsBefore(partyOf(entries), Number.POSITIVE_INFINITY);
export const currencyOf = (entries: Entries) => entered(entries, 'currency') as Currency;

/** What is searched for; null: the days are no stay. */
export function offerFilter(entries: Entries, today: CivilDate): OfferFilter | null {
  const [arrival, departure] = [entered(entries, 'arrival'), entered(entries, 'departure')];
  if (arrival < today || departure <= arrival) return null;
  const party = partyOf(entries);
  return {
    arrival,
    nights: daysBetween(arrival, departure),
    ...(party.length === 1 ? { guests: party[0] ?? null } : { party }),
    currency: currencyOf(entries),
    hotel: entered(entries, 'hotel') || null,
    visitType: entered(entries, 'visitType') || null,
    includeOnRequest: true,
  };
}

/** Tells the offers of a search apart. */
export function offerKey({ hotel, visitType, rooms }: Offer): string {
  return [visitType.number, hotel.number, ...rooms.map(({ roomType }) => roomType.number)].join('/');
}

function stayOf(entries: Entries, { visitType }: Offer) {
  const [arrival, departure] = [entered(entries, 'arrival'), entered(entries, 'departure')];
  const channel = entered(entries, 'channel') || null;
  return { visitType: visitType.number, arrival, departure, channel };
}

/** What each room is asked for, with the programmes of its guests. */
export function quoteInputs(entries: Entries, offer: Offer): QuoteInput[] {
  const party = partyOf(entries);
  return offer.rooms.map(({ roomType }, room) => ({
    ...stayOf(entries, offer),
    roomType: roomType.number,
    loyaltyPrograms: programsOf(entries, party[room] ?? 0, guestsBefore(party, room)),
  }));
}

const addressField = (field: (typeof ADDRESS_FIELDS)[number]) => `billedTo.address.${field}`;

/** Fields that must not be blank; the gateway decides. Who gives no e-mail address is reached by telephone. */
export function missingFields(entries: Entries, offer: Offer): string[] {
  const first = isTravelling(entries) ? 1 : 0;
  const names = Array.from({ length: guestCount(entries) - first }, (_, index) => index + first).flatMap((guest) => [
    guestField(guest, 'firstName'),
    guestField(guest, 'lastName'),
  ]);
  const isGiven = ADDRESS_FIELDS.some((field) => field !== 'country' && entered(entries, addressField(field)) !== '');
  // The house number may stand in the street (B2).
  const address = isGiven ? ADDRESS_FIELDS.filter((field) => field !== 'houseNumber') : (['country'] as const);
  return [
    'billedTo.firstName',
    'billedTo.lastName',
    ...(entered(entries, 'billedTo.email') === '' ? ['billedTo.phone'] : []),
    ...(offer.availability === 'AVAILABLE' ? address.map(addressField) : []),
    ...names,
  ].filter((name) => entered(entries, name) === '');
}

/** The booking of all rooms without its price. Where the hotel has to find a room first, it is a request, which needs no address. */
export function bookingInput(entries: Entries, offer: Offer): CreateBookingsInput {
  const text = (name: string) => entered(entries, name);
  const person = { firstName: text('billedTo.firstName'), lastName: text('billedTo.lastName') };
  const guests = guestsOf(entries, guestCount(entries)).map((guest, index) =>
    index === 0 && isTravelling(entries) ? { ...guest, ...person } : guest,
  );
  const ofRooms = byRoom(partyOf(entries), guests);
  const address = addressOf(entries);
  const hasAddress = [address.street, address.city, address.zipCode].some((part) => part !== null);
  const isBinding = offer.availability === 'AVAILABLE';
  return {
    ...stayOf(entries, offer),
    kind: isBinding ? 'BINDING' : 'REQUEST',
    hotel: offer.hotel.number,
    currency: currencyOf(entries),
    language: text('language') as Locale,
    billedTo: {
      ...person,
      phone: text('billedTo.phone') || null,
      email: text('billedTo.email') || null,
      ...((isBinding || hasAddress) && { address }),
    },
    rooms: offer.rooms.map(({ roomType }, room) => ({ roomType: roomType.number, guests: ofRooms[room] ?? [] })),
    customerNote: text('customerNote') || null,
  };
}
