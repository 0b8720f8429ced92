/**
 * Ids of offers (F4): signed texts, so that a stay that was found can be held without naming each of its parts. An id says what was offered, and in which
 * currency, and binds no price. It is good on the business day of the search and on the next one: whoever begins before midnight can finish,
 * and a request with an idempotency key can be repeated on the day after.
 */
import type { Currency } from '../../../domain/pricing/money.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import type { Stay } from '../../../domain/stay/stay.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { type CursorSigner, formatSigned, parseSigned } from '../cursors.ts';

/** What an offer is of: one room or several, in one hotel and under one visit type. */
export interface NamedOffer extends Stay {
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  /** At least one. */
  readonly rooms: readonly NamedRoom[];
  readonly currency: Currency;
}

export interface NamedRoom {
  readonly roomTypeNumber: number;
  /** For how many guests it was asked; null: for any number. */
  readonly guests: number | null;
}

/** What ids are issued and read with. */
export interface OfferIds {
  readonly cursors: CursorSigner;
  readonly today: Day;
}

/** Tells these ids from cursors, which are signed alike. */
const NAME = 'offer';
/** Days after the search on which an id is good. */
const DAYS_AFTER = 1;

type Content = readonly [
  typeof NAME,
  ...(readonly [issued: Day, visitType: number, hotel: number, arrival: Day, departure: Day, currency: Currency]),
  ...rooms: readonly (readonly [roomType: number, guests: number | null])[],
];

export function formatOfferId(
  { visitTypeNumber, hotelNumber, arrival, departure, currency, rooms }: NamedOffer,
  { cursors, today }: OfferIds,
): string {
  const named = rooms.map(({ roomTypeNumber, guests }) => [roomTypeNumber, guests] as const);
  const content: Content = [NAME, today, visitTypeNumber, hotelNumber, arrival, departure, currency, ...named];
  return formatSigned(content, cursors);
}

/** What an id names, or the problem of the field `offer`. */
function readOfferId(id: string, { cursors, today }: OfferIds): NamedOffer | InputProblem {
  const read = parseSigned(id, cursors);
  if ('broken' in read || read.content[0] !== NAME) return inputProblem('offer', 'notAnOffer');
  const [, issued, visitTypeNumber, hotelNumber, arrival, departure, currency, ...rooms] =
    read.content as unknown as Content;
  const latest = issued + DAYS_AFTER;
  if (today > latest) return inputProblem('offer', 'offerExpired', { latest });
  const named = rooms.map(([roomTypeNumber, guests]) => ({ roomTypeNumber, guests }));
  return { visitTypeNumber, hotelNumber, arrival, departure, currency, rooms: named };
}

/** How an input may name a stay otherwise than by an offer: fields that it needs then, others that it may have, and how many rooms it can be of. */
export interface NamedOtherwise<Field extends string> {
  readonly needed: readonly Field[];
  readonly optional: readonly Field[];
  readonly roomsMax: number;
}

/**
 * The offer that an input names in its field `offer`; null: it names none, or has problems. A stay is named by an offer or field by field: a
 * field beside an offer is a problem, and one that is missing without an offer.
 */
export function readOffer<Field extends string>(
  input: { readonly offer?: string | null | undefined } & { readonly [Name in Field]?: unknown },
  { needed, optional, roomsMax }: NamedOtherwise<Field>,
  ids: OfferIds,
): { readonly offer: NamedOffer | null; readonly problems: readonly InputProblem[] } {
  if (input.offer == null) {
    const missing = needed.filter((field) => input[field] == null);
    const isNothingNamed = missing.length === needed.length;
    return {
      offer: null,
      problems: isNothingNamed
        ? [inputProblem('offer', 'oneRequired', { fields: ['offer', ...needed.slice(0, 1)] })]
        : missing.map((field) => inputProblem(field, 'required')),
    };
  }
  const beside = [...needed, ...optional].filter((field) => input[field] != null);
  const excluded = beside.map((field) => inputProblem(field, 'excluded', { fields: ['offer'] }));
  const read = readOfferId(input.offer, ids);
  if ('path' in read) return { offer: null, problems: [...excluded, read] };
  const value = read.rooms.length;
  const tooMany = value > roomsMax ? [inputProblem('offer', 'offerOfRooms', { value, maximum: roomsMax })] : [];
  const problems = [...excluded, ...tooMany];
  return { offer: problems.length > 0 ? null : read, problems };
}
