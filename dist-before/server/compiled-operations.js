/**
 * Queries that come again and again, compiled into functions (graphql-jit): several times as fast as walking through the
 * operation field by field. What they answer is the same to the byte, for two reasons: only operations are compiled for which
 * that holds, and an answer with errors is thrown away and made again by the executor whose errors clients know.
 */
import { BREAK, getNamedType, getOperationAST, isEnumType, isExecutableDefinitionNode, Kind, TypeInfo, visit, visitWithTypeInfo, } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { loadsThroughPrisma } from '../graphql/builder.js';
/** Compiling takes as long as some ten executions: less often it is not worth it. */
const EXECUTIONS_BEFORE = 10;
/** A front end has a few dozen. A compiled one takes some 100 kB. */
const COMPILED_DOCUMENTS = 300;
/** The compiled operations of a process. */
export class CompiledOperations {
    #schema;
    #documents = new LRUCache({ max: COMPILED_DOCUMENTS });
    constructor(schema) {
        this.#schema = schema;
    }
    /** The compiled operation of a document that was found valid; null: there is none, or not yet. */
    of(document, operationName) {
        const known = this.#documents.get(document)?.get(operationName ?? '');
        return typeof known === 'function' ? known : null;
    }
    /** The same for one that is about to be executed: it is compiled when that has happened several times. */
    toExecute(document, operationName) {
        const name = operationName ?? '';
        const operations = this.#documents.get(document) ?? new Map();
        const known = operations.get(name) ?? 0;
        if (typeof known !== 'number')
            return known;
        const now = known < EXECUTIONS_BEFORE ? known + 1 : this.#compile(document, name);
        this.#documents.set(document, operations.set(name, now));
        return typeof now === 'number' ? null : now;
    }
    #compile(document, name) {
        if (!isCompilable(this.#schema, document, name))
            return null;
        // Resolvers are typed to give what these types show; to look at each value again takes a tenth of the time of a page.
        const made = compileQuery(this.#schema, document, name, { disableLeafSerialization: true });
        return isCompiledQuery(made) ? made.query : null;
    }
}
/** Executes compiled what is compiled. Register it before whatever wraps the execution. */
export function executeCompiled(operations) {
    return {
        onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
            const run = operations.toExecute(document, operationName);
            if (run)
                setExecuteFn((args) => runOr(run, args, executeFn));
        },
    };
}
/** Executes an operation, compiled if it is; errors are always those of the given executor. */
export async function runOr(run, args, otherwise) {
    const result = await run(args.rootValue, args.contextValue, args.variableValues ?? {});
    return result.errors ? otherwise(args) : result;
}
/**
 * Whether an operation may be compiled. Not mutations, nor what the Prisma plugin loads (it would send more statements).
 * Not what has a text written into it: the compiler writes such texts into the code that it makes, and a client could write
 * code into them; texts in variables are never a part of it. Not directives, under which fields come in another order. Not
 * names that begin with two underscores, except `__typename`: some mean something to JavaScript. Not enumerations that show
 * other values than they have: values of enumerations and of GraphQL's own scalars are written as they are.
 */
export function isCompilable(schema, document, operationName) {
    if (!document.definitions.every(isExecutableDefinitionNode))
        return false;
    if (getOperationAST(document, operationName || undefined)?.operation !== 'query')
        return false;
    let isSafe = true;
    const refuse = () => {
        isSafe = false;
        return BREAK;
    };
    const typeInfo = new TypeInfo(schema);
    const visitor = {
        [Kind.STRING]: refuse,
        [Kind.FLOAT]: refuse,
        [Kind.DIRECTIVE]: refuse,
        Name: ({ value }) => (value.startsWith('__') && value !== '__typename' ? refuse() : undefined),
        Field: () => {
            const field = typeInfo.getFieldDef();
            return field && (loadsThroughPrisma(field) || showsOtherValues(field.type)) ? refuse() : undefined;
        },
    };
    visit(document, visitWithTypeInfo(typeInfo, visitor));
    return isSafe;
}
function showsOtherValues(type) {
    const named = getNamedType(type);
    return isEnumType(named) && named.getValues().some(({ name, value }) => value !== name);
}
//# sourceMappingURL=compiled-operations.js.map