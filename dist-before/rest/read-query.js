import { parameterNameOf, readParameters } from './parameters.js';
/** The parts of a route that follow from its parameters. */
export function queryReader(parameters, rules) {
    const nameOf = (canonical) => parameterNameOf(parameters, canonical);
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
//# sourceMappingURL=read-query.js.map