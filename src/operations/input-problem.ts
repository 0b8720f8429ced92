/**
 * A problem of a caller's input as facts, in one shape for every interface (I5, F7). Paths are dotted and in canonical names
 * (`billedTo.address.country`, `guests.0.firstName`); an interface with other names translates them at its edge, and words the
 * facts there (`wording/`).
 */
import type { Currency } from '../domain/pricing/money.ts';
import type { Day } from '../domain/time/civil-date.ts';

/** The stable codes of input problems in REST, which do not grow. */
export const INPUT_PROBLEM_CODES = [
  'REQUIRED',
  'INVALID_TYPE',
  'INVALID_VALUE',
  'NOT_AN_INTEGER',
  'NOT_AN_ID',
  'NOT_A_DATE',
  'NOT_AN_EMAIL',
  'NOT_A_COUNTRY',
  'BLANK',
  'TOO_LONG',
  'CONTROL_CHARACTER',
  'OUT_OF_RANGE',
  'IN_THE_FUTURE',
  'REPEATED',
  'DATES_REVERSED',
  'TOO_MANY_DAYS',
  'MINIMUM_ABOVE_MAXIMUM',
  'MALFORMED',
  'CURSOR_CHANGED',
  'CURSOR_OF_ANOTHER_RESOURCE',
  'CURSOR_OF_ANOTHER_SORT_MODE',
] as const;
export type InputProblemCode = (typeof INPUT_PROBLEM_CODES)[number];

/** The code of each reason. Several reasons may have one code: they differ in their facts and in their wording. */
const CODES = {
  required: 'REQUIRED',
  requiredToBind: 'REQUIRED',
  oneRequired: 'REQUIRED',
  requiredBeside: 'REQUIRED',
  wrongType: 'INVALID_TYPE',
  wrongValue: 'INVALID_VALUE',
  notListed: 'INVALID_VALUE',
  notAKey: 'INVALID_VALUE',
  excluded: 'INVALID_VALUE',
  wrongScheme: 'INVALID_VALUE',
  hasCredentials: 'INVALID_VALUE',
  hasFragment: 'INVALID_VALUE',
  unknownHost: 'INVALID_VALUE',
  privateHost: 'INVALID_VALUE',
  notAnInteger: 'NOT_AN_INTEGER',
  notAnId: 'NOT_AN_ID',
  notADate: 'NOT_A_DATE',
  notAnEmail: 'NOT_AN_EMAIL',
  notACountry: 'NOT_A_COUNTRY',
  notAReference: 'INVALID_REFERENCE',
  blank: 'BLANK',
  notAName: 'NOT_A_NAME',
  notAPhone: 'INVALID_VALUE',
  tooLong: 'TOO_LONG',
  controlCharacter: 'CONTROL_CHARACTER',
  halfCharacter: 'MALFORMED',
  outOfRange: 'OUT_OF_RANGE',
  wrongCount: 'OUT_OF_RANGE',
  outOfDates: 'OUT_OF_RANGE',
  tooManyWebhooks: 'OUT_OF_RANGE',
  inTheFuture: 'IN_THE_FUTURE',
  tooLongAgo: 'OUT_OF_RANGE',
  repeatedGuest: 'REPEATED',
  notAfter: 'DATES_REVERSED',
  before: 'DATES_REVERSED',
  firstAfterLast: 'DATES_REVERSED',
  beforeField: 'DATES_REVERSED',
  tooManyDays: 'TOO_MANY_DAYS',
  tooManyDaysWithStays: 'TOO_MANY_DAYS',
  tooManyNights: 'TOO_MANY_DAYS',
  minimumAboveMaximum: 'MINIMUM_ABOVE_MAXIMUM',
  belowSold: 'BELOW_SOLD',
  overlapsSeason: 'OVERLAP',
  overlapsPriceList: 'OVERLAP',
  notSoldThere: 'MISMATCH',
  notAsHeld: 'NOT_AS_HELD',
  notACursor: 'MALFORMED',
  cursorChanged: 'CURSOR_CHANGED',
  cursorOfResource: 'CURSOR_OF_ANOTHER_RESOURCE',
  cursorOfSortMode: 'CURSOR_OF_ANOTHER_SORT_MODE',
  cursorOfValues: 'CURSOR_OF_ANOTHER_SORT_MODE',
} as const;

export type InputReason = keyof typeof CODES;
/** All codes of input problems. */
export type InputCode = (typeof CODES)[InputReason];

/** A range of numbers, both ends included; null: open. */
export interface Range {
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** What was sent; null: it is not repeated. */
  readonly value: number | null;
}

interface Dates {
  readonly from: Day;
  readonly to: Day;
}

