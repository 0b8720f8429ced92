/**
 * The visit types that a filter selects, in listing order (C1). Filters select records and never change what a record
 * contains. The answer is a list of sort keys, kept for as long as the catalogue and the date stay, so that paging and
 * counting cost nothing more.
 */
import { columnOfDay } from '../data/civil-dates.js';
import { remembered } from '../data/epoch-cache.js';
import { Prisma } from '../data/generated/prisma/client.js';
import { lastNightForSale } from '../domain/horizon.js';
import { numberOf } from './references.js';
import { seenDestinations } from './visibility.js';
/** The one order of visit types. */
export const VISIT_TYPE_ORDER = {
    resource: 'visit-types',
    mode: 'priority',
    words: 'priority position',
    valueType: 'number',
};
/** The sort keys of the selected visit types that the caller sees, in order. */
export async function listVisitTypes(session, filter) {
    const hotel = filter.hotel == null ? undefined : await numberOf(session, 'hotel', filter.hotel);
    const destination = filter.destination == null ? undefined : await numberOf(session, 'destination', filter.destination);
    if (hotel === null || destination === null)
        return [];
    const destinations = seenDestinations(session);
    const key = JSON.stringify(['visit-types', { ...filter, hotel, destination }, destinations]);
    return remembered(session.lists, key, () => select(session, { filter, hotel, destination, destinations }));
}
async function select(session, { filter, hotel, destination, destinations, }) {
    const seen = (alias) => destinations === null
        ? Prisma.sql `TRUE`
        : Prisma.sql `${Prisma.raw(alias)}.destination_number = ANY(${destinations}::int[])`;
    // All conditions on the hotel must hold for one and the same hotel.
    const hotelConditions = [seen('hotel')];
    if (hotel !== undefined)
        hotelConditions.push(Prisma.sql `hotel.number = ${hotel}`);
    if (destination !== undefined)
        hotelConditions.push(Prisma.sql `hotel.destination_number = ${destination}`);
    if (filter.hotelStarsMin != null)
        hotelConditions.push(Prisma.sql `hotel.stars >= ${filter.hotelStarsMin}`);
    if (filter.hotelStarsMax != null)
        hotelConditions.push(Prisma.sql `hotel.stars <= ${filter.hotelStarsMax}`);
    if (filter.beds != null) {
        hotelConditions.push(Prisma.sql `EXISTS (
      SELECT FROM room_type WHERE room_type.hotel_number = hotel.number AND room_type.beds = ${filter.beds})`);
    }
    const conditions = [
        Prisma.sql `EXISTS (
      SELECT FROM visit_type_hotel AS sale JOIN hotel ON hotel.number = sale.hotel_number
      WHERE sale.visit_type_number = visit_type.number AND ${Prisma.join(hotelConditions, ' AND ')})`,
    ];
    if (filter.nightsMin != null)
        conditions.push(Prisma.sql `visit_type.nights_max >= ${filter.nightsMin}`);
    if (filter.nightsMax != null)
        conditions.push(Prisma.sql `visit_type.nights_min <= ${filter.nightsMax}`);
    if (filter.dateFrom != null || filter.dateTo != null) {
        conditions.push(hasPricedNight(session, filter, seen('priced_hotel')));
    }
    const rows = await session.gateway.database.catalogue.$queryRaw `
    SELECT priority_position AS position, number FROM visit_type WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY priority_position, number`;
    return rows.map(({ position, number }) => [position, number]);
}
/**
 * Whether some night from today to the last for sale within the dates is priced in a hotel that the caller sees, the visit
 * type being on sale today (P6, P8, P9). A package prices the nights of its season that are still to come and not beyond the
 * horizon, if all of it fits into them.
 */
function hasPricedNight(session, { dateFrom, dateTo }, isSeen) {
    const horizon = lastNightForSale(session.today);
    const today = columnOfDay(session.today);
    const lastForSale = columnOfDay(horizon);
    const first = columnOfDay(Math.max(session.today, dateFrom ?? session.today));
    const last = columnOfDay(Math.min(horizon, dateTo ?? horizon));
    return Prisma.sql `
    coalesce(visit_type.selling_from <= ${today}::date, TRUE) AND coalesce(visit_type.selling_to >= ${today}::date, TRUE)
    AND EXISTS (
      SELECT FROM rate
      JOIN price_list ON price_list.visit_type_number = rate.visit_type_number AND price_list.number = rate.price_list_number
      JOIN room_type ON room_type.number = rate.room_type_number
      JOIN visit_type_hotel AS priced_sale
        ON priced_sale.visit_type_number = rate.visit_type_number AND priced_sale.hotel_number = room_type.hotel_number
      JOIN hotel AS priced_hotel ON priced_hotel.number = room_type.hotel_number
      WHERE rate.visit_type_number = visit_type.number AND ${isSeen}
        AND ${first}::date <= ${last}::date AND rate."from" <= ${last}::date AND rate."to" >= ${first}::date
        AND (price_list.kind = 'PER_NIGHT'
             OR least(rate."to", ${lastForSale}::date) - greatest(rate."from", ${today}::date) + 1 >= price_list.nights))`;
}
//# sourceMappingURL=list-visit-types.js.map