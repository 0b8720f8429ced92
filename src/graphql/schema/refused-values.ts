/**
 * Values that a scalar refuses, where they become problems of the input beside all others (F8): in arguments of the fields that report
 * them (`REPORTS_REFUSED_VALUES`). There the scalar answers with a stand-in (`RefusedValue`), which the resolver must look for
 * (`readInput`), or the check of the input.
 * Everywhere else the validation of documents and variables refuses what has a stand-in (`execution/values/refused-values.ts`).
 */
import { type GraphQLField, GraphQLScalarType } from 'graphql';
import { type InputProblem, RefusedValue, refusedProblem } from '../../domain/problem/input-problem.ts';
import { Problems } from '../../domain/text/refusal-bounds.ts';

/** Runs what may refuse thousands of values by throwing: stacks that nobody reads would take most of the time (A2). */
function withoutStacks<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The scalar with stand-ins for what it refuses. */
export function withStandIns<Inner, Outer>(
  scalar: GraphQLScalarType<Inner, Outer>,
  expectation: RefusedValue['expectation'],
): GraphQLScalarType<Inner, Outer> {
  const config = scalar.toConfig();
  const orStandIn = (parse: () => Inner): Inner => {
    try {
      return withoutStacks(parse) ?? (new RefusedValue(expectation) as Inner);
    } catch {
      return new RefusedValue(expectation) as Inner;
    }
  };
  return new GraphQLScalarType({
    ...config,
    // Errors of scalars quote the value, and a list or an object in full.
    parseValue: (value) =>
      isOfParts(value) ? (new RefusedValue(expectation) as Inner) : orStandIn(() => config.parseValue(value)),
    parseLiteral: (node, variables) => orStandIn(() => config.parseLiteral(node, variables)),
  });
}

/** Whether it is a list, or an object of JSON. */
function isOfParts(value: unknown): boolean {
  return Array.isArray(value) || (value !== null && typeof value === 'object' && value.constructor === Object);
}

/** Options of a field whose resolver reads its input by `readInput`. */
export const REPORTS_REFUSED_VALUES = { reportsRefusedValues: true } as const;

export function reportsRefusedValues({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return 'reportsRefusedValues' in extensions;
}

/**
 * An input with null in place of refused values, and the problems of the first 50. Where there are problems, the input is only good for looking
 * for more (`withRefused`).
 */
export function readInput<Input extends object>(input: Input): { input: Input; refused: readonly InputProblem[] } {
  const refused = new Problems<InputProblem>();
  const read = (value: unknown, path: string): unknown => {
    if (value instanceof RefusedValue) {
      refused.add(refusedProblem(path, value));
      return null;
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const at = path === '' ? '' : `${path}.`;
    if (Array.isArray(value)) return value.map((entry, index) => read(entry, `${at}${index}`));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner, `${at}${name}`)]));
  };
  return { input: read(input, '') as Input, refused: refused.found };
}

/** The problems of an input, 50 at most, one for a path: what is refused is not missing as well. */
export function withRefused(refused: readonly InputProblem[], others: readonly InputProblem[]): InputProblem[] {
  const paths = new Set(refused.map(({ path }) => path));
  const problems = new Problems<InputProblem>();
  problems.add(...refused, ...others.filter(({ path }) => !paths.has(path)));
  return problems.found;
}
