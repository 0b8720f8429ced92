/** The span that figures are shown of, in the address: a month by its days, or a year by its months. */
import { addMonths, firstOf, lastOf, type Month, monthOf } from '../../format/civil-date.ts';
import type { PeriodUnit } from '../../generated/operations.ts';
import { useAddress } from '../rooms/use-address.ts';
import { useToday } from '../rooms/use-today.ts';

export interface Span {
  readonly by: PeriodUnit;
  /** `2027-05` or `2027`. */
  readonly name: string;
  readonly from: string;
  /** Included. */
  readonly to: string;
}

const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

/** The month is this one unless the address has a valid one. */
export function useSpan() {
  const { query, change } = useAddress();
  const today = monthOf(useToday());
  const month = query.month !== undefined && MONTH.test(query.month) ? query.month : today;
  const by: PeriodUnit = query.by === 'month' ? 'MONTH' : 'DAY';
  const show = (next: Month, unit = by) =>
    change({ month: next, by: unit === 'MONTH' ? 'month' : null }, { isStep: true });
  return {
    span: spanOf(month, by),
    show: (unit: PeriodUnit) => show(month, unit),
    /** The month or year before, or after. */
    move: (steps: -1 | 1) => show(addMonths(month, by === 'MONTH' ? 12 * steps : steps)),
  };
}

function spanOf(month: Month, by: PeriodUnit): Span {
  if (by === 'DAY') return { by, name: month, from: firstOf(month), to: lastOf(month) };
  const name = month.slice(0, 4);
  return { by, name, from: `${name}-01-01`, to: `${name}-12-31` };
}
