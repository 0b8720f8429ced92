/**
 * Errors of the schema. Expected failures of `quote` and of mutations are typed results and do not come here. What is left is
 * invalid input of other fields, too many wrong pairs of a booking and an e-mail address (`RATE_LIMITED`, of every field that looks a
 * booking up), and an unavailable service. Any other error is a defect, which the server masks.
 */
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Locale } from '../../domain/text/locale.ts';
import { wordInputError } from '../../wording/word-problem.ts';
import { problemOfError } from './problem/input-problem.ts';

/** The error of arguments with problems, in the caller's language or in plain English. */
export function argumentsError(
  found: readonly InputProblem[],
  locale: Locale | null,
): { readonly message: string; readonly extensions: GraphQLErrorExtensions } {
  const code = found.every((problem) => problem.code === 'INVALID_REFERENCE') ? 'INVALID_REFERENCE' : 'BAD_USER_INPUT';
  const problems = found.map((problem) => problemOfError(problem, locale));
  return { message: wordInputError(found, locale), extensions: { code, problems } };
}

/** Arguments with problems, in plain English until it is known whom it is said to (`inLanguage`). */
class InvalidArguments extends GraphQLError {
  readonly found: readonly InputProblem[];

  constructor(found: readonly InputProblem[]) {
    const { message, extensions } = argumentsError(found, null);
    super(message, { extensions });
    this.found = found;
  }
}

/**
 * Throws if there are problems, with all of them at once.
 * @throws GraphQLError with the code BAD_USER_INPUT, or INVALID_REFERENCE when only the reference of a booking is wrong (S2), and the
 * problems as `extensions.problems`
 */
export function throwIfInvalid(problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw new InvalidArguments(problems);
}

/** An error of a result, in the caller's language if it is about arguments (F7). */
export function inLanguage(error: GraphQLError, locale: Locale | null): GraphQLError {
  const { originalError: thrown, nodes, source, positions, path } = error;
  if (locale === null || !(thrown instanceof InvalidArguments)) return error;
  const { message, extensions } = argumentsError(thrown.found, locale);
  return new GraphQLError(message, { nodes, source, positions, path, originalError: thrown, extensions });
}

/** The problems with `prefix` added to their paths. */
export function prefixPaths(prefix: string, problems: readonly InputProblem[]): InputProblem[] {
  return problems.map((problem) => ({ ...problem, path: `${prefix}.${problem.path}` }));
}
