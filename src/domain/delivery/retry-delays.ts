/** When a delivery is tried again (S16, S17). */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first try, the second, and so on. */
const WEBHOOK_DELAYS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Up to this share is added, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * How long to wait after so many tries, in milliseconds; null: it is given up.
 * @param random from 0 to 1, without 1
 */
export function webhookRetryDelay(attempts: number, random: () => number): number | null {
  const delay = WEBHOOK_DELAYS_MS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * random()));
}

/** Minutes apart at first, then hourly for 24 hours (S17). */
const MAIL_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, ...Array<number>(24).fill(HOUR_MS)];

/** How long a mail waits after so many tries, in milliseconds; null: it is given up. */
export function mailRetryDelay(attempts: number): number | null {
  return MAIL_DELAYS_MS[attempts - 1] ?? null;
}
