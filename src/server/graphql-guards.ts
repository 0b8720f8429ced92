/**
 * What stands between a GraphQL request and its resolvers, whichever way the request came in: the length of the document,
 * the size of the operation, the scopes of the key, the cost and the time.
 */
import { execute, GraphQLError, getOperationAST, subscribe } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphQLContext } from '../graphql/context.ts';
import { within } from '../operations/time-limit.ts';
import { type CompiledOperations, executeCompiled } from './compiled-operations.ts';
import { COST_ALLOWED, costOf, refusalOf, withCost } from './operation-cost.ts';
import { parseDocument } from './parse-document.ts';
import { validateDocument } from './validate-document.ts';

/** All guards, in the order in which they look at a request, and the way in which what they let through is executed. */
export function guards(compiled: CompiledOperations): Plugin<GraphQLContext>[] {
  return [
    refuseUnknownParameters(),
    useOwnEngine(),
    requireScope(),
    limitCost(),
    executeCompiled(compiled),
    limitTime(),
    keepFromOthers(),
  ];
}

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions']);

/** Refuses what no operation is made of, without repeating its name. Bodies that are no object are for others to refuse. */
function refuseUnknownParameters(): Plugin<GraphQLContext> {
  return {
    onParams({ params }) {
      const sent = Object.entries({ ...params });
      if (sent.every(([name, value]) => value == null || PARAMETERS.has(name))) return;
      const message = `The request has a parameter that is not known; expected ${[...PARAMETERS].join(', ')}.`;
      throw new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
    },
  };
}

/**
 * Parses, validates and executes by functions of ours and of the reference implementation. The executor that the server brings
 * takes every object with a field `then` for a promise, and so answers whose caller has given that name to one.
 */
function useOwnEngine(): Plugin<GraphQLContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseDocument);
    },
    onValidate({ setValidationFn }) {
      setValidationFn(validateDocument);
    },
    onExecute({ setExecuteFn }) {
      setExecuteFn(execute);
    },
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(subscribe);
    },
  };
}

/** Tells what operations cost, and refuses those that cost too much, or cannot be executed, before anything of them runs. */
function limitCost(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const requested = costOf(args);
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
