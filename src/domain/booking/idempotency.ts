/** For how long a repetition under an idempotency key gets the first answer, in milliseconds (B6). Pages ask before they repeat anything later. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 60 * 60 * 1_000;
