/** The rows of visit types, price lists and promotions: what a file says, in the columns of the tables. */
import { minorOf } from '../../domain/money.js';
import { objectIdOf } from './hotel-rows.js';
/** A percentage with at most two decimals in hundredths of a percent: the same step as from crowns to hellers. */
export function basisPointsOf(percentage) {
    const basisPoints = minorOf(percentage);
    if (basisPoints === null)
        throw new RangeError(`${percentage} % has more than two decimals`);
    return basisPoints;
}
/** The row of a visit type itself. */
export function visitTypeRow(visitType) {
    return {
        number: visitType.id,
        id: objectIdOf(visitType),
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
/** A row per time constraint; one that stands twice means no more than once. */
export function timeConstraintRows({ id, timeConstraints }) {
    const distinct = new Map(timeConstraints.map(({ from, to }) => [`${from} ${to}`, { from, to }]));
    return [...distinct.values()].map(({ from, to }) => ({ visit_type_number: id, from, to }));
}
/** Rows that link a visit type to the things with the given numbers. */
export function linkRows(visitTypeNumber, column, numbers) {
    return numbers.map((number) => ({ visit_type_number: visitTypeNumber, [column]: number }));
}
/** A row per price list. */
export function priceListRows({ id, priceLists }) {
    return priceLists.map((priceList) => ({
        visit_type_number: id,
        number: priceList.id,
        id: objectIdOf(priceList),
        kind: priceList.kind,
        nights: priceList.nights,
        quoted_per: priceList.quotedPer,
        currency: priceList.currency,
    }));
}
/** A row per rate. */
export function rateRows({ id, priceLists }) {
    return priceLists.flatMap((priceList) => priceList.rates.map((rate) => ({
        visit_type_number: id,
        price_list_number: priceList.id,
        room_type_number: rate.roomTypeId,
        from: rate.from,
        to: rate.to,
        amount_minor: minorOf(rate.amount),
    })));
}
/** A row per promotion. */
export function promotionRows({ id, promotions }) {
    return promotions.map((promotion) => ({
        visit_type_number: id,
        number: promotion.id,
        id: objectIdOf(promotion),
        name: promotion.name,
        basis_points: basisPointsOf(promotion.percentage),
        valid_from: promotion.validFrom,
        valid_to: promotion.validTo,
        all_hotels: promotion.hotelIds === null,
    }));
}
/** A row per promotion and channel. */
export function promotionChannelRows({ id, promotions }) {
    return promotions.flatMap((promotion) => promotion.channels.map((code) => ({ visit_type_number: id, promotion_number: promotion.id, channel_code: code })));
}
/** A row per promotion and hotel that it is limited to. */
export function promotionHotelRows({ id, promotions }) {
    return promotions.flatMap((promotion) => (promotion.hotelIds ?? []).map((hotel) => ({
        visit_type_number: id,
        promotion_number: promotion.id,
        hotel_number: hotel,
    })));
}
//# sourceMappingURL=visit-type-rows.js.map