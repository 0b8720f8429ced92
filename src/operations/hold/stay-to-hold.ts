/** The stay of a request to hold one (S13): by the id of an offer (F4), or field by field. */
import type { Currency } from '../../domain/pricing/money.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { type NamedOffer, type NamedOtherwise, type OfferIds, readOffer } from '../search/offers/offer-id.ts';
import { quoteProblems } from '../search/search-input.ts';
import type { StayToHold } from './hold-stay.ts';

type Optional<T> = T | null | undefined;

/** A stay as it is sent. */
interface SentStay {
  readonly offer?: Optional<string>;
  readonly visitType?: Optional<string>;
  readonly hotel?: Optional<string>;
  readonly roomType?: Optional<string>;
  readonly arrival?: Optional<Day>;
  readonly departure?: Optional<Day>;
  readonly currency?: Optional<Currency>;
}

type NamedStay = Pick<StayToHold, Exclude<keyof SentStay, 'offer'>>;

const FIELDS: NamedOtherwise<keyof NamedStay> = {
  needed: ['visitType', 'roomType', 'arrival', 'departure', 'currency'],
  optional: ['hotel'],
  roomsMax: 1,
};

/** The stay; null: it has problems. */
export function readStayToHold(
  input: SentStay & Pick<Parameters<typeof quoteProblems>[0], 'loyaltyPrograms'>,
  ids: OfferIds,
): { readonly stay: NamedStay | null; readonly problems: readonly InputProblem[] } {
  const { offer, problems: named } = readOffer(input, FIELDS, ids);
  const { arrival, departure, loyaltyPrograms = [] } = input;
  const problems = [...named, ...quoteProblems({ arrival, departure, loyaltyPrograms })];
  return { stay: offer === null ? withoutOffer(input) : stayOf(offer), problems };
}

function stayOf({ visitTypeNumber, hotelNumber, rooms, arrival, departure, currency }: NamedOffer): NamedStay | null {
  const [room] = rooms;
  if (!room) return null;
  const [visitType, hotel, roomType] = [String(visitTypeNumber), String(hotelNumber), String(room.roomTypeNumber)];
  return { visitType, hotel, roomType, arrival, departure, currency };
}

function withoutOffer({ visitType, hotel, roomType, arrival, departure, currency }: SentStay): NamedStay | null {
  if (visitType == null || roomType == null || arrival == null || departure == null || currency == null) return null;
  return { visitType, hotel: hotel ?? null, roomType, arrival, departure, currency };
}
