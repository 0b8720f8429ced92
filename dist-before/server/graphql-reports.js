/** What is told about operations while they are executed: which it is, to who asked; and what went wrong, to the log. */
import { GraphQLError } from 'graphql';
import { failureCounts, unavailabilityOf } from './errors.js';
/** Tells who asked which operation it came to. */
export function tellExecutions() {
    return {
        onExecute({ args: { document, operationName, contextValue } }) {
            contextValue.executing(document, operationName);
        },
    };
}
/** Logs what clients are not told about: errors that nobody expected. */
export function reportDefects(log) {
    const counts = failureCounts(log);
    return {
        onExecute() {
            return {
                onExecuteDone({ result }) {
                    if (Symbol.asyncIterator in result)
                        return;
                    for (const error of result.errors ?? []) {
                        const unavailable = unavailabilityOf(error);
                        if (unavailable) {
                            counts.unavailable++;
                            log.warn(unavailable, 'unavailable');
                        }
                        else if (error.originalError && !(error.originalError instanceof GraphQLError)) {
                            counts.defect++;
                            log.error(error.originalError, 'a resolver failed');
                        }
                    }
                },
            };
        },
    };
}
//# sourceMappingURL=graphql-reports.js.map