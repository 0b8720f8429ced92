/**
 * What stands between a GraphQL request and its resolvers, whichever way the request came in: the length of the document,
 * the size of the operation, the scopes of the key, the cost and the time.
 */
import { GraphQLError, getOperationAST, parse, } from 'graphql';
import { within } from '../operations/time-limit.js';
import { executeCompiled } from './compiled-operations.js';
import { excessOf } from './document-limits.js';
import { COST_ALLOWED, costOf, invalidArguments, refusalOf, withCost } from './operation-cost.js';
import { limitOperations, tooLarge } from './operation-limits.js';
import { withoutValues } from './quoted-values.js';
export const LIMITS = {
    // As deep as a list of visit types with everything on the way to the names of places. Cycles beyond multiply the answer.
    depth: 10,
    fields: 1_000,
    aliases: 50,
    directives: 50,
    introspections: 5,
    queryFields: 20,
    // One booking an operation: what failed and what did not is never a matter of several.
    mutationFields: 1,
};
/** All guards, in the order in which they look at a request, and the way in which what they let through is executed. */
export function guards(compiled) {
    return [
        hideValues(),
        limitDocuments(),
        refuseLargeOperations(),
        requireScope(),
        limitCost(),
        executeCompiled(compiled),
        limitTime(),
        keepFromOthers(),
    ];
}
/** Refuses documents that are too long or nested too deep to parse safely. */
function limitDocuments() {
    return {
        onParse({ setParseFn }) {
            setParseFn((source, options) => {
                const excess = excessOf(source);
                if (excess !== null)
                    throw tooLarge(excess);
                return parse(source, options);
            });
        },
    };
}
/** Refuses operations that are written larger than any page needs. */
function refuseLargeOperations() {
    return {
        onValidate({ addValidationRule }) {
            addValidationRule(limitOperations(LIMITS));
        },
    };
}
/** Tells what operations cost, and refuses those that cost too much before anything of them runs. */
function limitCost() {
    return {
        onExecute({ args, setResultAndStopExecution }) {
            const requested = costOrRefusal(args);
            if (requested === null)
                return;
            if (typeof requested !== 'number')
                return setResultAndStopExecution(requested);
            if (requested > COST_ALLOWED)
                return setResultAndStopExecution(refusalOf(requested));
            return {
                onExecuteDone({ result, setResult }) {
                    if (!(Symbol.asyncIterator in result))
                        setResult(withCost(result, requested));
                },
            };
        },
    };
}
function costOrRefusal(args) {
    try {
        return costOf(args);
    }
    catch (error) {
        if (error instanceof GraphQLError)
            return invalidArguments(error);
        throw error;
    }
}
/** Queries need the scope `read`, mutations the scope `book`. */
function requireScope() {
    return {
        onExecute({ args, setResultAndStopExecution }) {
            const operation = getOperationAST(args.document, args.operationName);
            const scope = operation?.operation === 'mutation' ? 'book' : 'read';
            if (args.contextValue.session.caller.scopes.has(scope))
                return;
            const extensions = { code: 'FORBIDDEN', http: { status: 403 } };
            const error = new GraphQLError(`The API key lacks the scope \`${scope}\`.`, { extensions });
            setResultAndStopExecution({ errors: [error] });
        },
    };
}
/** Answers queries that go on for too long. A mutation is always answered with what became of it. */
function limitTime() {
    return {
        onExecute({ args, executeFn, setExecuteFn }) {
            const { timeLimit } = args.contextValue.session;
            if (!timeLimit || getOperationAST(args.document, args.operationName)?.operation !== 'query')
                return;
            setExecuteFn((given) => within(timeLimit, Promise.resolve(executeFn(given))));
        },
    };
}
/** Marks what must not be given again, not even to the same caller: what a mutation did, and what went wrong. */
function keepFromOthers() {
    return {
        onExecute({ args }) {
            const { sources } = args.contextValue.session;
            if (getOperationAST(args.document, args.operationName)?.operation !== 'query')
                sources.isPrivate = true;
            return {
                onExecuteDone({ result }) {
                    if (Symbol.asyncIterator in result || result.errors)
                        sources.isPrivate = true;
                },
            };
        },
    };
}
/** Refusals of documents and variables do not repeat what was sent. */
function hideValues() {
    return {
        onValidate() {
            return ({ valid, result, setResult }) => {
                if (!valid)
                    setResult(result.map((error) => withoutValues(error)));
            };
        },
    };
}
//# sourceMappingURL=graphql-guards.js.map