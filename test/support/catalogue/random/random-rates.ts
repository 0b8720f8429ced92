/**
 * Random price lists of one visit type: mixed kinds, lengths, currencies and ways of quoting, seasons that meet, leave
 * gaps, begin in the past and end beyond the horizon, packages over nightly rates. Rates never overlap for the same
 * room type, currency, kind and nights (P3).
 */
import { plusDays } from '../../oracle/oracle-dates.ts';
import type { FilePriceList, FileRange, FileRate } from '../../oracle/oracle-file.ts';
import { around, between, type Draw, oneIn, pick } from './random-draw.ts';

export interface RateLimits {
  priceLists: number;
  seasonsPerRoom: number;
  /** Whether amounts of zero, of single hellers and of millions are frequent; else they are rare. */
  extremes: boolean;
}

/** Few amounts, for ties; amounts that do not divide evenly, for rounding. In minor units. */
const PALETTE = [10_000, 15_000, 15_050, 9_999, 33_333, 20_001, 12_345] as const;

function amountMinor(draw: Draw, { extremes }: RateLimits): number {
  const plain = oneIn(draw, 3) ? between(draw, 1_000, 60_000) : pick(draw, PALETTE);
  if (!oneIn(draw, extremes ? 4 : 60)) return plain;
  return pick(draw, [1, 7, 0, between(draw, 1, 99), between(draw, 50_000_000, 99_999_999)]);
}

/** Seasons in order, each after the one before; dense around today, sometimes far away or at the horizon. */
function seasons(draw: Draw, { today, count, nights }: { today: string; count: number; nights: number }): FileRange[] {
  const found: FileRange[] = [];
  let offset = around(draw, 12);
  if (oneIn(draw, 8)) offset += between(draw, 40, 700);
  if (oneIn(draw, 10)) offset = between(draw, 715, 735);
  for (let season = 0; season < count; season += 1) {
    const base = pick(draw, [14, 7, 30, 3, 1, 60, 20, 2, 120]);
    const length = nights > 0 ? Math.max(1, nights + pick(draw, [6, 1, 0, 3, -1, 20, 40, -2])) : base;
    const endless = oneIn(draw, 14);
    found.push({
      from: plusDays(today, offset),
      to: endless ? plusDays(today, offset + 900) : plusDays(today, offset + length - 1),
    });
    if (endless) break;
    offset += length + pick(draw, [0, 0, 1, 0, 2, 5, 20, 150]);
  }
  return found;
}

function overlapsAny({ from, to }: FileRange, others: readonly FileRange[]): boolean {
  return others.some((other) => from <= other.to && other.from <= to);
}

export function randomPriceLists(
  draw: Draw,
  {
    today,
    roomTypeIds,
    limits,
    nextId,
  }: { today: string; roomTypeIds: readonly number[]; limits: RateLimits; nextId: () => number },
): FilePriceList[] {
  const taken = new Map<string, FileRange[]>();
  const lists: FilePriceList[] = [];
  const count = between(draw, 1, limits.priceLists);
  for (let index = 0; index < count; index += 1) {
    const perVisit = pick(draw, [false, true, false, false, true]);
    const nights = perVisit ? between(draw, 1, 10) : 0;
    const currency = pick(draw, ['CZK', 'EUR'] as const);
    const rates: FileRate[] = [];
    for (const roomTypeId of roomTypeIds) {
      if (oneIn(draw, 8)) continue;
      const key = `${roomTypeId} ${currency} ${nights}`;
      const others = taken.get(key) ?? [];
      taken.set(key, others);
      for (const season of seasons(draw, { today, count: between(draw, 1, limits.seasonsPerRoom), nights })) {
        if (overlapsAny(season, others)) continue;
        others.push(season);
        const minor = amountMinor(draw, limits) * (perVisit && !oneIn(draw, 4) ? nights : 1);
        rates.push({ roomTypeId, ...season, amount: minor / 100 });
      }
    }
    lists.push({
      id: nextId(),
      kind: perVisit ? 'PER_VISIT' : 'PER_NIGHT',
      ...(perVisit ? { nights } : {}),
      quotedPer: pick(draw, ['ROOM', 'PERSON'] as const),
      currency,
      rates,
    });
  }
  return lists;
}
