/** The first bookable month from rows, for the plain resolvers: month by month, every room, every check-in. */
import {
  addMonths,
  type Day,
  type DayRange,
  firstOfMonth,
  lastOfMonth,
  weekdayOf,
} from '../../../src/domain/time/civil-date.ts';
import { CURRENCIES, horizonOf, isOnSale, isWithin, nightPrice, ratesFor } from './prices.ts';
import type { RoomRate, TariffRows } from './rows.ts';
import { basesOf, type CalendarDay } from './stays.ts';

/** The nights on which a room is left, by room type number. */
export type FreeNights = ReadonlyMap<number, ReadonlySet<Day>>;

/**
 * The days to show: from the first month with a stay that can be confirmed to the end of the next one; without such a month,
 * from today.
 */
export function firstBookableWindow(tariff: TariffRows, freeNights: FreeNights, today: Day): DayRange {
  const isSearched = isOnSale(tariff, today) && !tariff.onDemand;
  const months = isSearched ? monthsFrom(today) : [];
  const rooms = tariff.rooms.map((room) => ({
    free: freeNights.get(room.number) ?? new Set<Day>(),
    rates: CURRENCIES.map((currency) => ratesFor(tariff, room, currency, today)),
  }));
  const found = months.find(({ from, to }) => {
    for (let day = from; day <= to; day++) {
      if (rooms.some(({ free, rates }) => canStart(tariff, { day, free, rates }))) return true;
    }
    return false;
  });
  const from = found?.from ?? today;
  return { from, to: lastOfMonth(addMonths(firstOfMonth(from), 1)) };
}

function monthsFrom(today: Day): DayRange[] {
  const months: DayRange[] = [];
  const last = horizonOf(today);
  for (let from = today; from <= last; from = lastOfMonth(from) + 1) {
    months.push({ from, to: Math.min(last, lastOfMonth(from)) });
  }
  return months;
}

/** Whether the shortest stay from a day can be confirmed, may start there, and ends on a priced date. */
function canStart(
  tariff: TariffRows,
  { day, free, rates }: { day: Day; free: ReadonlySet<Day>; rates: readonly (readonly RoomRate[])[] },
): boolean {
  const departure = day + tariff.minimumNights;
  if (tariff.startingDays.length > 0 && !tariff.startingDays.includes(weekdayOf(day))) return false;
  if (!isWithin(tariff, day, departure - 1)) return false;
  for (let night = day; night < departure; night++) if (!free.has(night)) return false;
  return (
    rates.some((ofCurrency) => basesOf(ofCurrency, day, departure).length > 0) &&
    rates.some((ofCurrency) => nightPrice(ofCurrency, departure) !== null)
  );
}

const RANK: readonly CalendarDay['availability'][] = ['NOT_AVAILABLE', 'ON_DEMAND', 'AVAILABLE'];

/** Merges the calendars of several rooms: the best availability of each day, and no price. */
export function laidOver(calendars: readonly (readonly CalendarDay[])[]): CalendarDay[] {
  return calendars[0]!.map(({ date }, index) => {
    const days = calendars.map((calendar) => calendar[index]!);
    const best = Math.max(...days.map(({ availability }) => RANK.indexOf(availability)));
    return { date, selectable: days.some(({ selectable }) => selectable), availability: RANK[best]!, price: null };
  });
}
