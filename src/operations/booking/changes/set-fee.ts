/** The fee of a cancellation or a no-show, where the house sets it (M4, M6). */
import type { FeeBeyond } from '../../../domain/booking/changes.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { invalidInput, type Refusal } from '../../../domain/problem/refusal.ts';

export interface SetFee {
  /** In minor units, not negative; null: the terms of the booking say it. */
  readonly feeMinor: number | null;
}

/** What is wrong with a fee whatever it is for. It is that of one booking: of a party each room has its own (Y3). */
export function feeProblems(fee: number | null | undefined, { isParty = false } = {}): InputProblem[] {
  if (fee != null && isParty) return [inputProblem('fee', 'excluded', { fields: ['party'] })];
  return fee != null && fee < 0 ? [inputProblem('fee', 'outOfRange', { minimum: 0, maximum: null, value: fee })] : [];
}

export function feeBeyond({ maximum }: FeeBeyond, value: number | null): Refusal<'invalidInput'> {
  return invalidInput([inputProblem('fee', 'outOfRange', { minimum: 0, maximum, value })]);
}
