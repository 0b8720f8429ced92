/**
 * Errors of the schema. Expected failures of `quote` and `createBooking` are typed results and never come here. What is left is
 * invalid input and an unavailable service. Any other error is a defect, which the server masks.
 */
import { GraphQLError } from 'graphql';
import type { InputProblem } from '../../operations/input-problem.ts';

/**
 * Throws if there are problems, with all of them at once.
 * @throws GraphQLError with the code BAD_USER_INPUT and the problems as `extensions.problems`
 */
export function throwIfInvalid(problems: readonly InputProblem[]): void {
  if (problems.length === 0) return;
  const summary = problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
  throw new GraphQLError(`Invalid input. ${summary}`, { extensions: { code: 'BAD_USER_INPUT', problems } });
}

/** The problems with `prefix` added to their paths. */
export function prefixPaths(prefix: string, problems: readonly InputProblem[]): InputProblem[] {
  return problems.map((problem) => ({ ...problem, path: `${prefix}.${problem.path}` }));
}
