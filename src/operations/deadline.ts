/**
 * The time that a request may take for reading. Who waits is answered when it is over; a search through the whole catalogue
 * notices between two of its portions and stops. Bookings have limits of their own, in the database: they are always
 * answered with what became of them.
 */
import { ServiceUnavailable } from './service-unavailable.ts';

const RETRY_AFTER_SECONDS = 5;

/** A time limit that has begun to run. */
export interface Deadline {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** A limit of so many milliseconds from now. */
export function deadlineIn(milliseconds: number): Deadline {
  return { endsAt: performance.now() + milliseconds };
}

/**
 * To be asked between two portions of a long search, and by every list that leads on through the catalogue: while an answer
 * is put together from memory, nothing else would notice.
 * @throws ServiceUnavailable when the time is over
 */
export function throwIfExpired({ deadline }: { readonly deadline: Deadline | null }): void {
  if (deadline && performance.now() > deadline.endsAt) throw deadlineExceeded();
}

/**
 * What was waited for, if it comes in time.
 * @throws ServiceUnavailable when the time is over before
 */
export async function withDeadline<T>(deadline: Deadline, awaited: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(deadlineExceeded()), Math.max(0, deadline.endsAt - performance.now()));
  });
  try {
    return await Promise.race([awaited, end]);
  } finally {
    clearTimeout(timer);
  }
}

function deadlineExceeded(): ServiceUnavailable {
  const message = 'The operation took too long and was given up; ask for less, or try again.';
  return new ServiceUnavailable(message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
