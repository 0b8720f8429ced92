/** What every language has to say (F7). A text that is missing does not compile, nor does one with a fact that its problem lacks. */
import type { FactsOf } from '../domain/problem/input-problem.ts';
import type { InputReason } from '../domain/problem/input-reasons.ts';
import type { Refusal, RefusalKind } from '../domain/problem/refusal.ts';
import type { SpentLimit } from '../domain/problem/spent-limits.ts';
import type { DerivedNames, Words } from './derived-values.ts';

/** A text with placeholders of these names. `never`: only the names count, not the values. */
type TextWith<Names extends PropertyKey> = string | ((values: Readonly<Record<Names, never>>) => string);

/** A list is named with commas, or with an "or" before its last part: `{weekdays}`, `{weekdaysOr}`. */
type NamesOf<Facts> = keyof Facts | `${keyof Facts & string}Or`;

/** A text for each code of a kind, or the one of a kind with one code. */
type TextsOf<One, Derived extends PropertyKey> = [One] extends [{ readonly code: string }]
  ? { readonly [Code in One['code']]: TextWith<NamesOf<Extract<One, { readonly code: Code }>> | Derived> }
  : TextWith<NamesOf<One> | Derived>;

/** Kinds whose text does not depend on their codes alone. */
type Special =
  | 'tooManyRequests'
  | 'notCancellable'
  | 'notChangeable'
  | 'notConfirmable'
  | 'notDeclinable'
  | 'notMarkable'
  | 'notReinstatable';

type RefusalTexts = {
  readonly [Kind in Exclude<RefusalKind, Special>]: TextsOf<Refusal<Kind>, DerivedNames<Kind>>;
} & {
  readonly tooManyRequests: Readonly<
    Record<SpentLimit, TextWith<NamesOf<Refusal<'tooManyRequests'>> | DerivedNames<'tooManyRequests'>>>
  >;
} & Readonly<Record<Exclude<Special, 'tooManyRequests'>, TextWith<'found'>>>;

export interface OwedTexts extends Words {
  /** Sentences about a field, which the path names. */
  readonly inputs: { readonly [Reason in InputReason]: TextWith<NamesOf<FactsOf<Reason>>> };
  /** Sentences about a whole request; that of an invalid input stands before its problems. */
  readonly refusals: RefusalTexts;
  /** Stands after the problems if there are more than are named. */
  readonly moreProblems: string;
  /** Stands after a stay that is not allowed or not priced: the nights of the stays that can be had from the day of arrival (F2). */
  otherLengths(values: { readonly nights: string }): string;
}
