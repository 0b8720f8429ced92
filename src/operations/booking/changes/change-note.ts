/**
 * The two texts of the house about a change (M5): one that the mail about it says to the guest, and one that only those who operate the
 * hotel read.
 */
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { houseText } from '../booking-input.ts';
import { toInputProblem } from '../booking-problems.ts';

/** What is said about a change. Null: nothing. */
export interface HouseTexts {
  readonly messageToGuest: string | null;
  readonly note: string | null;
  /** What only those who operate the hotel may send, by the names of the fields; null: it was not sent. */
  readonly reserved: Readonly<Record<string, unknown>>;
}

/** The texts as they were sent. `reason` is what anybody may say. */
export type SentTexts = { readonly [Field in 'messageToGuest' | 'note' | 'reason']?: unknown };

/**
 * The texts, blank ones as null; or what is wrong with them. A `reason` is the note of those who send none. It is taken from every key:
 * why a guest cancels is for the house, too.
 */
export function parseHouseTexts({
  messageToGuest,
  note,
  reason,
}: SentTexts): { ok: true; texts: HouseTexts } | { ok: false; problems: readonly InputProblem[] } {
  const sent = { messageToGuest, note, reason };
  const parsed = Object.entries(sent).map(([path, value]) => ({ path, value: houseText.safeParse(value) }));
  const problems = parsed.flatMap(({ path, value: { error } }) =>
    // biome-ignore lint/style/noNonNullAssertion: what fails has an issue.
    error ? [toInputProblem(sent, { ...error.issues[0]!, path: [path] })] : [],
  );
  if (problems.length > 0) return { ok: false, problems };
  const textOf = (field: keyof typeof sent) => parsed.find(({ path }) => path === field)?.value.data ?? null;
  const reserved = { messageToGuest: textOf('messageToGuest'), note: textOf('note') };
  return { ok: true, texts: { ...reserved, note: reserved.note ?? textOf('reason'), reserved } };
}

/** What is wrong with reserved fields, of somebody who does not operate the hotel. */
export function reservedProblems(reserved: HouseTexts['reserved']): InputProblem[] {
  return Object.entries(reserved).flatMap(([path, value]) =>
    value === null ? [] : [inputProblem(path, 'onlyWithRight', { rights: ['operate'] })],
  );
}
