/**
 * How reading routes take their request: path and query parameters become the variables of the stored document. The shared input
 * rules are applied before: all problems are reported together (I5), and in the names of the parameters, in messages too (F7).
 */
import type { InputProblem, WordedProblem } from '../domain/problem/input-problem.ts';
import { inPlainEnglish } from '../wording/word-problem.ts';
import { type Parameters, type ParameterValues, parameterNameOf, readParameters } from './parameters.ts';
import type { RestRequest, RestRoute } from './route.ts';

/** The parts of a route that follow from its parameters. */
export function queryReader<P extends Parameters, Variables extends Record<string, unknown>>(
  parameters: P,
  rules: {
    /** All that the document would refuse, under canonical names; malformed values are null. */
    problems(values: ParameterValues<P>, request: RestRequest): InputProblem[];
    /** Called only when all parameters are well-formed. */
    variables(values: ParameterValues<P>, request: RestRequest): Variables;
  },
): Pick<RestRoute<never, Variables>, 'parameters' | 'read' | 'nameOf'> {
  const nameOf = (canonical: string) => parameterNameOf(parameters, canonical);
  return {
    parameters,
    read(request) {
      const { values, problems } = readParameters(parameters, { ...request.query, ...request.path });
      const found = [...problems, ...wordForCaller(rules.problems(values, request), nameOf)];
      return found.length > 0 ? { problems: found } : { variables: rules.variables(values, request) };
    },
    nameOf,
  };
}

/** Problems in words that have only names of the caller, those of the page first. */
export function wordForCaller(problems: readonly InputProblem[], nameOf: RestRoute['nameOf']): WordedProblem[] {
  return inNamesOfCaller(
    problems.map((problem) => inPlainEnglish(withFields(problem, nameOf))),
    nameOf,
  );
}

function withFields(problem: InputProblem, nameOf: RestRoute['nameOf']): InputProblem {
  if (!('fields' in problem.facts)) return problem;
  return { ...problem, facts: { ...problem.facts, fields: problem.facts.fields.map(nameOf) } } as InputProblem;
}

/** Canonical names of the page arguments. */
const OF_PAGE = new Set(['first', 'offset', 'after']);

/** Problems under the caller's names, those of the page first. */
export function inNamesOfCaller(problems: readonly WordedProblem[], nameOf: RestRoute['nameOf']): WordedProblem[] {
  const found = problems.map((problem) => ({ ...problem, path: problem.path.replace(/^(?:input|filter)\./, '') }));
  const ofPage = found.filter(({ path }) => OF_PAGE.has(path));
  const others = found.filter(({ path }) => !OF_PAGE.has(path));
  return [...ofPage, ...others].map((problem) => ({ ...problem, path: nameOf(problem.path) }));
}
