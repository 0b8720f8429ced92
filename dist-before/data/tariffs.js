/**
 * SQL expression: the `TariffDocument` of the row `v` of `visit_type`. Conditions on a room type `r`, a price list `l` and
 * a rate `r` may leave out of it what is not asked for.
 */
export function tariffSql({ roomTypes = 'true', priceLists = 'true', rates = 'true' } = {}) {
    return `json_build_object(
  'visitTypeNumber', v.number,
  'stayCategory', v.stay_category,
  'rules', json_build_object(
    'onDemand', v.on_demand, 'nightsMin', v.nights_min, 'nightsMax', v.nights_max,
    'reservationTimeSpan', v.reservation_time_span, 'startingDays', coalesce(v.starting_days, '{}'),
    'sellingFrom', ${dayOf('v.selling_from')}, 'sellingTo', ${dayOf('v.selling_to')},
    'timeConstraints', ARRAY(SELECT json_build_object('from', ${dayOf('"from"')}, 'to', ${dayOf('"to"')})
      FROM time_constraint WHERE visit_type_number = v.number ORDER BY "from")),
  'hotelNumbers', ARRAY(SELECT hotel_number FROM visit_type_hotel WHERE visit_type_number = v.number ORDER BY 1),
  'roomTypes', ARRAY(SELECT ${roomTypeSql()} FROM visit_type_hotel AS s JOIN room_type AS r USING (hotel_number)
    WHERE s.visit_type_number = v.number AND ${roomTypes} ORDER BY r.hotel_number, r.number),
  'priceLists', ARRAY(SELECT json_build_object('number', number, 'kind', kind, 'nights', nights,
      'quotedPer', quoted_per, 'currency', currency, 'rates', (
        SELECT json_build_object('roomTypes', array_agg(room_type_number), 'amounts', array_agg(amount_minor),
          'froms', array_agg(${dayOf('"from"')}), 'tos', array_agg(${dayOf('"to"')}))
        FROM rate AS r WHERE r.visit_type_number = v.number AND r.price_list_number = l.number AND ${rates}))
    FROM price_list AS l WHERE visit_type_number = v.number AND ${priceLists} ORDER BY number),
  'promotions', ARRAY(SELECT json_build_object('id', id, 'number', number, 'name', name, 'basisPoints', basis_points,
      'validFrom', ${dayOf('valid_from')}, 'validTo', ${dayOf('valid_to')},
      'channels', ARRAY(SELECT channel_code FROM promotion_channel
        WHERE visit_type_number = v.number AND promotion_number = p.number),
      'hotelNumbers', CASE WHEN NOT all_hotels THEN ARRAY(SELECT hotel_number FROM promotion_hotel
        WHERE visit_type_number = v.number AND promotion_number = p.number) END)
    FROM promotion AS p WHERE visit_type_number = v.number ORDER BY number),
  'loyaltyProgramNumbers', ARRAY(SELECT loyalty_program_number FROM visit_type_loyalty_program
    WHERE visit_type_number = v.number))`;
}
/** SQL expression: the `RoomType` of the row `r` of `room_type`. */
export function roomTypeSql() {
    return `json_build_object('number', r.number, 'hotelNumber', r.hotel_number, 'beds', r.beds)`;
}
/** SQL expression: the `Day` of a date. */
function dayOf(date) {
    return `${date} - date '1970-01-01'`;
}
/** The tariff that a document stands for. */
export function tariffOf(document) {
    return {
        ...document,
        priceLists: document.priceLists.map(({ rates: { roomTypes, amounts, froms, tos }, ...list }) => ({
            ...list,
            rates: (roomTypes ?? []).map((roomTypeNumber, index) => ({
                roomTypeNumber,
                from: froms[index],
                to: tos[index],
                amountMinor: amounts[index],
            })),
        })),
    };
}
const READ_TARIFFS = `SELECT ${tariffSql()} AS tariff FROM visit_type AS v WHERE v.number = ANY($1::int[])`;
/** Reads the tariffs of visit types by their numbers; those that do not exist are missing from the answer. */
export async function readTariffs(client, visitTypeNumbers) {
    const rows = await client.$queryRawUnsafe(READ_TARIFFS, [...visitTypeNumbers]);
    return new Map(rows.map(({ tariff }) => [tariff.visitTypeNumber, tariffOf(tariff)]));
}
//# sourceMappingURL=tariffs.js.map