/**
 * Values that a scalar refuses, where they become problems of the input beside all others (F8): in arguments of mutations and of
 * `quote`. There the scalar answers with a stand-in, which the resolver must look for (`readInput`). Everywhere else the validation
 * of documents and variables refuses what has a stand-in (`execution/values/refused-values.ts`).
 */
import { type GraphQLField, GraphQLScalarType } from 'graphql';
import { type InputProblem, inputProblem } from '../../operations/input-problem.ts';

/** What a scalar expects, as the reason of a problem. */
type Expectation = 'notADate' | 'notAnEmail' | 'notAnInteger';

/** Stands for a value that a scalar refuses. */
export class RefusedValue {
  readonly expectation: Expectation;

  constructor(expectation: Expectation) {
    this.expectation = expectation;
  }
}

/** The scalar with stand-ins for what it refuses. */
export function withStandIns<Inner, Outer>(
  scalar: GraphQLScalarType<Inner, Outer>,
  expectation: Expectation,
): GraphQLScalarType<Inner, Outer> {
  const config = scalar.toConfig();
  const orStandIn = (parse: () => Inner): Inner => {
    try {
      return parse() ?? (new RefusedValue(expectation) as Inner);
    } catch {
      return new RefusedValue(expectation) as Inner;
    }
  };
  return new GraphQLScalarType({
    ...config,
    parseValue: (value) => orStandIn(() => config.parseValue(value)),
    parseLiteral: (node, variables) => orStandIn(() => config.parseLiteral(node, variables)),
  });
}

/** Options of a field whose resolver reads its input by `readInput`. */
export const REPORTS_REFUSED_VALUES = { reportsRefusedValues: true } as const;

export function reportsRefusedValues({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return 'reportsRefusedValues' in extensions;
}

/**
 * An input with null in place of refused values, and their problems. Where there are problems, the input is only good for looking
 * for more (`withRefused`).
 */
export function readInput<Input extends object>(input: Input): { input: Input; refused: readonly InputProblem[] } {
  const refused: InputProblem[] = [];
  const read = (value: unknown, path: string): unknown => {
    if (value instanceof RefusedValue) {
      refused.push(toProblem(path, value));
      return null;
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const at = path === '' ? '' : `${path}.`;
    if (Array.isArray(value)) return value.map((entry, index) => read(entry, `${at}${index}`));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner, `${at}${name}`)]));
  };
  return { input: read(input, '') as Input, refused };
}

function toProblem(path: string, { expectation }: RefusedValue): InputProblem {
  return expectation === 'notAnEmail'
    ? inputProblem(path, expectation, { maximum: null })
    : inputProblem(path, expectation);
}

/** All problems of an input, one for a path: what is refused is not missing as well. */
export function withRefused(refused: readonly InputProblem[], others: readonly InputProblem[]): InputProblem[] {
  const paths = new Set(refused.map(({ path }) => path));
  return [...refused, ...others.filter(({ path }) => !paths.has(path))];
}
