/**
 * The UID of a stay in calendars, the same in mails and on pages, so that a calendar has it once. It is stable for the booking and
 * tells nothing of it: the id itself is a secret (S3).
 */

/** What is hashed, with SHA-256. */
export const calendarUidSource = (bookingId: string): string => `calendar:${bookingId}`;

/** @param hash the SHA-256 of the source in hexadecimal digits */
export const calendarUidOf = (hash: string): string => `${hash.slice(0, 32)}@spa-stay-gateway`;
