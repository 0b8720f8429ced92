/**
 * Errors of the schema. Expected failures of `quote` and of mutations are typed results and never come here. What is left is
 * invalid input of other fields and an unavailable service, for programmers and in English. Any other error is a defect, which the
 * server masks.
 */
import { GraphQLError } from 'graphql';
import type { InputProblem } from '../../operations/input-problem.ts';
import { inPlainEnglish } from '../../wording/word-problem.ts';

/**
 * Throws if there are problems, with all of them at once.
 * @throws GraphQLError with the code BAD_USER_INPUT, or INVALID_REFERENCE when only the reference of a booking is wrong (S2), and the
 * problems as `extensions.problems`
 */
export function throwIfInvalid(found: readonly InputProblem[]): void {
  if (found.length === 0) return;
  const problems = found.map(inPlainEnglish);
  const code = problems.every((problem) => problem.code === 'INVALID_REFERENCE')
    ? 'INVALID_REFERENCE'
    : 'BAD_USER_INPUT';
  const summary = problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
  throw new GraphQLError(`Invalid input. ${summary}`, { extensions: { code, problems } });
}

/** The problems with `prefix` added to their paths. */
export function prefixPaths(prefix: string, problems: readonly InputProblem[]): InputProblem[] {
  return problems.map((problem) => ({ ...problem, path: `${prefix}.${problem.path}` }));
}
