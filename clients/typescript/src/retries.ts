/** When a request is sent again, and after which time. */
import { ConnectionError, GatewayError } from './errors.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** What a timer can count. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * How long to wait before the request is sent again, in milliseconds; null: not again.
 * @param failures so far, in a row
 * @param isRepeatable whether it does nothing more when it is done twice
 * @param longestMs what the gateway may ask to wait for
 */
export function waitAfter(
  error: unknown,
  failures: number,
  isRepeatable: boolean,
  longestMs = LONGEST_WAIT_MS,
): number | null {
  if (!(error instanceof ConnectionError || error instanceof GatewayError)) return null;
  const isLimited = error instanceof GatewayError && (error.code === 'RATE_LIMITED' || error.status === 429);
  const isPassing = error instanceof ConnectionError || error.status >= 502 || error.code === 'SERVICE_UNAVAILABLE';
  // What is over a limit before it began was not done.
  const isSafe = isRepeatable || (isLimited && !error.hasData);
  if (!isSafe || !(isLimited || isPassing)) return null;
  const seconds = error instanceof GatewayError ? error.retryAfterSeconds : null;
  if (seconds === null) return isLimited ? null : backOff(failures);
  return seconds * 1_000 <= longestMs ? Math.max(seconds * 1_000, backOff(failures)) : null;
}

/** Whether the first request with its idempotency key is still running: what comes of it is not known yet. */
export function isStillRunning(data: object): boolean {
  return Object.values(data).some((result) => result?.code === 'IDEMPOTENCY_IN_PROGRESS');
}

/** Twice as long after each failure, and not the same for all clients that have lost one server. */
export function backOff(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** @throws the reason of the signal as soon as it is aborted */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
