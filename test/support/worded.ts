/** Problems with the words that REST and callers without a language get (F7). */
import type { InputProblem } from '../../src/domain/problem/input-problem.ts';
import type { Refusal } from '../../src/domain/problem/refusal.ts';
import { inPlainEnglish, wordRefusal } from '../../src/wording/word-problem.ts';

/** What a refusal says. */
export function messageOf(refusal: { readonly kind: string }): string {
  return wordRefusal(refusal as Refusal, null);
}

/** A problem by its path, code and message. */
export function worded(read: object): object {
  return 'problem' in read ? { problem: inPlainEnglish(read.problem as InputProblem) } : read;
}
