/**
 * Validates a booking request: turns the schema's findings into the problems that callers see, one per field, with a
 * stable code and the bound as a fact (F7). Rules about two fields are checked here too, on the raw values, so
 * that they are reported together with all other problems (I5). A list of guests beyond its bound is one problem, and none of them
 * is looked at (A2).
 */
import type { z } from 'zod';
import { PARTY_ROOMS } from '../../domain/booking/party.ts';
import { type InputProblem, inputProblem, RefusedValue, refusedProblem } from '../../domain/problem/input-problem.ts';
import type { InputReason } from '../../domain/problem/input-reasons.ts';
import { Problems } from '../../domain/text/refusal-bounds.ts';
import { isBlank } from '../../domain/text/text-characters.ts';
import { addMonths, type Day, parseDay } from '../../domain/time/civil-date.ts';
import { KEY_LENGTH_MAX } from '../input-values.ts';
import { countProblems, GUESTS_SENT, reversedProblems } from '../search/search-input.ts';
import {
  address,
  asParty,
  type BookingInput,
  bookingSchema,
  type DeskPart,
  deskBookingSchema,
  deskPartySchema,
  type PartyInput,
  partySchema,
} from './booking-input.ts';

type Issue = z.core.$ZodIssue;

export type Parsed<Input> = { ok: true; input: Input } | { ok: false; problems: readonly InputProblem[] };

/**
 * The booking of REST v1 that `raw` (anything) describes, or its problems, 50 at most: values that could not be read, then the others, in the order
 * of the fields. `today` is the business date, by which birth dates are judged.
 */
export function parseBooking(raw: unknown, today: Day): Parsed<BookingInput> {
  return parseBy(bookingSchema, raw, (...checked) => relationProblems(today, WHOLE_ADDRESS, ...checked));
}

const NOTHING_OF_DESK: DeskPart = { channel: null, messageToGuest: null, note: null };

/** Bookings with what the desk says of them. `billedTo.email` is `''` where the desk has left it out. */
export interface DeskBookings {
  readonly booking: PartyInput;
  readonly desk: DeskPart;
}

/** Who books: the desk of the hotel, or another caller. */
interface Booker {
  readonly today: Day;
  readonly isDesk: boolean;
}

/**
 * A booking of a caller who may be the desk of the hotel (M11): who operates it may leave the e-mail address out where there is a
 * telephone number, and say what is of the desk.
 */
export function parseDeskBooking(raw: unknown, booker: Booker): Parsed<DeskBookings> {
  const parsed = parseOf({ schema: bookingSchema, deskSchema: deskBookingSchema }, raw, booker);
  if (!parsed.ok) return parsed;
  const { booking, desk } = parsed.input;
  return { ok: true, input: { booking: asParty(booking), desk } };
}

/** The same of rooms that are booked together (Y2). */
export function parseDeskParty(raw: unknown, booker: Booker): Parsed<DeskBookings> {
  return parseOf({ schema: partySchema, deskSchema: deskPartySchema }, raw, booker);
}

type Shared = typeof bookingSchema | typeof partySchema;
type OfDesk = typeof deskBookingSchema | typeof deskPartySchema;

function parseOf<Schema extends Shared>(
  { schema, deskSchema }: { readonly schema: Schema; readonly deskSchema: OfDesk },
  raw: unknown,
  { today, isDesk }: Booker,
): Parsed<{ readonly booking: z.output<Schema>; readonly desk: DeskPart }> {
  if (!isDesk) {
    const parsed = parseBy(schema, raw, (...checked) => relationProblems(today, addressNeeded, ...checked));
    const reserved = Object.keys(NOTHING_OF_DESK)
      .filter((field) => valueAt(raw, [field]) != null)
      .map((field) => inputProblem(field, 'onlyWithRight', { rights: ['operate'] }));
    const problems = [...(parsed.ok ? [] : parsed.problems), ...reserved];
    return parsed.ok && problems.length === 0
      ? { ok: true, input: { booking: parsed.input, desk: NOTHING_OF_DESK } }
      : { ok: false, problems };
  }
  const parsed = parseBy(deskSchema, raw, (checked, lists) => [
    ...relationProblems(today, addressNeeded, checked, lists),
    ...unreachableProblems(checked),
    ...(valueAt(checked, ['channel']) != null && valueAt(checked, ['hold']) != null
      ? [inputProblem('channel', 'excluded', { fields: ['hold'] })]
      : []),
  ]);
  if (!parsed.ok) return parsed;
  const { channel, messageToGuest, note, billedTo, ...booking } = parsed.input;
  const reached = { ...booking, billedTo: { ...billedTo, email: billedTo.email ?? '' } };
  return { ok: true, input: { booking: reached as z.output<Schema>, desk: { channel, messageToGuest, note } } };
}

