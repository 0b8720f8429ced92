/** Visit types, price lists and promotions of a file as table rows. */
import { minorOf } from '../../domain/pricing/money.ts';
import type { VisitTypeEntry } from '../file/file-visit-type.ts';
import { getOrCreateObjectId } from './hotel-rows.ts';
import type { Row } from './row-parts.ts';

/** Hundredths of a percent; the same step as from crowns to hellers. */
export function basisPointsOf(percentage: number): number {
  const basisPoints = minorOf(percentage);
  if (basisPoints === null) throw new RangeError(`${percentage} % has more than two decimals`);
  return basisPoints;
}

export function visitTypeRow(visitType: VisitTypeEntry): Row {
  return {
    number: visitType.id,
    id: getOrCreateObjectId(visitType),
    priority_position: visitType.priorityPosition,
    on_demand: visitType.onDemand,
    stay_category: visitType.stayCategory,
    name: visitType.name,
    booking_url: visitType.bookingUrl,
    description: visitType.description,
    commercial_slogan: visitType.commercialSlogan,
    notice: visitType.notice,
    services: visitType.services,
    nights_min: visitType.nightsMin,
    nights_max: visitType.nightsMax,
    reservation_time_span: visitType.reservationTimeSpan,
    starting_days: visitType.startingDays,
    selling_from: visitType.sellingFrom,
    selling_to: visitType.sellingTo,
    procedures: visitType.procedures,
    procedure_frequency: visitType.procedureFrequency,
    procedures_per_day: visitType.proceduresPerDay,
    boarding: visitType.boarding,
    available_boardings: visitType.availableBoardings,
  };
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
  return priceLists.map((priceList) => ({
    visit_type_number: id,
    number: priceList.id,
    id: getOrCreateObjectId(priceList),
    kind: priceList.kind,
    nights: priceList.nights,
    quoted_per: priceList.quotedPer,
    currency: priceList.currency,
  }));
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
  return promotions.map((promotion) => ({
    visit_type_number: id,
    number: promotion.id,
    id: getOrCreateObjectId(promotion),
    name: promotion.name,
    basis_points: basisPointsOf(promotion.percentage),
    valid_from: promotion.validFrom,
    valid_to: promotion.validTo,
    all_hotels: promotion.hotelIds === null,
  }));
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
