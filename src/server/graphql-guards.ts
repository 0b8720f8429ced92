/**
 * What stands between a GraphQL request and its resolvers, whichever way the request came in: the length of the document,
 * the size of the operation, the scopes of the key, the cost and the time.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  type ParseOptions,
  parse,
  type Source,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphQLContext } from '../graphql/context.ts';
import { within } from '../operations/time-limit.ts';
import { type CompiledOperations, executeCompiled } from './compiled-operations.ts';
import { excessOf } from './document-limits.ts';
import { COST_ALLOWED, costOf, invalidArguments, refusalOf, withCost } from './operation-cost.ts';
import { limitOperations, type OperationLimits, tooLarge } from './operation-limits.ts';
import { withoutValues } from './quoted-values.ts';

export const LIMITS: OperationLimits = {
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
export function guards(compiled: CompiledOperations): Plugin<GraphQLContext>[] {
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
function limitDocuments(): Plugin<GraphQLContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source, options?: ParseOptions) => {
        const excess = excessOf(source);
        if (excess !== null) throw tooLarge(excess);
        return parse(source, options);
      });
    },
  };
}

/** Refuses operations that are written larger than any page needs. */
function refuseLargeOperations(): Plugin<GraphQLContext> {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(limitOperations(LIMITS));
    },
  };
}

/** Tells what operations cost, and refuses those that cost too much before anything of them runs. */
function limitCost(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const requested = costOrRefusal(args);
      if (requested === null) return;
      if (typeof requested !== 'number') return setResultAndStopExecution(requested);
      if (requested > COST_ALLOWED) return setResultAndStopExecution(refusalOf(requested));
      return {
        onExecuteDone({ result, setResult }) {
          if (!(Symbol.asyncIterator in result)) setResult(withCost(result, requested));
        },
      };
    },
  };
}

function costOrRefusal(args: ExecutionArgs): number | ExecutionResult | null {
  try {
    return costOf(args);
  } catch (error) {
    if (error instanceof GraphQLError) return invalidArguments(error);
    throw error;
  }
}

/** Queries need the scope `read`, mutations the scope `book`. */
function requireScope(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const operation = getOperationAST(args.document, args.operationName);
      const scope = operation?.operation === 'mutation' ? 'book' : 'read';
      if (args.contextValue.session.caller.scopes.has(scope)) return;
      const extensions = { code: 'FORBIDDEN', http: { status: 403 } };
      const error = new GraphQLError(`The API key lacks the scope \`${scope}\`.`, { extensions });
      setResultAndStopExecution({ errors: [error] });
    },
  };
}

/** Answers queries that go on for too long. A mutation is always answered with what became of it. */
function limitTime(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { timeLimit } = args.contextValue.session;
      if (!timeLimit || getOperationAST(args.document, args.operationName)?.operation !== 'query') return;
      setExecuteFn((given) => within(timeLimit, Promise.resolve(executeFn(given))));
    },
  };
}

/** Marks what must not be given again, not even to the same caller: what a mutation did, and what went wrong. */
function keepFromOthers(): Plugin<GraphQLContext> {
  return {
    onExecute({ args }) {
      const { sources } = args.contextValue.session;
      if (getOperationAST(args.document, args.operationName)?.operation !== 'query') sources.isPrivate = true;
      return {
        onExecuteDone({ result }) {
          if (Symbol.asyncIterator in result || result.errors) sources.isPrivate = true;
        },
      };
    },
  };
}

/** Refusals of documents and variables do not repeat what was sent. */
function hideValues(): Plugin<GraphQLContext> {
  return {
    onValidate() {
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map((error) => withoutValues(error as GraphQLError)));
      };
    },
  };
}
