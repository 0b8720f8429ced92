/**
 * How the reading routes take their request: the parameters of address and query, then the shared input rules over what was read,
 * then the variables of the stored document. All problems of both steps are told together (I5).
 */
import type { InputProblem } from '../operations/input-problem.ts';
import { type Parameters, type ParameterValues, parameterNameOf, readParameters } from './parameters.ts';
import type { RestRequest, RestRoute } from './route.ts';

/** The parts of a route that follow from its parameters. */
export function queryReader<P extends Parameters, Variables extends Record<string, unknown>>(
  parameters: P,
  rules: {
    /** Problems under canonical names; a value that could not be read is null. */
    problems(values: ParameterValues<P>, request: RestRequest): InputProblem[];
    /** Asked only when there are no problems. */
    variables(values: ParameterValues<P>, request: RestRequest): Variables;
  },
): Pick<RestRoute<never, Variables>, 'parameters' | 'read' | 'nameOf'> {
  const nameOf = (canonical: string) => parameterNameOf(parameters, canonical);
  return {
    parameters,
    read(request) {
      const { values, problems } = readParameters(parameters, { ...request.query, ...request.path });
      const broken = rules.problems(values, request).map((problem) => ({ ...problem, path: nameOf(problem.path) }));
      const all = [...problems, ...broken];
      return all.length > 0 ? { problems: all } : { variables: rules.variables(values, request) };
    },
    nameOf,
  };
}
