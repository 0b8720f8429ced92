/**
 * Changes of the prices in one price list (U2). By the night, a change takes its nights out of older rates, which are cut to
 * what is left, and neighbours of one amount are joined. The rates of a package are seasons and never cut. Only rates that
 * become different are reported, so the same changes again report nothing.
 */
import { groupBy } from '../group-by.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { overlayParts, type PartOfRange, partsOfLastRanges } from '../time/overriding-ranges.ts';
import { isDrastic } from './price-adjustment.ts';
import { overlappingRates, type PlacedRate, type PriceList, type Rate } from './price-list.ts';

/** The amount of the nights of a range, or of a season; null: no price. */
export interface RateChange extends DayRange {
  readonly roomTypeNumber: number;
  readonly amountMinor: number | null;
  /** Whether a drastic amount is meant (`isDrastic`). */
  readonly confirm?: boolean | null;
}

/** Nights that have had one amount and have another one now, or a season of a package; null: no price. */
export interface RateDifference extends DayRange {
  readonly roomTypeNumber: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** What becomes of a price list. A rate is identified by its room type and first night. */
export interface RateUpdate {
  /** Rates that are new, or have another last night or amount. */
  readonly written: readonly Rate[];
  /** Rates that are no more. */
  readonly removed: readonly Rate[];
  /** The nights that differ, in the order of room types and nights; of packages whole seasons, those that go before those that come. */
  readonly differences: readonly RateDifference[];
  /** Nights whose amount is another one now. */
  readonly nights: number;
}

/** A change that cannot be made, because a rate claims nights of it. */
export type RateConflict =
  | {
      /** A season of the same list, which is neither the change's own range nor apart from it. */
      readonly kind: 'season';
      /** Index of the change. */
      readonly change: number;
      readonly season: Rate;
    }
  | {
      /** An amount that needs to be confirmed (M12). */
      readonly kind: 'drastic';
      readonly change: number;
      /** The first night that would have it. */
      readonly night: Day;
      /** Null: there is none. */
      readonly before: number | null;
      readonly after: number;
    }
  | {
      /** A rate of another list of the same claim (P3). */
      readonly kind: 'otherList';
      readonly change: number;
      readonly rate: PlacedRate;
      readonly other: PlacedRate;
    };

export type RateDecision =
  | { readonly ok: true; readonly update: RateUpdate }
  | { readonly ok: false; readonly conflicts: readonly RateConflict[] };

/** A rate that a change sets. */
interface SetRate extends Rate {
  readonly change: number;
}

interface RoomUpdate extends RateUpdate {
  readonly set: readonly SetRate[];
  readonly conflicts: readonly RateConflict[];
}

/**
 * Decides changes of `list`, in their order. `list` and `others`, the other lists of its visit type, need only the rates that
 * have or touch a night of a change; they fulfil P3.
 */
export function decideRates({
  list,
  others,
  changes,
}: {
  list: PriceList;
  others: readonly PriceList[];
  changes: readonly RateChange[];
}): RateDecision {
  const changeRoom = list.kind === 'PER_VISIT' ? changeSeasons : changeNights;
  const ratesOf = groupBy(list.rates, ({ roomTypeNumber }) => roomTypeNumber);
  const indexed = changes.map((change, index) => ({ ...change, index }));
  const rooms = groupBy(indexed, ({ roomTypeNumber }) => roomTypeNumber);
  const updates = [...rooms].map(([roomTypeNumber, ofRoom]) => {
    const rates = (ratesOf.get(roomTypeNumber) ?? []).sort(byFirstNight);
    return changeRoom({ roomTypeNumber, rates, changes: ofRoom });
  });
  const conflicts = updates.flatMap((update) => update.conflicts);
  conflicts.push(...findClaimed({ list, others, set: updates.flatMap(({ set }) => set) }));
  if (conflicts.length > 0) {
    const firstOf = new Map(conflicts.toReversed().map((conflict) => [conflict.change, conflict]));
    return { ok: false, conflicts: [...firstOf.values()].sort((a, b) => a.change - b.change) };
  }
  return {
    ok: true,
    update: {
      written: updates.flatMap(({ written }) => written),
      removed: updates.flatMap(({ removed }) => removed),
      differences: updates.flatMap(({ differences }) => differences),
      nights: updates.reduce((sum, { nights }) => sum + nights, 0),
    },
  };
}

interface RoomChanges {
  readonly roomTypeNumber: number;
  /** Ascending, without overlaps. */
  readonly rates: readonly Rate[];
  /** The changes of the room type, each with its index among all. */
  readonly changes: readonly (RateChange & { readonly index: number })[];
}

function changeNights({ roomTypeNumber, rates, changes }: RoomChanges): RoomUpdate {
  const after: (Omit<Rate, 'to'> & { to: Day })[] = [];
  const set: SetRate[] = [];
  const conflicts: RateConflict[] = [];
  const differences: (RateDifference & { to: Day })[] = [];
  let last: { readonly rate: Rate | null; readonly isNew: boolean } = { rate: null, isNew: false };
  for (const { from, to, one: rate, other: change } of overlayParts(partsOfRates(rates), partsOfLastRanges(changes))) {
    const amountBefore = rate?.amountMinor ?? null;
    const amountMinor = change === null ? amountBefore : change.amountMinor;
    const isNew = change !== null && amountMinor !== amountBefore;
    if (isNew) {
      conflicts.push(...drasticChange(change, { night: from, before: amountBefore, after: amountMinor }));
      const difference = differences.at(-1);
      const goesOn =
        difference?.to === from - 1 && difference.before === amountBefore && difference.after === amountMinor;
      if (goesOn) difference.to = to;
      else differences.push({ roomTypeNumber, from, to, before: amountBefore, after: amountMinor });
    }
    if (amountMinor === null) continue;
    const priced = { roomTypeNumber, from, to, amountMinor };
    if (isNew) set.push({ ...priced, change: change.index });
    const previous = after.at(-1);
    const touches = previous?.to === from - 1 && previous.amountMinor === amountMinor;
    // Older rates that no change concerns stay apart, as they were written.
    if (touches && (isNew || last.isNew || last.rate === rate)) previous.to = to;
    else after.push(priced);
    last = { rate, isNew };
  }
  const nights = differences.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return { ...rewritten(rates, after), differences, nights, set, conflicts };
}

/** The problem of a change that gives a night a drastic amount without saying that it is meant. */
function drasticChange(
  { index: change, confirm }: RoomChanges['changes'][number],
  { night, before, after }: { night: Day; before: number | null; after: number | null },
): RateConflict[] {
  if (confirm || after === null || !isDrastic(before, after)) return [];
  return [{ kind: 'drastic', change, night, before, after }];
}

function changeSeasons({ roomTypeNumber, rates, changes }: RoomChanges): RoomUpdate {
  const seasons: (Rate & { change: number | null })[] = rates.map((rate) => ({ ...rate, change: null }));
  const conflicts: RateConflict[] = [];
  for (const asked of changes) {
    const { index: change, from, to, amountMinor } = asked;
    const place = firstEndingFrom(seasons, from);
    const season = seasons[place];
    const isFree = season === undefined || season.from > to;
    const isSame = season?.from === from && season.to === to;
    if (!isFree && !isSame) {
      conflicts.push({ kind: 'season', change, season });
    } else if (!isSame || season.amountMinor !== amountMinor) {
      // The stored season counts, whatever earlier changes of the request make of it.
      const stored = rates[firstEndingFrom(rates, from)];
      const before = stored?.from === from && stored.to === to ? stored.amountMinor : null;
      conflicts.push(...drasticChange(asked, { night: from, before, after: amountMinor }));
      const added = amountMinor === null ? [] : [{ roomTypeNumber, from, to, amountMinor, change }];
      seasons.splice(place, isSame ? 1 : 0, ...added);
    }
  }
  const set = seasons.filter((season): season is SetRate => season.change !== null);
  const after = seasons.map(({ change: _, ...rate }) => rate);
  const { written, removed } = rewritten(rates, after);
  const differences = seasonDifferences(rates, { written, removed });
  return { written, removed, differences, nights: countDifferentNights(rates, after), set, conflicts };
}

/** Index of the first season that ends on the day or later; after the last if none does. */
export function firstEndingFrom(seasons: readonly Rate[], day: Day): number {
  let place = 0;
  for (let end = seasons.length; place < end; ) {
    const middle = (place + end) >> 1;
    // biome-ignore lint/style/noNonNullAssertion: the middle of a part of the list is in the list.
    if (seasons[middle]!.to < day) place = middle + 1;
    else end = middle;
  }
  return place;
}

/** A season that gets another last night goes, and another one comes. */
function seasonDifferences(
  before: readonly Rate[],
  { written, removed }: Pick<RateUpdate, 'written' | 'removed'>,
): RateDifference[] {
  const rateFrom = new Map(before.map((rate) => [rate.from, rate]));
  const gone = [...removed];
  const come = written.map(({ amountMinor: after, ...season }): RateDifference => {
    const known = rateFrom.get(season.from);
    if (known && known.to !== season.to) gone.push(known);
    return { ...season, before: known?.to === season.to ? known.amountMinor : null, after };
  });
  return [...gone.map(({ amountMinor, ...season }) => ({ ...season, before: amountMinor, after: null })), ...come];
}

function rewritten(before: readonly Rate[], after: readonly Rate[]): Pick<RateUpdate, 'written' | 'removed'> {
  const rateFrom = new Map(before.map((rate) => [rate.from, rate]));
  const remaining = new Set(after.map(({ from }) => from));
  const written = after.filter(({ from, to, amountMinor }) => {
    const known = rateFrom.get(from);
    return known?.to !== to || known.amountMinor !== amountMinor;
  });
  return { written, removed: before.filter(({ from }) => !remaining.has(from)) };
}

function countDifferentNights(before: readonly Rate[], after: readonly Rate[]): number {
  let nights = 0;
  for (const { from, to, one: was, other: is } of overlayParts(partsOfRates(before), partsOfRates(after))) {
    if (was?.amountMinor !== is?.amountMinor) nights += to - from + 1;
  }
  return nights;
}

/** Each rate as one part: the rates are ascending and without overlaps. */
function partsOfRates(rates: readonly Rate[]): PartOfRange<Rate>[] {
  return rates.map((range) => ({ from: range.from, to: range.to, range }));
}

/** What the changes set although another list prices it. */
function findClaimed({
  list,
  others,
  set,
}: {
  list: PriceList;
  others: readonly PriceList[];
  set: readonly SetRate[];
}): RateConflict[] {
  const changeOf = new Map<Rate, number>(set.map((rate) => [rate, rate.change]));
  return overlappingRates([{ ...list, rates: set }, ...others]).flatMap(({ a, b }): RateConflict[] => {
    // Two of other lists do not overlap, nor do two of the changes.
    const [rate, other] = changeOf.has(a.rate) ? [a, b] : [b, a];
    const change = changeOf.get(rate.rate);
    return change === undefined ? [] : [{ kind: 'otherList', change, rate, other }];
  });
}

export function byFirstNight(a: Rate, b: Rate): number {
  return a.from - b.from;
}
