import { when } from '../data/soon.js';
import { schema } from '../graphql/schema.js';
import { within } from '../operations/time-limit.js';
import { maskedError } from './errors.js';
import { COST_ALLOWED, costOf, withCost } from './operation-cost.js';
/** Gives a function that executes operations that are known, and answers null to all others. */
export function knownOperations({ documents, compiled, contextFor, trace, }) {
    return (operation, request) => {
        const document = documents.get(operation.query);
        const run = document && compiled.of(document, operation.operationName);
        if (!run)
            return null;
        request.executing(document, operation.operationName);
        return when(contextFor(request), (context) => {
            const cost = context.session.caller.scopes.has('read') ? plainCost(document, operation, context) : null;
            if (cost === null || cost > COST_ALLOWED)
                return null;
            const executed = () => inTime(run, operation, context);
            return when(trace ? trace(document, operation.operationName, executed) : executed(), (result) => result === null || result.errors ? result : withCost(result, cost));
        });
    };
}
function plainCost(document, { operationName, variables }, contextValue) {
    try {
        return costOf({ schema, document, operationName, variableValues: variables, contextValue });
    }
    catch {
        return null;
    }
}
/** The result; null when it has errors, of which the usual way is to speak, unless the time was over. */
function inTime(run, { variables }, context) {
    const { timeLimit } = context.session;
    const result = when(run(undefined, context, variables ?? {}), unlessErrors);
    if (!(result instanceof Promise) || !timeLimit)
        return result;
    return within(timeLimit, result).catch((error) => ({ errors: [maskedError(error)] }));
}
function unlessErrors(result) {
    return result.errors ? null : result;
}
//# sourceMappingURL=known-operations.js.map