/** Who hears of every answered request. */
import { NOTHING_REPORTED, type RequestObserver, UNREADABLE } from '../../http/exchange.ts';
import { type Logger, logRequest } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Passes every answered request to the log, the metrics and the traces. They know nothing else of it. */
export function createObserver(metrics: Metrics, log: Logger, tracing: Tracing | null): RequestObserver {
  const isLogged = log.isLevelEnabled('info');
  return (request) => {
    metrics.answered(request);
    // The other fields of an unreadable request may hold anything.
    if (request.route === UNREADABLE) return;
    if (isLogged) logRequest(log, request);
    tracing?.answered(request);
  };
}

/** The report of an unreadable request. Its duration is unknown. */
export const UNREADABLE_REQUEST = {
  ...{ requestId: '', method: '', route: UNREADABLE, durationMs: 0, keyPrefix: null },
  ...NOTHING_REPORTED,
};
