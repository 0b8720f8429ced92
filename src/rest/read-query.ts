/**
 * How the reading routes take their request: the parameters of address and query become the variables of the stored document,
 * whose fields ask the shared input rules. A request with a parameter that cannot be read never gets that far, so the rules
 * are asked here over what could be read: all problems are told together (I5).
 */
import type { InputProblem } from '../operations/input-problem.ts';
import { type Parameters, type ParameterValues, parameterNameOf, readParameters } from './parameters.ts';
import type { RestRequest, RestRoute } from './route.ts';

/** The parts of a route that follow from its parameters. */
export function queryReader<P extends Parameters, Variables extends Record<string, unknown>>(
  parameters: P,
  rules: {
    /** What the document would refuse, under canonical names; a value that could not be read is null. */
    problems(values: ParameterValues<P>, request: RestRequest): InputProblem[];
    /** Asked only when every parameter could be read. */
    variables(values: ParameterValues<P>, request: RestRequest): Variables;
  },
): Pick<RestRoute<never, Variables>, 'parameters' | 'read' | 'nameOf'> {
  const nameOf = (canonical: string) => parameterNameOf(parameters, canonical);
  return {
    parameters,
    read(request) {
      const { values, problems } = readParameters(parameters, { ...request.query, ...request.path });
      if (problems.length === 0) return { variables: rules.variables(values, request) };
      return { problems: [...problems, ...inNamesOfCaller(rules.problems(values, request), nameOf)] };
    },
    nameOf,
  };
}

/** Arguments of a page, by their canonical names. */
const OF_PAGE = new Set(['first', 'offset', 'after']);

/** Problems of the shared input rules as they are told to the caller: under the names that it used, those of the page first. */
export function inNamesOfCaller(problems: readonly InputProblem[], nameOf: RestRoute['nameOf']): InputProblem[] {
  const found = problems.map((problem) => ({ ...problem, path: problem.path.replace(/^(?:input|filter)\./, '') }));
  const ofPage = found.filter(({ path }) => OF_PAGE.has(path));
  const others = found.filter(({ path }) => !OF_PAGE.has(path));
  return [...ofPage, ...others].map((problem) => ({ ...problem, path: nameOf(problem.path) }));
}
