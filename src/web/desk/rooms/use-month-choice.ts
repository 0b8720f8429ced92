/** The month that is shown and the nights chosen in it, both in the address. */
import { MONTHS_AHEAD } from '../../../domain/stay/stay.ts';
import {
  addMonths,
  type Day,
  type DayRange,
  dayOf,
  formatDay,
  lastOfMonth,
  parseDay,
} from '../../../domain/time/civil-date.ts';
import type { Month } from '../../format/civil-date.ts';
import { datesOf, queryOf, type Selection, selectionOf } from './month/selection.ts';
import { useAddress } from './use-address.ts';
import { useToday } from './use-today.ts';

/** For a look at the year before; ahead months are shown as far as rooms are sold. */
const MONTHS_BACK = 12;

const monthOf = (day: Day): Month => formatDay(day).slice(0, 7);

/** `rooms` are the numbers of the room types that there are. */
export function useMonthChoice(rooms: readonly number[]) {
  const { query, change } = useAddress();
  const today = dayOf(useToday());
  const firstMonth = monthOf(addMonths(today, -MONTHS_BACK));
  const lastMonth = monthOf(addMonths(today, MONTHS_AHEAD));
  const selection = selectionOf(query, rooms);
  const wanted = query.month ?? monthOf(selection?.from ?? today);
  const isMonth = parseDay(`${wanted}-01`) !== null && wanted >= firstMonth && wanted <= lastMonth;
  const month = isMonth ? wanted : monthOf(today);
  const first = dayOf(`${month}-01`);
  const nights: DayRange = { from: first, to: lastOfMonth(first) };
  return {
    today,
    month,
    firstMonth,
    lastMonth,
    nights,
    selection,
    /** The first and the last night shown. */
    shown: datesOf(nights),
    /** The nights of a selection that reaches beyond the month; null: it does not. */
    beyond: selection !== null && (selection.from < first || selection.to > nights.to) ? datesOf(selection) : null,
    showMonth: (month: Month) => change({ month }, { isStep: true }),
    /** A selection that lies in another month leads there. */
    select(next: Selection | null) {
      const isHidden = next !== null && (next.from > nights.to || next.to < nights.from);
      change({ ...queryOf(next), month: isHidden ? monthOf(next.from) : month });
    },
  };
}