/** A contact is reached by mail or by telephone (M11). */
export function oneContactRequired(path: string): InputProblem {
  return inputProblem(path, 'oneRequired', { fields: ['billedTo.email', 'billedTo.phone'] });
}

function unreachableProblems(raw: unknown): InputProblem[] {
  if (!isObject(valueAt(raw, ['billedTo'])) || valueAt(raw, ['billedTo', 'email']) != null) return [];
  const phone = valueAt(raw, ['billedTo', 'phone']);
  const isReached = typeof phone === 'string' && !isBlank(phone);
  return isReached ? [] : [oneContactRequired('billedTo.email')];
}

type Path = readonly PropertyKey[];

/** @param relate finds the problems of several fields, given where the lists of guests are */
export function parseBy<Schema extends z.ZodObject>(
  schema: Schema,
  raw: unknown,
  relate: (checked: unknown, lists: readonly Path[]) => InputProblem[],
): Parsed<z.output<Schema>> {
  const { checked, lists, tooMany } = withinBounds(raw, { isParty: 'rooms' in schema.shape });
  const parsed = schema.safeParse(checked);
  const issues = parsed.error?.issues ?? [];
  const related = relate(checked, lists);
  if (parsed.success && related.length === 0 && tooMany.length === 0) return { ok: true, input: parsed.data };
  const found = [...issues.map((issue) => toInputProblem(checked, issue)), ...related, ...tooMany];
  // By itself no guest at all is a problem of the room (B2).
  const empty = lists.filter((path) => isEmptyList(valueAt(checked, path)));
  if (found.length > 0) found.push(...empty.map((path) => inputProblem(path.join('.'), 'required')));
  const byPath = new Map<string, InputProblem>();
  const refused = issues.flatMap(({ path }) => refusedAt(checked, path) ?? []);
  for (const problem of [...refused, ...found]) if (!byPath.has(problem.path)) byPath.set(problem.path, problem);
  const problems = new Problems<InputProblem>();
  problems.add(...byPath.values());
  return { ok: false, problems: problems.found };
}

