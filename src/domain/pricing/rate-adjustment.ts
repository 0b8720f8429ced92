/** Which prices of a list a percentage or an amount changes (M13): those of the nights that are asked for. */
import { type Day, type DayRange, type Weekday, weekdayOf } from '../time/civil-date.ts';
import { adjustedAmount, type PriceAdjustment } from './price-adjustment.ts';
import type { PriceList, Rate } from './price-list.ts';
import type { RateChange } from './rate-changes.ts';

/** Nights from the first to the last, only those of some weekdays; null: all. */
export interface AdjustedNights extends DayRange {
  readonly weekdays: readonly Weekday[] | null;
}

export interface AdjustedRates {
  readonly changes: readonly RateChange[];
  /** Seasons of a package of which only some nights are asked for, so they stay as they are. */
  readonly left: readonly Rate[];
  /** Nights whose price would be below 0 or above the highest amount, each range at its first night. */
  readonly impossible: readonly Rate[];
}

/** The changes of a list. Where nothing has a price, nothing gets one. */
export function adjustRates(
  { kind, rates }: Pick<PriceList, 'kind' | 'rates'>,
  nights: AdjustedNights,
  adjustment: PriceAdjustment,
): AdjustedRates {
  const changes: RateChange[] = [];
  const left: Rate[] = [];
  const impossible: Rate[] = [];
  for (const rate of rates) {
    const spans = spansOf(rate, nights);
    const [span] = spans;
    if (!span) continue;
    const isWhole = span.from === rate.from && span.to === rate.to;
    if (kind === 'PER_VISIT' && !isWhole) {
      left.push(rate);
      continue;
    }
    const amountMinor = adjustedAmount(rate.amountMinor, adjustment);
    if (amountMinor === null) impossible.push({ ...rate, ...span });
    else if (amountMinor !== rate.amountMinor) {
      const { roomTypeNumber } = rate;
      for (const { from, to } of spans) changes.push({ roomTypeNumber, from, to, amountMinor });
    }
  }
  return { changes, left, impossible };
}

/** The asked nights of a season, in runs. */
function spansOf({ from, to }: DayRange, asked: AdjustedNights): DayRange[] {
  const [first, last] = [Math.max(from, asked.from), Math.min(to, asked.to)];
  if (first > last) return [];
  const { weekdays } = asked;
  if (weekdays === null) return [{ from: first, to: last }];
  const spans: { from: Day; to: Day }[] = [];
  for (let night = first; night <= last; night++) {
    if (!weekdays.includes(weekdayOf(night))) continue;
    const span = spans.at(-1);
    if (span?.to === night - 1) span.to = night;
    else spans.push({ from: night, to: night });
  }
  return spans;
}
