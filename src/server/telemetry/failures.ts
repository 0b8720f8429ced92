/** Failures that are not the caller's fault: logged, and counted for the metrics. */
import { GraphQLError } from 'graphql';
import { asServiceUnavailable } from '../../graphql/execution/errors.ts';
import type { Logger } from './log.ts';

/** `unavailable`: the database was away or busy, or a disk was full. Everything else is a defect. */
export interface FailureCounts {
  unavailable: number;
  defect: number;
}

const countsByLog = new WeakMap<Logger, FailureCounts>();

/** The failures reported to a log. */
export function failureCounts(log: Logger): FailureCounts {
  const counts = countsByLog.get(log) ?? { unavailable: 0, defect: 0 };
  countsByLog.set(log, counts);
  return counts;
}

/** Logs a failure that is not the caller's fault. */
export function reportFailure(log: Logger, error: unknown, requestId: string): void {
  const unavailable = asServiceUnavailable(error);
  failureCounts(log)[unavailable ? 'unavailable' : 'defect']++;
  if (unavailable) log.warn({ requestId, err: unavailable }, 'unavailable');
  else log.error({ requestId, err: error }, 'a request failed');
}

/** Logs an error in a result, unless it is the caller's fault. */
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
