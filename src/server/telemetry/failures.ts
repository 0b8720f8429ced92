/** Failures that are not the fault of those who asked: logged, and counted for the metrics. */
import { GraphQLError } from 'graphql';
import { asServiceUnavailable } from '../../graphql/execution/errors.ts';
import type { Logger } from './log.ts';

/** How often requests failed without their callers' fault: `unavailable` the database was away or busy, else a defect. */
export interface FailureCounts {
  unavailable: number;
  defect: number;
}

const countsByLog = new WeakMap<Logger, FailureCounts>();

/** The counts of what is reported to a log. */
export function failureCounts(log: Logger): FailureCounts {
  const counts = countsByLog.get(log) ?? { unavailable: 0, defect: 0 };
  countsByLog.set(log, counts);
  return counts;
}

/** Logs a failure of a request that is not the caller's. */
export function reportFailure(log: Logger, error: unknown, requestId: string): void {
  const unavailable = asServiceUnavailable(error);
  failureCounts(log)[unavailable ? 'unavailable' : 'defect']++;
  if (unavailable) log.warn({ requestId, err: unavailable }, 'unavailable');
  else log.error({ requestId, err: error }, 'a request failed');
}

/** The same for an error in the result of an operation, which may be the fault of whoever asked. */
export function reportResultError(log: Logger, error: GraphQLError): void {
  const unavailable = asServiceUnavailable(error);
  if (unavailable) {
    failureCounts(log).unavailable++;
    log.warn(unavailable, 'unavailable');
  } else if (error.originalError && !(error.originalError instanceof GraphQLError)) {
    failureCounts(log).defect++;
    log.error(error.originalError, 'a resolver failed');
  }
}
