/** The month that a calendar shows first. */
import { type Month, monthOf } from '../../../../format/civil-date.ts';
import type { Request } from '../../../../gateway/request.ts';
import { FirstMonthDocument, type FirstMonthQueryVariables } from '../../../../generated/operations.ts';

/** Days come with their stays for one month only: those of two months can be more than a calendar may have. */
export async function findFirstMonth(
  request: Request,
  filter: FirstMonthQueryVariables['filter'],
): Promise<Month | null> {
  const { calendar } = await request(FirstMonthDocument, { filter });
  const selectable = calendar.filter((day) => day.selectable);
  // A day may be selectable without a stay that has a price (F1).
  const first = selectable.find(({ reasons }) => !reasons.includes('NO_STAY_PRICED')) ?? selectable[0] ?? calendar[0];
  return first ? monthOf(first.date) : null;
}
