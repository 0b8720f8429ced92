/** A booking as a clerk makes it, as entries: what stands in the gateway's input is named by its paths. */
import { addDays, type CivilDate, daysBetween } from '../../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../../format/language.ts';
import type { InOneRoom } from '../../../gateway/one-room.ts';
import type {
  CreateBookingInput,
  Currency,
  DeskOffersQuery,
  Locale,
  OfferFilter,
  QuoteInput,
} from '../../../generated/operations.ts';
import { USUAL_COUNTRY } from '../../../people/countries.ts';
import { type Entries, entered, guestField, isTravelling } from '../../../people/entries.ts';
import { ADDRESS_FIELDS, addressOf, guestsOf } from '../stay/people-input.ts';

export type Offer = InOneRoom<NonNullable<DeskOffersQuery['offers']>['nodes'][number]>;

export const LOCALES = { cs: 'CS', de: 'DE', en: 'EN', ru: 'RU' } as const satisfies Record<Language, Locale>;

/** One night from today for two. */
export function firstEntries(today: CivilDate, language: Language): Entries {
  return {
    arrival: today,
    departure: addDays(today, 1),
    guests: '2',
    currency: LANGUAGES[language].currency,
    language: LOCALES[language],
    'billedTo.address.country': USUAL_COUNTRY[language],
  };
}

export const guestCount = (entries: Entries) => Number(entered(entries, 'guests')) || 1;
export const currencyOf = (entries: Entries) => entered(entries, 'currency') as Currency;

/** What is searched for; null: the days are no stay. */
export function offerFilter(entries: Entries, today: CivilDate): OfferFilter | null {
  const [arrival, departure] = [entered(entries, 'arrival'), entered(entries, 'departure')];
  if (arrival < today || departure <= arrival) return null;
  return {
    arrival,
    nights: daysBetween(arrival, departure),
    guests: guestCount(entries),
    currency: currencyOf(entries),
    hotel: entered(entries, 'hotel') || null,
    visitType: entered(entries, 'visitType') || null,
    includeOnRequest: true,
  };
}

/** Tells the offers of a search apart. */
export function offerKey({ hotel, visitType, roomType }: Offer): string {
  return [visitType.number, hotel.number, roomType.number].join('/');
}

function stayOf(entries: Entries, { visitType, roomType }: Offer) {
  const [arrival, departure] = [entered(entries, 'arrival'), entered(entries, 'departure')];
  const channel = entered(entries, 'channel') || null;
  return { visitType: visitType.number, roomType: roomType.number, arrival, departure, channel };
}

export function quoteInput(entries: Entries, offer: Offer): QuoteInput {
  const programs = Array.from({ length: guestCount(entries) }, (_, index) => ({
    guest: index + 1,
    program: Number(entered(entries, guestField(index, 'loyaltyProgram'))),
  }));
  return { ...stayOf(entries, offer), loyaltyPrograms: programs.filter(({ program }) => program > 0) };
}

/** Fields that must not be blank; the gateway decides. Who gives no e-mail address is reached by telephone. */
export function missingFields(entries: Entries, offer: Offer): string[] {
  const first = isTravelling(entries) ? 1 : 0;
  const names = Array.from({ length: guestCount(entries) - first }, (_, index) => index + first).flatMap((guest) => [
    guestField(guest, 'firstName'),
    guestField(guest, 'lastName'),
  ]);
  const address = ADDRESS_FIELDS.map((field) => `billedTo.address.${field}`);
  return [
    'billedTo.firstName',
    'billedTo.lastName',
    ...(entered(entries, 'billedTo.email') === '' ? ['billedTo.phone'] : []),
    ...(offer.availability === 'AVAILABLE' ? address : []),
    ...names,
  ].filter((name) => entered(entries, name) === '');
}

/** The booking without its price. Where the hotel has to find a room first, it is a request, which needs no address. */
export function bookingInput(entries: Entries, offer: Offer): CreateBookingInput {
  const text = (name: string) => entered(entries, name);
  const person = { firstName: text('billedTo.firstName'), lastName: text('billedTo.lastName') };
  const guests = guestsOf(entries, guestCount(entries));
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
    guests: guests.map((guest, index) => (index === 0 && isTravelling(entries) ? { ...guest, ...person } : guest)),
    customerNote: text('customerNote') || null,
  };
}