/** The facts of the reasons that have any. A name means the same in all of them. */
interface Facts {
  /** One of these fields must be given. */
  readonly oneRequired: { readonly fields: readonly string[] };
  /** Beside these fields, unless the key has one of the scopes; without scopes: in any case. */
  readonly requiredBeside: { readonly fields: readonly string[]; readonly scopes: readonly string[] };
  /** The expected type, as JSON names it. */
  readonly wrongType: { readonly expected: readonly [string] };
  /** The expected values. */
  readonly notListed: { readonly expected: readonly string[] };
  /** Characters at most. */
  readonly notAKey: { readonly maximum: number };
  /** Not beside these fields. */
  readonly excluded: { readonly fields: readonly string[] };
  /** The schemes that an address may have. */
  readonly wrongScheme: { readonly expected: readonly string[] };
  /** `maximum` in characters; null: whatever is short enough is no address either. */
  readonly notAnEmail: { readonly maximum: number | null };
  /** Characters at most. `isSearched`: of a text that is looked for. */
  readonly tooLong: { readonly maximum: number; readonly isSearched: boolean };
  readonly outOfRange: Range;
  /** Entries of a list. */
  readonly wrongCount: { readonly minimum: number; readonly maximum: number; readonly value: number };
  readonly outOfDates: { readonly earliest: Day; readonly latest: Day; readonly date: Day };
  readonly tooManyWebhooks: { readonly maximum: number };
  readonly inTheFuture: { readonly today: Day };
  readonly tooLongAgo: { readonly earliest: Day };
  /** Position of the guest, from 1. */
  readonly repeatedGuest: { readonly guest: number };
  /** `to` must be after `from`. */
  readonly notAfter: Dates;
  /** `to` must not be before `from`. */
  readonly before: Dates;
  readonly firstAfterLast: Dates;
  readonly beforeField: { readonly fields: readonly [string] };
  readonly tooManyDays: Dates & { readonly maximum: number; readonly value: number };
  readonly tooManyDaysWithStays: Dates & { readonly maximum: number; readonly value: number };
  readonly tooManyNights: { readonly maximum: number; readonly value: number };
  /** `value` is above the maximum, which is in another field. */
  readonly minimumAboveMaximum: {
    readonly value: number;
    readonly maximum: number;
    readonly fields: readonly [string];
  };
  /** `value` is below the rooms `sold`, held ones included if `includesHeld`, on `nights` nights, the first of them `firstNight`. */
  readonly belowSold: {
    readonly value: number;
    readonly sold: number;
    readonly includesHeld: boolean;
    readonly nights: number;
    readonly firstNight: Day;
  };
  readonly overlapsSeason: { readonly season: Dates };
  /** Another price list has a price for nights of it. `nights` is the length of a package, null by the night. */
  readonly overlapsPriceList: {
    readonly currency: Currency;
    readonly nights: number | null;
    readonly roomType: number;
    readonly priceList: number;
    readonly season: Dates;
    readonly otherPriceList: number;
    readonly otherSeason: Dates;
  };
  readonly notSoldThere: { readonly roomType: number; readonly hotel: number };
  /** What is held there: a code, a number or a date as text. */
  readonly notAsHeld: { readonly held: string };
  readonly cursorOfResource: { readonly resource: string; readonly expectedResource: string };
  /** `words`: the expected mode as readers know it. */
  readonly cursorOfSortMode: { readonly mode: string; readonly expectedMode: string; readonly words: string };
  readonly cursorOfValues: { readonly valueType: 'number' | 'string'; readonly expectedMode: string };
}

type NoFacts = Readonly<Record<never, never>>;
export type FactsOf<Reason extends InputReason> = Reason extends keyof Facts ? Facts[Reason] : NoFacts;

/** One thing that is wrong with the input. */
export type InputProblem<Reason extends InputReason = InputReason> = {
  readonly [R in Reason]: {
    readonly path: string;
    readonly code: (typeof CODES)[R];
    readonly reason: R;
    /** They never contain the value of a personal field. */
    readonly facts: FactsOf<R>;
  };
}[Reason];

/** A problem of the input at a path. */
export function inputProblem<Reason extends InputReason>(
  path: string,
  reason: Reason,
  ...[facts]: Reason extends keyof Facts ? [FactsOf<Reason>] : []
): InputProblem<Reason> {
  return { path, code: CODES[reason], reason, facts: facts ?? {} } as InputProblem<Reason>;
}

/** An input problem in words, as REST shows it. */
export interface WordedProblem {
  readonly path: string;
  readonly code: string;
  /** For people; it names the violated bound, never the value of a personal field. */
  readonly message: string;
}

/** The expected form, by the code of a malformed value. */
export const EXPECTED_FORMS = {
  NOT_AN_INTEGER: 'an integer',
  NOT_A_DATE: 'a real date as YYYY-MM-DD',
  NOT_AN_ID: 'an integer or an ObjectId (24 hexadecimal digits)',
} as const satisfies Partial<Record<InputProblemCode, string>>;
