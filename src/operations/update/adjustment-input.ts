/** Bounds of an adjustment (M13), and what it asks for. */
import { minorOf } from '../../domain/pricing/money.ts';
import type { PriceAdjustment } from '../../domain/pricing/price-adjustment.ts';
import { AMOUNT_MAX_MINOR } from '../../domain/pricing/price-list.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { type Bounds, boundsProblems, countProblems } from '../search/search-input.ts';
import { nightsProblems } from './update-input.ts';

/** Down to nothing, up to eleven times as much. */
const PERCENT: Bounds = { min: -100, max: 1_000 };
const ADDED_MINOR: Bounds = { min: -AMOUNT_MAX_MINOR, max: AMOUNT_MAX_MINOR };
const STEP_MINOR: Bounds = { min: 1, max: 1_000_000 };
/** Entries of a list that narrows what is changed. */
const NAMED = { min: 1, max: 1_000 } as const satisfies Bounds;

export interface AdjustmentInput {
  /** It has at most two decimals; null: an amount is added. */
  readonly percent: number | null;
  /** Minor units of the currency; null: a percentage. */
  readonly amountMinor: number | null;
  /** Minor units; null: to the minor unit. */
  readonly roundTo: number | null;
}

/** A percentage or an amount with its currency, nights as of `updateInventory`, lists of 1 to 1,000 entries. */
export function adjustmentProblems(
  input: AdjustmentInput & {
    readonly from: Day | null;
    readonly to: Day | null;
    readonly currency: string | null;
    readonly visitTypes: readonly unknown[] | null;
    readonly priceLists: readonly unknown[] | null;
    readonly roomTypes: readonly unknown[] | null;
    readonly weekdays: readonly unknown[] | null;
  },
  today: Day,
): InputProblem[] {
  const { percent, amountMinor, roundTo, currency } = input;
  const lists = (['visitTypes', 'priceLists', 'roomTypes', 'weekdays'] as const).flatMap((name) =>
    countProblems(name, input[name], NAMED),
  );
  const neither = percent === null && amountMinor === null;
  return [
    ...lists,
    ...nightsProblems(input, today),
    ...(neither ? [inputProblem('percent', 'oneRequired', { fields: ['percent', 'amountMinor'] })] : []),
    ...(percent !== null && amountMinor !== null
      ? [inputProblem('amountMinor', 'excluded', { fields: ['percent'] })]
      : []),
    ...boundsProblems('percent', percent, PERCENT),
    ...(percent !== null && basisPointsOf(percent) === null ? [inputProblem('percent', 'wrongValue')] : []),
    ...boundsProblems('amountMinor', amountMinor, ADDED_MINOR),
    ...(amountMinor !== null && currency === null
      ? [inputProblem('currency', 'requiredBeside', { fields: ['amountMinor'], rights: [] })]
      : []),
    ...boundsProblems('roundTo', roundTo, STEP_MINOR),
  ];
}

/** What an input asks for. The input must have no problems. */
export function adjustmentOf({ percent, amountMinor, roundTo }: AdjustmentInput): PriceAdjustment {
  const stepMinor = roundTo ?? 1;
  return percent === null
    ? { kind: 'add', amountMinor: amountMinor ?? 0, stepMinor }
    : { kind: 'percent', basisPoints: basisPointsOf(percent) ?? 0, stepMinor };
}

/** Hundredths of a percent; null: it has more than two decimals. */
function basisPointsOf(percent: number): number | null {
  const hundredths = minorOf(Math.abs(percent));
  return hundredths === null ? null : Math.sign(percent) * hundredths;
}
