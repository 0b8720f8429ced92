/** Visit types, price lists and promotions of a file as table rows. */
import { type CancellationTerm, sortTerms } from '../../domain/booking/cancellation-terms.ts';
import { minorOf } from '../../domain/pricing/money.ts';
import type { VisitTypeEntry } from '../file/file-visit-type.ts';
import { numberedRow, type Row } from './row.ts';

/** Hundredths of a percent; the same step as from crowns to hellers. */
export function basisPointsOf(percentage: number): number {
  const basisPoints = minorOf(percentage);
  if (basisPoints === null) throw new RangeError(`${percentage} % has more than two decimals`);
  return basisPoints;
}

export function visitTypeRow(entry: VisitTypeEntry): Row {
  const { categoryIds, tagIds, loyaltyProgramIds, hotelIds, timeConstraints, priceLists, promotions, ...own } = entry;
  const cancellationTerms = sortTerms(entry.cancellationTerms).map(
    ({ daysBeforeArrival, percentage }): CancellationTerm => ({
      daysBeforeArrival,
      basisPoints: basisPointsOf(percentage),
    }),
  );
  return numberedRow({ ...own, cancellationTerms });
}

/** Duplicate constraints become one row. */
export function timeConstraintRows({ id, timeConstraints }: VisitTypeEntry): Row[] {
  const distinct = new Map(timeConstraints.map(({ from, to }) => [`${from} ${to}`, { from, to }]));
  return [...distinct.values()].map(({ from, to }) => ({ visit_type_number: id, from, to }));
}

/** Links of a visit type to things with these numbers. */
export function linkRows(visitTypeNumber: number, column: string, numbers: readonly number[]): Row[] {
  return numbers.map((number) => ({ visit_type_number: visitTypeNumber, [column]: number }));
}

export function priceListRows({ id, priceLists }: VisitTypeEntry): Row[] {
  return priceLists.map(({ rates, ...own }) => numberedRow({ ...own, visitTypeNumber: id }));
}

export function rateRows({ id, priceLists }: VisitTypeEntry): Row[] {
  return priceLists.flatMap((priceList) =>
    priceList.rates.map((rate) => ({
      visit_type_number: id,
      price_list_number: priceList.id,
      room_type_number: rate.roomTypeId,
      from: rate.from,
      to: rate.to,
      amount_minor: minorOf(rate.amount),
    })),
  );
}

export function promotionRows({ id, promotions }: VisitTypeEntry): Row[] {
  return promotions.map(({ percentage, channels, hotelIds, ...own }) =>
    numberedRow({
      ...own,
      visitTypeNumber: id,
      basisPoints: basisPointsOf(percentage),
      allHotels: hotelIds === null,
    }),
  );
}

export function promotionChannelRows({ id, promotions }: VisitTypeEntry): Row[] {
  return promotions.flatMap((promotion) =>
    promotion.channels.map((code) => ({ visit_type_number: id, promotion_number: promotion.id, channel_code: code })),
  );
}

/** A row per promotion and hotel that it is limited to. */
export function promotionHotelRows({ id, promotions }: VisitTypeEntry): Row[] {
  return promotions.flatMap((promotion) =>
    (promotion.hotelIds ?? []).map((hotel) => ({
      visit_type_number: id,
      promotion_number: promotion.id,
      hotel_number: hotel,
    })),
  );
}
