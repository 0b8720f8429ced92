/**
 * The deadline of a request that reads. When it passes, the caller gets a response at once, and a search through the
 * whole catalogue stops after its current portion. Bookings have timeouts of their own, in the database: they always
 * report their outcome.
 */
import { nextTurn } from '../data/turns.ts';
import { ServiceUnavailable } from './service-unavailable.ts';

export interface Deadline {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
}

export function deadlineIn(milliseconds: number): Deadline {
  return { endsAt: performance.now() + milliseconds };
}

/**
 * Call it between portions of a long search, which would not notice the deadline otherwise: it works in memory. Lists that lead on through the
 * catalogue notice it in `inTurn`.
 * @throws ServiceUnavailable after the deadline
 */
export function throwIfExpired(context: { readonly deadline: Deadline | null }): void {
  const refusal = refusalIfExpired(context);
  if (refusal) throw refusal;
}

/** The refusal after the deadline; null: there is time. */
export function refusalIfExpired({ deadline }: { readonly deadline: Deadline | null }): ServiceUnavailable | null {
  return deadline && performance.now() > deadline.endsAt ? deadlineExceeded() : null;
}

/**
 * Lets other requests run: call it between portions of a long computation (A9).
 * @throws ServiceUnavailable after the deadline
 */
export async function giveWay(context: { readonly deadline: Deadline | null }): Promise<void> {
  throwIfExpired(context);
  await nextTurn();
}

/**
 * A long list in portions of `most`, between which other requests run (A9).
 * @throws ServiceUnavailable after the deadline
 */
export async function* portionsOf<List extends { readonly length: number; slice(start: number, end: number): List }>(
  context: { readonly deadline: Deadline | null },
  list: List,
  most: number,
): AsyncGenerator<List> {
  throwIfExpired(context);
  for (let start = 0; start < list.length; start += most) {
    if (start > 0) await giveWay(context);
    yield list.slice(start, start + most);
  }
}

/**
 * The awaited value, if it arrives in time.
 * @throws ServiceUnavailable after the deadline
 */
export async function withDeadline<T>(deadline: Deadline, awaited: Promise<T>): Promise<T> {
  let forget = () => {};
  const end = new Promise<never>((_, reject) => {
    forget = atDeadline(deadline, reject);
  });
  try {
    return await Promise.race([awaited, end]);
  } finally {
    forget();
  }
}

/** Calls `end` with the refusal when the deadline passes. Returns what forgets it. */
export function atDeadline({ endsAt }: Deadline, end: (refusal: ServiceUnavailable) => void): () => void {
  const timer = setTimeout(() => end(deadlineExceeded()), Math.max(0, endsAt - performance.now()));
  return () => clearTimeout(timer);
}

function deadlineExceeded(): ServiceUnavailable {
  const message = 'The operation took too long and was given up; ask for less, or try again.';
  return new ServiceUnavailable(message);
}
