/** What is told about operations while they are executed: which it is, to who asked; and what went wrong, to the log. */
import { type DocumentNode, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphQLContext } from '../graphql/context.ts';
import { failureCounts, unavailabilityOf } from './errors.ts';
import type { Logger } from './log.ts';

/** Is told of the operation that is executed for a request. */
export interface ExecutionListener {
  executing(document: DocumentNode, operationName: string | null | undefined): void;
}

/** Tells who asked which operation it came to. */
export function tellExecutions(): Plugin<GraphQLContext> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      (contextValue as unknown as ExecutionListener).executing(document, operationName);
    },
  };
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
