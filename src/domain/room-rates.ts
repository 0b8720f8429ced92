/**
 * The rates of one room type in one currency, laid out night by night in typed arrays so that a scan is a loop and a
 * stay's price is one subtraction. Everything is the price of the *room*: per-person rates are multiplied by the beds
 * when they come in, and nobody has to remember it later. The place of a night is its distance from the first night.
 */
import type { Day, DayRange } from './civil-date.ts';
import type { PriceList, Rate, RoomType } from './price-list.ts';

/** Marks a night without a price. */
export const UNPRICED = -1;

/** A package with the stretch of its season that can still be sold; at least one whole package fits into it. */
export interface SeasonPackage {
  /** First and last night that it can occupy. */
  readonly from: Day;
  readonly to: Day;
  readonly nights: number;
  readonly roomAmountMinor: number;
}

export interface RoomRates {
  /** The night price (P6) is the exact fraction `nightMinor / nightDivisor`; `UNPRICED` where there is none. */
  readonly nightMinor: Float64Array;
  readonly nightDivisor: Uint16Array;
  /** Place i: the sum of the PER_NIGHT rates of the nights before it; one place more than there are nights. */
  readonly sumMinor: Float64Array;
  /** Place i: the first place from i on without a PER_NIGHT rate; one place more than there are nights. */
  readonly nextGap: Uint16Array;
  /** By number of nights. */
  readonly packages: ReadonlyMap<number, readonly SeasonPackage[]>;
}

/** A rate with the list that it stands in. */
export interface ListedRate {
  readonly rate: Rate;
  readonly priceList: PriceList;
}

/**
 * Lays out the rates of one room type and currency over `nights`. Seasons are clamped to them; a package whose season
 * is thereby too short for a whole package is gone. `rates` do not overlap (P3).
 */
export function layOutRates({
  rates,
  beds,
  nights,
}: {
  rates: readonly ListedRate[];
  beds: RoomType['beds'];
  nights: DayRange;
}): RoomRates {
  const perNightMinor = new Float64Array(nights.to - nights.from + 1).fill(UNPRICED);
  const packages = new Map<number, SeasonPackage[]>();
  for (const { rate, priceList } of rates) {
    const roomAmountMinor = rate.amountMinor * (priceList.quotedPer === 'PERSON' ? beds : 1);
    const from = Math.max(rate.from, nights.from);
    const to = Math.min(rate.to, nights.to);
    if (from > to) continue;
    if (priceList.kind === 'PER_NIGHT') {
      perNightMinor.fill(roomAmountMinor, from - nights.from, to - nights.from + 1);
    } else {
      const length = packageLength(priceList);
      if (to - from + 1 < length) continue;
      const sameLength = packages.get(length) ?? [];
      packages.set(length, sameLength);
      sameLength.push({ from, to, nights: length, roomAmountMinor });
    }
  }
  return { ...sumsAndGaps(perNightMinor), ...nightPrices({ perNightMinor, packages, nights }), packages };
}

function packageLength({ number, nights }: PriceList): number {
  if (nights === null || nights < 1) throw new RangeError(`package price list ${number} has no number of nights`);
  return nights;
}

function sumsAndGaps(perNightMinor: Float64Array): Pick<RoomRates, 'sumMinor' | 'nextGap'> {
  const count = perNightMinor.length;
  const sumMinor = new Float64Array(count + 1);
  const nextGap = new Uint16Array(count + 1);
  for (let i = 0; i < count; i++) sumMinor[i + 1] = sumMinor[i]! + Math.max(0, perNightMinor[i]!);
  nextGap[count] = count;
  for (let i = count - 1; i >= 0; i--) nextGap[i] = perNightMinor[i] === UNPRICED ? i : nextGap[i + 1]!;
  return { sumMinor, nextGap };
}

/**
 * The night price (P6): the lower of the night's own rate and the even share of every package that can include it.
 * Where one package fits into a season, some package includes each night of the season, so the season is painted whole.
 */
function nightPrices({
  perNightMinor,
  packages,
  nights,
}: {
  perNightMinor: Float64Array;
  packages: ReadonlyMap<number, readonly SeasonPackage[]>;
  nights: DayRange;
}): Pick<RoomRates, 'nightMinor' | 'nightDivisor'> {
  const nightMinor = perNightMinor.slice();
  const nightDivisor = new Uint16Array(nightMinor.length).fill(1);
  for (const { from, to, nights: length, roomAmountMinor } of [...packages.values()].flat()) {
    for (let i = from - nights.from; i <= to - nights.from; i++) {
      const present = nightMinor[i]!;
      if (present !== UNPRICED && present * length <= roomAmountMinor * nightDivisor[i]!) continue;
      nightMinor[i] = roomAmountMinor;
      nightDivisor[i] = length;
    }
  }
  return { nightMinor, nightDivisor };
}
