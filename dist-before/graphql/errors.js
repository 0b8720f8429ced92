/**
 * Errors of the schema. Expected failures of `quote` and `createBooking` are typed results and never come here; what is left
 * is input that is out of bounds, and the service being unable to answer. Anything else that is thrown is a defect: the
 * server masks it.
 */
import { GraphQLError } from 'graphql';
/**
 * Refuses input that has problems, all of them at once.
 * @throws GraphQLError with the code BAD_USER_INPUT and the problems as `extensions.problems`
 */
export function refuse(problems) {
    if (problems.length === 0)
        return;
    const summary = problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
    throw new GraphQLError(`Invalid input. ${summary}`, { extensions: { code: 'BAD_USER_INPUT', problems } });
}
/** The problems with their paths below `prefix`. */
export function below(prefix, problems) {
    return problems.map((problem) => ({ ...problem, path: `${prefix}.${problem.path}` }));
}
//# sourceMappingURL=errors.js.map