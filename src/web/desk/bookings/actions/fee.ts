/** What cancelling costs on a day, of the terms of a booking. */
import type { AmountFragment, DeskBookingFragment } from '../../../generated/operations.ts';

/** Null: nothing. A request costs nothing until it is confirmed (S12). */
export function feeOn(
  today: string,
  { status, cancellation }: Pick<DeskBookingFragment, 'status' | 'cancellation'>,
): AmountFragment | null {
  if (status === 'REQUESTED') return null;
  const fee = cancellation.findLast(({ from }) => from <= today)?.fee;
  return fee && fee.minorUnits > 0 ? fee : null;
}
