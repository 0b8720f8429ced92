/**
 * Rules across the values of one visit type: ends after beginnings, a length that can be sold, no duplicates, promotions only
 * for hotels that sell it, and no night with two rates (P3).
 */
import { sortTerms } from '../../domain/booking/cancellation-terms.ts';
import { minorOf } from '../../domain/pricing/money.ts';
import { describeOverlap, overlappingRates, type PlacedRate, type PriceList } from '../../domain/pricing/price-list.ts';
import { parseDay } from '../../domain/time/civil-date.ts';
import type { PriceListEntry, PromotionEntry, VisitTypeEntry } from '../file/file-visit-type.ts';
import { type CheckContext, formatPath, type Place } from '../file/problems.ts';
import { reportDuplicates } from './check-hotel.ts';
import type { Salvaged } from './validate-entry.ts';

export function checkVisitType(visitType: Salvaged<VisitTypeEntry>, { place, problems }: CheckContext): void {
  const list = (field: keyof VisitTypeEntry) => ({ place: [...place, field], problems });
  for (const field of ['categoryIds', 'tagIds', 'loyaltyProgramIds', 'hotelIds', 'startingDays'] as const) {
    reportDuplicates(visitType[field], list(field));
  }
  reportDuplicates(visitType.availableBoardings, list('availableBoardings'));
  reportDuplicates(
    visitType.priceLists?.map((priceList) => priceList?.id),
    { ...list('priceLists'), field: 'id' },
  );
  reportDuplicates(
    visitType.promotions?.map((promotion) => promotion?.id),
    { ...list('promotions'), field: 'id' },
  );

  const { nightsMin, nightsMax } = visitType;
  if (nightsMin !== undefined && nightsMax !== undefined && nightsMin > nightsMax) {
    problems.add([...place, 'nightsMax'], 'ORDER', `nightsMax ${nightsMax} is below nightsMin ${nightsMin}`);
  }
  checkWholeWeeks(visitType, { place, problems });
  checkOrder(visitType, { place, problems, from: 'sellingFrom', to: 'sellingTo' });
  checkCancellationTerms(visitType.cancellationTerms, list('cancellationTerms'));
  for (const [index, range] of (visitType.timeConstraints ?? []).entries()) {
    if (range) checkOrder(range, { place: [...place, 'timeConstraints', index], problems, from: 'from', to: 'to' });
  }
  for (const [index, priceList] of (visitType.priceLists ?? []).entries()) {
    for (const [position, rate] of (priceList?.rates ?? []).entries()) {
      const at = [...place, 'priceLists', index, 'rates', position];
      if (rate) checkOrder(rate, { place: at, problems, from: 'from', to: 'to' });
    }
  }
  const hotels = visitType.hotelIds && new Set(visitType.hotelIds);
  for (const [index, promotion] of (visitType.promotions ?? []).entries()) {
    if (promotion) checkPromotion(promotion, hotels, { place: [...place, 'promotions', index], problems });
  }
  const placed = placedPriceLists(visitType, place);
  for (const { a, b } of overlappingRates(placed.priceLists)) {
    const message = `${describeOverlap({ rate: b, other: a })} (${formatPath(placed.placeOf(a))})`;
    problems.add(placed.placeOf(b), 'OVERLAP', message);
  }
}

/** Reports a last day before the first, at the place of the last. */
export function checkOrder<From extends string, To extends string>(
  range: { [Field in From | To]?: unknown },
  { place, problems, from, to }: CheckContext & { from: From; to: To },
): void {
  const [first, last] = [range[from], range[to]];
  if (typeof first !== 'string' || typeof last !== 'string' || first <= last) return;
  problems.add([...place, to], 'ORDER', `${to} ${last} is before ${from} ${first}`);
}

/** Whole weeks need an allowed number of nights that is a multiple of 7. */
function checkWholeWeeks(
  { nightsMin, nightsMax, reservationTimeSpan }: Salvaged<VisitTypeEntry>,
  { place, problems }: CheckContext,
): void {
  if (reservationTimeSpan !== 'WEEKS' || nightsMin === undefined || nightsMax === undefined) return;
  if (nightsMin > nightsMax || nightsMax - (nightsMax % 7) >= nightsMin) return;
  const message = `"WEEKS" needs a multiple of 7 between nightsMin ${nightsMin} and nightsMax ${nightsMax}: no stay could ever be sold`;
  problems.add([...place, 'reservationTimeSpan'], 'MISMATCH', message);
}

