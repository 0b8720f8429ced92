/**
 * The locks of a booking, in the one order in which every booking takes them: the nights of the stay ascending, then channel,
 * visit type, hotel and room type, then the catalogue as a whole. So bookings of the same room queue up instead of getting
 * into each other's way, and none of them decides on a number that another one is changing. An import takes its locks in the
 * same order: whoever waits for one here holds nothing yet that the import will want.
 */
import { CATALOGUE_HELD_STILL } from '../data/epochs.js';
import { formatDay } from '../domain/civil-date.js';
import { lastNightForSale } from '../domain/horizon.js';
/**
 * PostgreSQL evaluates a list from left to right, and each of these queries when its place comes; tests hold it to that. The
 * nights are those of [$2, $3); what else is named is kept from being removed.
 */
const TAKE_LOCKS = `
  WITH n AS (SELECT night, units - sold AS left FROM inventory_night
      WHERE room_type_number = $1 AND night >= $2::date AND night < $3::date ORDER BY night FOR UPDATE),
    c AS (SELECT code FROM channel WHERE code = $4 FOR KEY SHARE),
    v AS (SELECT number FROM visit_type WHERE number = $5 FOR KEY SHARE),
    h AS (SELECT number FROM hotel WHERE number = $6 FOR KEY SHARE),
    r AS (SELECT number FROM room_type WHERE number = $1 FOR KEY SHARE)
  SELECT (SELECT json_agg(json_build_array(night - date '1970-01-01', "left")) FROM n) AS nights,
    (SELECT code FROM c) AS channel, (SELECT number FROM v) AS "visitType", (SELECT number FROM h) AS hotel,
    (SELECT number FROM r) AS "roomType", ${CATALOGUE_HELD_STILL} AS catalogue`;
/**
 * Takes the locks of a booking. `stay` is null for a request, which takes no rooms; nights that cannot be sold anyway are left
 * alone.
 */
export async function takeLocks(sql, { named, channel, stay, today }) {
    const from = Math.max(stay?.arrival ?? today, today);
    const end = Math.min(stay?.departure ?? today, lastNightForSale(today) + 1);
    const [locked] = await sql.query(TAKE_LOCKS, [
        named.roomType,
        formatDay(from),
        formatDay(end),
        channel,
        named.visitType,
        named.hotel,
    ]);
    const { nights, visitType, hotel, roomType } = locked;
    return { nights: new Map(nights), held: { visitType, hotel, roomType } };
}
//# sourceMappingURL=booking-locks.js.map