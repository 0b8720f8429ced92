/** What the gateway refuses, tied to what caused it. */
import { dayOf } from '../../../domain/time/civil-date.ts';
import type { Cell } from './month/span.ts';

export interface InputProblem {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
}

/** The gateway refused the change, or the request as a whole. */
export type Refusal =
  | {
      readonly message: string;
      readonly problems: readonly InputProblem[];
      /** Somebody else has changed the same nights meanwhile. */
      readonly isConflict: boolean;
    }
  | { readonly code: string };

/** What every change of rooms or prices has: the first and the last night of a room type. */
export interface NightsChange {
  readonly roomType: number;
  readonly from: string;
  readonly to: string;
}

/** The change that a problem is about, by its path: `changes.3.units`; null: none of its own. */
export function changeAt<Change>(changes: readonly Change[], path: string): Change | null {
  const index = /^(?:input\.)?changes\.(\d+)\b/.exec(path)?.[1];
  return changes[Number(index)] ?? null;
}

/** Whether what is there now is somebody else's: what was planned before, and the way back, are not about it. */
export function isConflict(refusal: Refusal | null): boolean {
  return refusal !== null && 'isConflict' in refusal && refusal.isConflict;
}

/** The changes that were refused for themselves, among those that were sent. */
export function refusedOf<Change>(changes: readonly Change[], refusal: Refusal | null): Change[] {
  const problems = refusal && 'problems' in refusal ? refusal.problems : [];
  return problems.flatMap(({ path }) => changeAt(changes, path) ?? []);
}

/** Whether one of the changes is about the night of a cell. */
export function isAmong(changes: readonly NightsChange[], { room, night }: Cell): boolean {
  return changes.some(({ roomType, from, to }) => roomType === room && night >= dayOf(from) && night <= dayOf(to));
}
