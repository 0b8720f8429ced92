/**
 * What an operation costs, told with every answer as `extensions.cost`, and refused before any resolver runs when it is too
 * much. The cost is about the number of fields that the answer will hold, as the schema declares it: pages count as large as
 * they are asked for, and searches and calendars count for the work behind them.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import { GraphQLError, getOperationAST, getVariableValues, Kind, } from 'graphql';
import { LRUCache } from 'lru-cache';
/** A page of 100 hotels with everything on it takes two thirds of it. */
export const COST_ALLOWED = 200_000;
/** Documents that front ends send all day, each with some of the variables that it came with. */
const known = new WeakMap();
const KNOWN_VARIABLES = 50;
const LONGEST_VARIABLES = 500;
/**
 * The cost of an operation, remembered for when it comes again with the same variables on the same day.
 * @returns null, @throws as `computeCost`
 */
export function costOf(args) {
    const { document, operationName, variableValues, contextValue } = args;
    const variables = textOf(variableValues ?? {});
    if (variables === null || variables.length > LONGEST_VARIABLES)
        return computeCost(args);
    const { today } = contextValue.session;
    const key = `${operationName ?? ''} ${today} ${variables}`;
    let costs = known.get(document);
    const remembered = costs?.get(key);
    if (remembered !== undefined)
        return remembered;
    const cost = computeCost(args);
    if (cost === null)
        return null;
    costs ??= new LRUCache({ max: KNOWN_VARIABLES });
    known.set(document, costs.set(key, cost));
    return cost;
}
/** Null: it is nested too deep to be written. */
function textOf(variables) {
    try {
        return JSON.stringify(variables);
    }
    catch {
        return null;
    }
}
/**
 * The cost of an operation; null for one that is not complete enough to have one (no such operation, variables that the
 * schema does not take): it cannot be executed either, and that says what is wrong.
 * @throws GraphQLError when a field has arguments that it does not take. The other fields of the operation would be executed
 *   none the less, so it has to be refused as a whole.
 */
function computeCost({ schema, document, operationName, variableValues, contextValue }) {
    const operation = getOperationAST(document, operationName);
    if (!operation)
        return null;
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
    if (errors)
        return null;
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    const { complexity } = complexityFromQuery({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }, { schema, ctx: contextValue, variables: variableValues ?? {} });
    return Math.ceil(complexity);
}
/** The result with its cost. */
export function withCost(result, requested) {
    const cost = { requested, allowed: COST_ALLOWED };
    // Nearly every result is this one, and on Node 20 a spread with a key beside it takes as long as some whole fields.
    if (!result.errors && !result.extensions)
        return { data: result.data, extensions: { cost } };
    return { ...result, extensions: { ...result.extensions, cost } };
}
/** The answer to an operation that has no cost, because a field does not take its arguments. */
export function invalidArguments({ message, nodes }) {
    const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
    return { errors: [new GraphQLError(message, { nodes, extensions })] };
}
/** The answer to an operation that costs too much. */
export function refusalOf(requested) {
    const message = `The operation costs ${requested}; ${COST_ALLOWED} is the most. Ask for smaller pages or fewer fields.`;
    const extensions = { code: 'COST_EXCEEDED', http: { status: 400 } };
    return withCost({ errors: [new GraphQLError(message, { extensions })] }, requested);
}
//# sourceMappingURL=operation-cost.js.map