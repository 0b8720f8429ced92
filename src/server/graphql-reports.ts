/** What is told about operations while they are executed: which it is, to who asked; and what went wrong, to the log. */
import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { GraphQLContext } from '../graphql/context.ts';
import { failureCounts, unavailabilityOf } from './errors.ts';
import type { Logger } from './log.ts';

/** Is told of the operation of a request, and of what it is refused with. */
export interface ExecutionListener {
  /** The operation is valid and about to be executed. */
  executing(document: DocumentNode, operationName: string | null | undefined): void;
  /** The result has errors; the stable code of the first. */
  refused(code: string): void;
}

/** Tells who asked which operation it came to, before its context is opened, and of the errors in its result. */
export function tellExecutions(): Plugin<GraphQLContext> {
  return {
    onValidate({ params: { documentAST }, context }) {
      const { params, executing } = context as unknown as ExecutionListener & { params?: GraphQLParams };
      return ({ valid }) => {
        if (valid) executing(documentAST as DocumentNode, params?.operationName);
      };
    },
    onResultProcess({ result, serverContext }) {
      const { errors } = result as ExecutionResult;
      if (errors) (serverContext as unknown as ExecutionListener).refused(codeOfErrors(errors));
    },
  };
}

/** The stable code of the first of the errors in a result. Codes are the server's own, never a client's. */
export function codeOfErrors([first]: readonly GraphQLError[]): string {
  const code = first?.extensions?.code;
  return typeof code === 'string' ? code : 'BAD_REQUEST';
}

/** Logs what clients are not told about: errors that nobody expected. */
export function reportDefects(log: Logger): Plugin<GraphQLContext> {
  const counts = failureCounts(log);
  return {
    onExecute() {
      return {
        onExecuteDone({ result }) {
          if (Symbol.asyncIterator in result) return;
          for (const error of result.errors ?? []) {
            const unavailable = unavailabilityOf(error);
            if (unavailable) {
              counts.unavailable++;
              log.warn(unavailable, 'unavailable');
            } else if (error.originalError && !(error.originalError instanceof GraphQLError)) {
              counts.defect++;
              log.error(error.originalError, 'a resolver failed');
            }
          }
        },
      };
    },
  };
}
