/** Refusals of operations in the shapes of their GraphQL types. */
import type { RequestContext } from '../../../operations/access/request-context.ts';
import type { InputProblem } from '../../../operations/input-problem.ts';
import { codeOf, type InvalidInput, type Refusal, type RefusalCode } from '../../../operations/refusal.ts';
import { countRefused } from './refusal-space.ts';

/** A refusal with its code. */
export type Coded<One> = One & { readonly code: RefusalCode };

/** The GraphQL type of each kind of failed outcome. */
const TYPE_NAMES: Readonly<Record<Refusal['kind'], string>> = {
  invalidInput: 'InvalidInput',
  notFound: 'NotFound',
  stayNotAllowed: 'StayNotAllowed',
  notPriced: 'NotPriced',
  noCapacity: 'NoCapacity',
  onDemandOnly: 'OnDemandOnly',
  loyaltyNotApplicable: 'LoyaltyNotApplicable',
  guestCount: 'GuestCountProblem',
  priceChanged: 'PriceChanged',
  idempotency: 'IdempotencyProblem',
  tooManyHolds: 'TooManyHolds',
  tooManyRequests: 'TooManyRequests',
  conflict: 'Conflict',
  notCancellable: 'NotCancellable',
  notConfirmable: 'NotConfirmable',
  notDeclinable: 'NotDeclinable',
};

/** A failed outcome in the shape of its type. */
export function toProblem<Outcome extends Refusal>(outcome: Outcome): Coded<Outcome> {
  return { ...outcome, code: codeOf(outcome) };
}

/** Invalid input as an outcome. */
export function toInvalidInput(problems: readonly InputProblem[]): InvalidInput {
  return { kind: 'invalidInput', problems };
}

/** Resolves the type of the result of a root field by its kind. `successes` names the types that are not problems. */
export function typeByKind(successes: Readonly<Record<string, string>>) {
  return (result: unknown, context: RequestContext): string => {
    const { kind } = result as { kind: string };
    if (!(kind in successes)) countRefused(context);
    return successes[kind] ?? TYPE_NAMES[kind as Refusal['kind']];
  };
}
