/** The stay of a request to hold rooms (S13, Y3): by the id of an offer (F4), or field by field. */
import { PARTY_ROOMS } from '../../domain/booking/party.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { GuestPrograms } from '../booking/booking-subjects.ts';
import { type NamedOffer, type NamedOtherwise, type OfferIds, readOffer } from '../search/offers/offer-id.ts';
import { type Bounds, boundsProblems, countProblems, GUESTS_SENT, quoteProblems } from '../search/search-input.ts';
import type { StayToHold } from './hold-stay.ts';
import type { StaysToHold } from './hold-stays.ts';

type Optional<T> = T | null | undefined;

/** What a stay and the rooms of a party have in common, as it is sent. */
interface SentDates {
  readonly offer?: Optional<string>;
  readonly visitType?: Optional<string>;
  readonly hotel?: Optional<string>;
  readonly arrival?: Optional<Day>;
  readonly departure?: Optional<Day>;
  readonly currency?: Optional<Currency>;
}

/** A stay as it is sent. */
interface SentStay extends SentDates {
  readonly roomType?: Optional<string>;
}

type NamedStay = Pick<StayToHold, Exclude<keyof SentStay, 'offer'>>;
type LoyaltyPrograms = Parameters<typeof quoteProblems>[0]['loyaltyPrograms'];

const FIELDS: NamedOtherwise<keyof NamedStay> = {
  needed: ['visitType', 'roomType', 'arrival', 'departure', 'currency'],
  optional: ['hotel'],
  roomsMax: 1,
};

/** The stay; null: it has problems. */
export function readStayToHold(
  input: SentStay & { readonly loyaltyPrograms?: LoyaltyPrograms },
  ids: OfferIds,
): { readonly stay: NamedStay | null; readonly problems: readonly InputProblem[] } {
  const { offer, problems: named } = readOffer(input, FIELDS, ids);
  const { arrival, departure, loyaltyPrograms = [] } = input;
  const problems = [...named, ...quoteProblems({ arrival, departure, loyaltyPrograms })];
  return { stay: offer === null ? withoutOffer(input) : stayOf(offer), problems };
}

function stayOf({ rooms, ...offer }: NamedOffer): NamedStay | null {
  const [room] = rooms;
  return room ? { ...datesOf(offer), roomType: String(room.roomTypeNumber) } : null;
}

function datesOf({ visitTypeNumber, hotelNumber, arrival, departure, currency }: Omit<NamedOffer, 'rooms'>) {
  return { visitType: String(visitTypeNumber), hotel: String(hotelNumber), arrival, departure, currency };
}

function withoutOffer({ roomType, ...input }: SentStay): NamedStay | null {
  const dates = withDates(input);
  return dates === null || roomType == null ? null : { ...dates, roomType };
}

function withDates({ visitType, hotel, arrival, departure, currency }: SentDates) {
  if (visitType == null || arrival == null || departure == null || currency == null) return null;
  return { visitType, hotel: hotel ?? null, arrival, departure, currency };
}

/** A room of several as it is sent. */
interface SentRoom {
  readonly roomType: string;
  readonly guests: number;
  readonly loyaltyPrograms?: Optional<GuestPrograms>;
}

type NamedStays = Omit<StaysToHold, 'minutes' | 'idempotencyKey'>;

/** Guests of a held room; as many as it has beds is a rule of the room. */
export const HELD_GUESTS: Bounds = { min: 1, max: GUESTS_SENT.max };

const ROOM_FIELDS: NamedOtherwise<keyof NamedStays> = {
  needed: ['visitType', 'arrival', 'departure', 'currency', 'rooms'],
  optional: ['hotel'],
  roomsMax: PARTY_ROOMS.max,
};

/** The rooms with their stay; null: they have problems. */
export function readStaysToHold(
  input: SentDates & { readonly rooms?: Optional<readonly SentRoom[]> },
  ids: OfferIds,
): { readonly stays: NamedStays | null; readonly problems: readonly InputProblem[] } {
  const { offer, problems: named } = readOffer(input, ROOM_FIELDS, ids);
  const { arrival, departure } = input;
  const rooms = input.rooms ?? [];
  const tooMany = countProblems('rooms', input.rooms, PARTY_ROOMS);
  const ofRooms = tooMany.length > 0 ? tooMany : rooms.flatMap(roomProblems);
  const problems = [...named, ...quoteProblems({ arrival, departure, loyaltyPrograms: [] }), ...ofRooms];
  if (offer) {
    const offered = offer.rooms.map(({ roomTypeNumber, guests }) => ({
      roomType: String(roomTypeNumber),
      ...(guests === null ? {} : { guests }),
      programs: [],
    }));
    return { stays: { ...datesOf(offer), rooms: offered }, problems };
  }
  const dates = withDates(input);
  const sent = rooms.map(({ roomType, guests, loyaltyPrograms }) => ({
    ...{ roomType, guests, programs: loyaltyPrograms ?? [] },
  }));
  return { stays: dates && { ...dates, rooms: sent }, problems };
}

function roomProblems({ guests, loyaltyPrograms }: SentRoom, index: number): InputProblem[] {
  const at = `rooms.${index}`;
  const programs = quoteProblems({ arrival: null, departure: null, loyaltyPrograms: loyaltyPrograms ?? [] });
  return [
    ...boundsProblems(`${at}.guests`, guests, HELD_GUESTS),
    ...programs.map((problem) => ({ ...problem, path: `${at}.${problem.path}` })),
  ];
}
