/** The form of what a client says about a change. */
import type { InputProblem } from '../../../domain/problem/input-problem.ts';
import { lines, optionalUnlessBlank } from '../../input-values.ts';
import { toInputProblem } from '../booking-problems.ts';

export const NOTE_MAX_LENGTH = 1_000;
const note = optionalUnlessBlank(lines(NOTE_MAX_LENGTH));

/** The note in the field `path`, null if it is missing or blank; or what is wrong with it. */
export function parseNote(
  path: 'note' | 'reason',
  sent: unknown,
): { ok: true; note: string | null } | { ok: false; problems: readonly InputProblem[] } {
  const parsed = note.safeParse(sent);
  if (parsed.success) return { ok: true, note: parsed.data };
  const [issue] = parsed.error.issues;
  // biome-ignore lint/style/noNonNullAssertion: what fails has an issue.
  return { ok: false, problems: [toInputProblem({ [path]: sent }, { ...issue!, path: [path] })] };
}
