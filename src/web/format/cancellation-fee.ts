/** What cancelling costs on a day, by the fees that a booking names. */
import type { AmountFragment, BookedStayFragment } from '../generated/operations.ts';
import type { CivilDate } from './civil-date.ts';

/** Null: nothing. A request costs nothing until it is confirmed (S12). */
export function feeOn(
  today: CivilDate,
  { status, cancellation }: Pick<BookedStayFragment, 'status' | 'cancellation'>,
): AmountFragment | null {
  if (status === 'REQUESTED') return null;
  const fee = cancellation.findLast(({ from }) => from <= today)?.fee;
  return fee && fee.amountMinor > 0 ? fee : null;
}
