/**
 * A problem of a caller's input as facts, in one shape for every interface (I5, F7). Paths are dotted and in canonical names
 * (`billedTo.address.country`, `guests.0.firstName`); an interface with other names translates them at its edge, and words the
 * facts there (`wording/`).
 */
import type { ValuesOf } from './fact.ts';
import { INPUT_REASONS, type InputReason, type REST_INPUT_CODES } from './input-reasons.ts';

export type FactsOf<Reason extends InputReason> = ValuesOf<(typeof INPUT_REASONS)[Reason]['facts']>;

/** One thing that is wrong with the input. */
export type InputProblem<Reason extends InputReason = InputReason> = {
  readonly [R in Reason]: {
    readonly path: string;
    readonly code: (typeof INPUT_REASONS)[R]['code'];
    readonly reason: R;
    /** They never contain the value of a personal field. */
    readonly facts: FactsOf<R>;
  };
}[Reason];

/** A problem of the input at a path. */
export function inputProblem<Reason extends InputReason>(
  path: string,
  reason: Reason,
  ...[facts]: keyof FactsOf<Reason> extends never ? [] : [FactsOf<Reason>]
): InputProblem<Reason> {
  return { path, code: INPUT_REASONS[reason].code, reason, facts: facts ?? {} } as InputProblem<Reason>;
}

/** Stands for a value that an interface could not read (F8). */
export class RefusedValue {
  /** What it expected, as the reason of the problem. */
  readonly expectation: 'notADate' | 'notAnEmail' | 'notAnInteger';

  constructor(expectation: RefusedValue['expectation']) {
    this.expectation = expectation;
  }
}

/** The problem of a value that could not be read. */
export function refusedProblem(path: string, { expectation }: RefusedValue): InputProblem {
  return expectation === 'notAnEmail'
    ? inputProblem(path, expectation, { maximum: null })
    : inputProblem(path, expectation);
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
} as const satisfies Partial<Record<keyof typeof REST_INPUT_CODES, string>>;
