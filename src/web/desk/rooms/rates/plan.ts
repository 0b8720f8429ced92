/** Turns what a clerk wants into changes of `updateRates`: what each night or season costs now, and what it will. */

import { adjustedAmount, isDrastic, type PriceAdjustment } from '../../../../domain/pricing/price-adjustment.ts';
import { type Day, type DayRange, formatDay } from '../../../../domain/time/civil-date.ts';
import { nightsOf, type Selection } from '../month/selection.ts';

/** How prices change: to a new one, or from what they are. */
export type PriceWish = { readonly kind: 'set'; readonly amountMinor: number } | PriceAdjustment;

/** The new price; null where there is none to start from, or where an adjusted one would not lie in 0 to `AMOUNT_MAX_MINOR`. */
export function changedAmount(amountMinor: number | null, wish: PriceWish): number | null {
  if (wish.kind === 'set') return wish.amountMinor;
  return amountMinor === null ? null : adjustedAmount(amountMinor, wish);
}

/** A price that holds for nights of a room type: by the night, or for a package that lies in them. */
export interface PricedRange extends DayRange {
  readonly roomType: number;
  readonly amountMinor: number;
}

/** What a wish makes of a range. */
export interface PriceStep extends DayRange {
  readonly roomType: number;
  /** Null: no price. */
  readonly before: number | null;
  /** Null: the wish has no price for it, so it stays. */
  readonly after: number | null;
}

/**
 * What becomes of the chosen nights: ranges of one price before and one after, by room type and night. Seasons of packages are
 * never cut: each that has a chosen night changes as a whole, and nights outside of them have no price to change.
 */
export function planRates(
  wish: PriceWish,
  {
    selection,
    today,
    priced,
    areSeasons,
  }: {
    readonly selection: Selection;
    readonly today: Day;
    readonly priced: readonly PricedRange[];
    /** Whether the ranges are seasons of a package. */
    readonly areSeasons: boolean;
  },
): PriceStep[] {
  const nights = nightsOf(selection, today);
  return selection.rooms.flatMap((roomType) => {
    const ofRoom = priced.filter((range) => range.roomType === roomType).sort((a, b) => a.from - b.from);
    if (areSeasons) {
      return ofRoom
        .filter(({ from, to }) => nights.some((night) => night >= from && night <= to))
        .map(({ from, to, amountMinor: before }) => ({
          ...{ roomType, from, to, before },
          after: changedAmount(before, wish),
        }));
    }
    return joined(pricesOn(nights, ofRoom)).map((range) => ({
      ...{ roomType, ...range },
      after: changedAmount(range.before, wish),
    }));
  });
}

interface PricedNight {
  readonly night: Day;
  readonly before: number | null;
}

/** Both ascending. */
function pricesOn(nights: readonly Day[], ranges: readonly PricedRange[]): PricedNight[] {
  let next = 0;
  return nights.map((night) => {
    let range = ranges[next];
    while (range && range.to < night) range = ranges[++next];
    return { night, before: range && range.from <= night ? range.amountMinor : null };
  });
}

/** Neighbouring nights of one price as one range. */
function joined(nights: readonly PricedNight[]): (DayRange & { before: number | null })[] {
  const ranges: { from: Day; to: Day; before: number | null }[] = [];
  for (const { night, before } of nights) {
    const last = ranges.at(-1);
    if (last && last.to === night - 1 && last.before === before) last.to = night;
    else ranges.push({ from: night, to: night, before });
  }
  return ranges;
}

/** A change as `updateRates` takes it. */
export interface RateChange {
  readonly roomType: number;
  readonly from: string;
  readonly to: string;
  readonly amountMinor: number | null;
  /** What the clerk has seen there: anything else is not overwritten (U8). */
  readonly expected: { readonly amountMinor: number | null };
  /** Whether it is drastic (M12): the clerk was asked, or takes back what was one. */
  readonly confirm: boolean;
}

/** The changes that a plan sends: only of prices that become different. */
export function changesOf(steps: readonly PriceStep[]): RateChange[] {
  return differentSteps(steps).map((step) => rateChange(step, step.before, step.after));
}

/** The changes that take a sent plan back, where it is still as the plan has left it. */
export function undoOf(steps: readonly PriceStep[]): RateChange[] {
  return differentSteps(steps).map((step) => rateChange(step, step.after, step.before));
}

/** A step that is asked for once more (M12). */
export interface DrasticStep extends PriceStep {
  readonly after: number;
}

/** The steps of a plan that need `confirm`. */
export function drasticSteps(steps: readonly PriceStep[]): DrasticStep[] {
  return differentSteps(steps).filter((step): step is DrasticStep => isDrastic(step.before, step.after));
}

function differentSteps(steps: readonly PriceStep[]): PriceStep[] {
  return steps.filter(({ before, after }) => after !== null && after !== before);
}

function rateChange({ roomType, from, to }: PriceStep, before: number | null, amountMinor: number | null): RateChange {
  const confirm = isDrastic(before, amountMinor);
  return {
    roomType,
    from: formatDay(from),
    to: formatDay(to),
    amountMinor,
    expected: { amountMinor: before },
    confirm,
  };
}
