/** What every language has to say (F7). A text that is missing does not compile, nor does one with a fact that its problem lacks. */
import type { FactsOf } from '../domain/problem/input-problem.ts';
import type { InputReason } from '../domain/problem/input-reasons.ts';
import type { Refusal, RefusalKind } from '../domain/problem/refusal.ts';
import type { ObstacleCode } from '../domain/problem/refusals.ts';
import type { SpentLimit } from '../domain/problem/spent-limits.ts';
import type { Speech } from './speech.ts';

type TextOfFacts<Facts> = (facts: Facts, say: Speech) => string;
/** A sentence, or how it is made of facts. */
export type Text<Facts> = string | TextOfFacts<Facts>;

/** Sentences about a field, which the path names. */
export type InputTexts = { readonly [Reason in InputReason]: TextOfFacts<FactsOf<Reason>> };

/** A subject that does not exist; the id is null if it is not repeated. */
export interface Missing {
  readonly subject: Refusal<'notFound'>['subject'];
  readonly id: string | null;
}

/** A text for each code of a kind, or the one of a kind with one code. */
type TextsOf<One> = [One] extends [{ readonly code: string }]
  ? { readonly [Code in One['code']]: Text<Extract<One, { readonly code: Code }>> }
  : Text<One>;

/** What cannot be done with the booking, in one sentence with what was found. */
type Obstructed = 'notCancellable' | 'notConfirmable' | 'notDeclinable';
/** Kinds whose text is not made of their facts alone. */
type Composed = 'invalidInput' | 'notFound' | 'tooManyRequests' | Obstructed;

/** Sentences about a whole request. */
export type OutcomeTexts = {
  readonly [Kind in Exclude<RefusalKind, Composed>]: TextsOf<Refusal<Kind>>;
} & {
  /** Stands before the problems. */
  readonly invalidInput: string;
  /** Stands after them if there are more than are named. */
  readonly moreProblems: string;
  readonly notFound: TextOfFacts<Missing>;
  /** Stands after a stay that is not allowed or not priced: the nights of the stays that can be had from the day of arrival (F2). */
  readonly otherLengths: (nights: string) => string;
  readonly tooManyRequests: Readonly<Record<SpentLimit, TextOfFacts<Refusal<'tooManyRequests'>>>>;
  /** `found` says why. */
  readonly cannot: Readonly<Record<Obstructed, (found: string) => string>>;
  readonly found: Readonly<Record<ObstacleCode, string>>;
};

export interface Texts {
  readonly inputs: InputTexts;
  readonly outcomes: OutcomeTexts;
}