function isEmptyList(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** Lists beyond their bounds are emptied: nothing of them is looked at (A2). */
function withinBounds(
  raw: unknown,
  { isParty }: { isParty: boolean },
): { readonly checked: unknown; readonly lists: readonly Path[]; readonly tooMany: readonly InputProblem[] } {
  const boundedGuests = (of: unknown, path: Path) => {
    const tooMany = countProblems([...path, 'guests'].join('.'), valueAt(of, ['guests']), GUESTS_SENT);
    return { checked: tooMany.length > 0 ? { ...(of as object), guests: [] } : of, tooMany };
  };
  if (!isParty) return { ...boundedGuests(raw, []), lists: [['guests']] };
  const sent = valueAt(raw, ['rooms']);
  const tooMany = countProblems('rooms', sent, PARTY_ROOMS);
  if (tooMany.length > 0) return { checked: { ...(raw as object), rooms: [] }, lists: [], tooMany };
  if (!Array.isArray(sent)) return { checked: raw, lists: [], tooMany: [] };
  const rooms = sent.map((room, index) => boundedGuests(room, ['rooms', index]));
  return {
    checked: { ...(raw as object), rooms: rooms.map(({ checked }) => checked) },
    lists: rooms.map((_, index) => ['rooms', index, 'guests']),
    tooMany: rooms.flatMap((room) => room.tooMany),
  };
}

/** The problem of a value that the interface could not read; null: it could. */
function refusedAt(raw: unknown, path: Issue['path']): InputProblem | null {
  const value = valueAt(raw, path);
  return value instanceof RefusedValue ? refusedProblem(path.join('.'), value) : null;
}

export function toInputProblem(raw: unknown, issue: Issue): InputProblem {
  const path = issue.path.join('.');
  const value = valueAt(raw, issue.path);
  if (value === undefined || value === null) return inputProblem(path, 'required');
  switch (issue.code) {
    case 'invalid_type':
      return inputProblem(path, 'wrongType', { expected: [issue.expected] });
    // A date: neither a text nor a day.
    case 'invalid_union':
      return inputProblem(path, 'wrongType', { expected: ['string'] });
    case 'invalid_value':
      return inputProblem(path, 'notListed', { expected: issue.values.map(String) });
    case 'too_big': {
      const maximum = Number(issue.maximum);
      return issue.origin === 'string'
        ? inputProblem(path, 'tooLong', { maximum, isSearched: false })
        : inputProblem(path, 'outOfRange', { minimum: null, maximum, value: null });
    }
    case 'too_small':
      return inputProblem(path, 'outOfRange', { minimum: Number(issue.minimum), maximum: null, value: null });
    default:
      return checkProblem(path, issue.message);
  }
}

/** The schema names its checks by code; these are the reasons without facts. */
const REASON_OF_CHECK = {
  CONTROL_CHARACTER: 'controlCharacter',
  MALFORMED: 'halfCharacter',
  BLANK: 'blank',
  NOT_A_NAME: 'notAName',
  NOT_A_PHONE: 'notAPhone',
  NOT_AN_ID: 'notAnId',
  NOT_A_DATE: 'notADate',
  NOT_A_COUNTRY: 'notACountry',
} as const satisfies Readonly<Record<string, InputReason>>;

function checkProblem(path: string, check: string): InputProblem {
  if (check === 'NOT_AN_EMAIL') return inputProblem(path, 'notAnEmail', { maximum: null });
  if (check === 'INVALID_VALUE') return inputProblem(path, 'notAKey', { maximum: KEY_LENGTH_MAX });
  const isKnown = (one: string): one is keyof typeof REASON_OF_CHECK => Object.hasOwn(REASON_OF_CHECK, one);
  return inputProblem(path, isKnown(check) ? REASON_OF_CHECK[check] : 'wrongValue');
}

/** Nobody has lived longer. */
const OLDEST_YEARS = 130;

/** Departure after arrival (I5), an address for binding bookings (B2), births in the last 130 years (B4). */
function relationProblems(
  today: Day,
  needed: typeof addressNeeded,
  raw: unknown,
  lists: readonly Path[],
): InputProblem[] {
  const problems = reversedProblems({
    from: dayAt(raw, ['arrival']),
    to: dayAt(raw, ['departure']),
    path: 'departure',
    mayBeEqual: false,
  });
  if (valueAt(raw, ['kind']) === 'BINDING' && isObject(valueAt(raw, ['billedTo']))) {
    problems.push(...incompleteAddressProblems(raw, needed));
  }
  return [...problems, ...birthProblems(raw, { lists, today })];
}

export function birthProblems(raw: unknown, { lists, today }: { lists: readonly Path[]; today: Day }): InputProblem[] {
  const earliest = addMonths(today, -12 * OLDEST_YEARS);
  const places = lists.flatMap((list) => {
    const guests = valueAt(raw, list);
    return Array.isArray(guests) ? [...guests.keys()].map((index) => [...list, index]) : [];
  });
  return places.flatMap((guest): InputProblem[] => {
    const path = [...guest, 'birthDate'];
    const born = dayAt(raw, path) ?? today;
    if (born > today) return [inputProblem(path.join('.'), 'inTheFuture', { today })];
    return born < earliest ? [inputProblem(path.join('.'), 'tooLongAgo', { earliest })] : [];
  });
}

type AddressPart = keyof typeof address.shape;
const ADDRESS_PARTS = Object.keys(address.shape) as AddressPart[];
/** Bookings of REST v1 have always had all of it. */
const WHOLE_ADDRESS = () => ADDRESS_PARTS;

/** The parts that a binding booking needs (B2): its country, and for an invoice what leads there. The street may have the house number in it. */
function addressNeeded(sent: unknown): readonly AddressPart[] {
  const isGiven = (part: AddressPart) => {
    const value = valueAt(sent, [part]);
    return value != null && !(typeof value === 'string' && isBlank(value));
  };
  const isForInvoice = ADDRESS_PARTS.some((part) => part !== 'country' && isGiven(part));
  return isForInvoice ? ['street', 'city', 'zipCode', 'country'] : ['country'];
}

/** What is missing of the address of a binding booking; a request may give any part (B2). */
export function incompleteAddressProblems(raw: unknown, needed: typeof addressNeeded = addressNeeded): InputProblem[] {
  const at = ['billedTo', 'address'];
  const required = (path: readonly string[]) => inputProblem(path.join('.'), 'requiredToBind');
  const sent = valueAt(raw, at);
  if (sent == null) return [required(at)];
  if (!isObject(sent)) return [];
  return needed(sent).flatMap((part): InputProblem[] => {
    const path = [...at, part];
    const value = valueAt(raw, path);
    if (value === undefined || value === null) return [required(path)];
    const isEmpty = typeof value === 'string' && isBlank(value);
    return isEmpty ? [inputProblem(path.join('.'), 'blank')] : [];
  });
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

export function valueAt(raw: unknown, path: Path): unknown {
  return path.reduce((value: unknown, key) => (isObject(value) ? value[key] : undefined), raw);
}

export function dayAt(raw: unknown, path: readonly PropertyKey[]): Day | null {
  const sent = valueAt(raw, path);
  if (typeof sent === 'number') return sent;
  return typeof sent === 'string' ? parseDay(sent) : null;
}