/** Each number of days once, and no percentage below that of an earlier term (S12). */
function checkCancellationTerms(
  terms: Salvaged<VisitTypeEntry>['cancellationTerms'],
  { place, problems }: CheckContext,
): void {
  reportDuplicates(
    terms?.map((term) => term?.daysBeforeArrival),
    { place, problems, field: 'daysBeforeArrival' },
  );
  const stated = (terms ?? []).flatMap((term, index) => {
    const { daysBeforeArrival, percentage } = term ?? {};
    return daysBeforeArrival === undefined || percentage === undefined
      ? []
      : [{ index, daysBeforeArrival, percentage }];
  });
  const sorted = sortTerms(stated);
  for (const [position, term] of sorted.entries()) {
    const earlier = sorted[position - 1];
    if (!earlier || earlier.daysBeforeArrival === term.daysBeforeArrival || earlier.percentage <= term.percentage)
      continue;
    const { percentage, daysBeforeArrival: days } = earlier;
    const message = `${term.percentage} is below the ${percentage} that are due from ${days} days before arrival on; the percentage must not fall as arrival comes nearer`;
    problems.add([...place, term.index, 'percentage'], 'ORDER', message);
  }
}

function checkPromotion(
  promotion: Salvaged<PromotionEntry>,
  hotels: ReadonlySet<number | undefined> | undefined,
  { place, problems }: CheckContext,
): void {
  reportDuplicates(promotion.channels, { place: [...place, 'channels'], problems });
  reportDuplicates(promotion.hotelIds ?? undefined, { place: [...place, 'hotelIds'], problems });
  const { validFrom, validTo } = promotion;
  if (validFrom && validTo && validTo <= validFrom) {
    const message = `validTo ${validTo} (the first day that it does not hold) must be after validFrom ${validFrom}`;
    problems.add([...place, 'validTo'], 'ORDER', message);
  }
  for (const [index, hotelId] of (promotion.hotelIds ?? []).entries()) {
    if (hotelId === undefined || hotels === undefined || hotels.has(hotelId)) continue;
    const message = `hotel ${hotelId} is not among the hotelIds of the visit type`;
    problems.add([...place, 'hotelIds', index], 'MISMATCH', message);
  }
}

/** The price lists of a visit type as the rules take them, and the place in the file of each rate. */
function placedPriceLists(visitType: Salvaged<VisitTypeEntry>, place: Place) {
  const priceLists: PriceList[] = [];
  const positions: { list: number; rates: number[] }[] = [];
  for (const [list, entry] of (visitType.priceLists ?? []).entries()) {
    const found = entry && parsePriceList(entry);
    if (!found) continue;
    priceLists.push(found.priceList);
    positions.push({ list, rates: found.positions });
  }
  const placeOf = ({ listIndex, rateIndex }: PlacedRate): Place => {
    // biome-ignore lint/style/noNonNullAssertion: both indexes are those of a rate that was placed here.
    const { list, rates } = positions[listIndex]!;
    // biome-ignore lint/style/noNonNullAssertion: both indexes are those of a rate that was placed here.
    return [...place, 'priceLists', list, 'rates', rates[rateIndex]!];
  };
  return { priceLists, placeOf };
}

function parsePriceList(entry: Salvaged<PriceListEntry>): { priceList: PriceList; positions: number[] } | null {
  const { id, kind, nights = null, currency, quotedPer } = entry;
  if (id === undefined || !kind || !currency || !quotedPer || (kind === 'PER_VISIT') !== (nights !== null)) return null;
  const positions: number[] = [];
  const rates: PriceList['rates'][number][] = [];
  for (const [position, rate] of (entry.rates ?? []).entries()) {
    const [from, to] = [parseDay(rate?.from ?? ''), parseDay(rate?.to ?? '')];
    if (rate?.roomTypeId === undefined || from === null || to === null || from > to) continue;
    positions.push(position);
    rates.push({ roomTypeNumber: rate.roomTypeId, from, to, amountMinor: minorOf(rate.amount ?? 0) ?? 0 });
  }
  return { priceList: { number: id, kind, nights, quotedPer, currency, rates }, positions };
}
