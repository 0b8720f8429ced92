/**
 * A problem of a caller's input, in one shape for every interface (I5). Paths are dotted and in canonical names
 * (`billedTo.address.country`, `guests.0.firstName`); an interface with other names translates them at its edge.
 */
export interface InputProblem<Code extends string = InputProblemCode> {
  readonly path: string;
  readonly code: Code;
  /** For people; it names the violated bound, never the value of a personal field. */
  readonly message: string;
}

/** The stable codes of input problems. */
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

/** The expected form, by the code of a malformed value. */
export const EXPECTED_FORMS = {
  NOT_AN_INTEGER: 'an integer',
  NOT_A_DATE: 'a real date as YYYY-MM-DD',
  NOT_AN_ID: 'an integer or an ObjectId (24 hexadecimal digits)',
} as const satisfies Partial<Record<InputProblemCode, string>>;
