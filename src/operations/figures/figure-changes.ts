/**
 * What the bookings of a hotel amount to in periods (M15), in one statement. Equal stays whose totals leave the same odd minor units over
 * are counted together first. They change what there is by the night at most three times: where they begin, where the odd minor units are
 * used up, and where they end. So a long stay costs as little as a short one. The changes are added up by night, then by period.
 */
import { bool, date, int4, int8, listOf, nullable, oneOf, text } from '../../data/sql/column-types.ts';
import { statement } from '../../data/sql/statement.ts';
import { LONG_STAY_NIGHTS } from '../booking/search/booking-conditions-sql.ts';

const COUNTED = `'CONFIRMED', 'CANCELLED', 'NO_SHOW'`;

/** A row for each channel, whose visit type is null, and one for each visit type, whose channel is null. */
export const READ_CHANGES = statement({
  takes: { hotel: int4, isTest: bool, from: date, to: date, firsts: listOf(date), lasts: listOf(date) },
  returns: {
    ...{ status: oneOf('BookingStatus'), currency: oneOf('Currency') },
    ...{ channel: nullable(text), visitType: nullable(int4) },
    /** Index of the period, from 0. */
    period: int4,
    /** Bookings that arrive in it. */
    bookings: int8,
    /** Rooms, and minor units: what they add to the period, and to every night after it. */
    ...{ roomsWithin: int8, roomsLasting: int8, amountWithin: int8, amountLasting: int8 },
  },
  sql: ({ hotel, isTest, from, to, firsts, lasts }) => {
    const stays = (arrivals: string) => `
      SELECT status, currency, channel_code, visit_type_number, arrival, departure, departure - arrival AS nights,
        CASE status WHEN 'CONFIRMED' THEN amount_minor ELSE coalesce(cancellation_fee_minor, 0) END AS total
      FROM booking
      WHERE hotel_number = ${hotel} AND status IN (${COUNTED}) AND is_test = ${isTest} AND departure > ${from} AND ${arrivals}`;
    return `
    WITH stay AS (
      SELECT status, currency, channel_code, visit_type_number, arrival, departure, (total % nights)::int AS odd, count(*) AS rooms,
        sum(total / nights) AS amount
      FROM (
        ${stays(`arrival > ${from}::date - ${LONG_STAY_NIGHTS} AND arrival <= ${to}`)} UNION ALL
        ${stays(`arrival <= ${from}::date - ${LONG_STAY_NIGHTS} AND departure - arrival > ${LONG_STAY_NIGHTS}`)}) AS b
      GROUP BY 1, 2, 3, 4, 5, 6, 7),
    change AS (
      SELECT s.status, s.currency, s.channel_code, s.visit_type_number, c.night, sum(c.rooms) AS rooms, sum(c.amount) AS amount,
        sum(c.arriving) AS arriving
      FROM stay AS s CROSS JOIN LATERAL (VALUES
        (greatest(arrival, ${from}), s.rooms, s.amount + CASE WHEN odd > greatest(${from}::date - arrival, 0) THEN s.rooms ELSE 0 END,
          CASE WHEN arrival >= ${from} THEN s.rooms ELSE 0 END),
        (arrival + odd, 0, -s.rooms, 0),
        (departure, -s.rooms, -s.amount, 0)) AS c(night, rooms, amount, arriving)
      WHERE c.night <= ${to} AND (c.rooms <> 0 OR (odd > 0 AND c.night > ${from}))
      GROUP BY 1, 2, 3, 4, 5)
    SELECT status, currency, channel_code AS channel, visit_type_number AS "visitType", period - 1 AS period, sum(arriving)::bigint AS bookings,
      sum(rooms * nights)::bigint AS "roomsWithin", sum(rooms)::bigint AS "roomsLasting",
      sum(amount * nights)::bigint AS "amountWithin", sum(amount)::bigint AS "amountLasting"
    FROM (SELECT *, (${lasts}::date[])[period] - night + 1 AS nights
      FROM (SELECT *, width_bucket(night, ${firsts}::date[]) AS period FROM change) AS placed) AS counted
    GROUP BY status, currency, period, GROUPING SETS ((channel_code), (visit_type_number))`;
  },
});

/** Rooms for sale, and blocked ones, of each period that has any. */
export const READ_CAPACITY = statement({
  takes: { hotel: int4, from: date, to: date, firsts: listOf(date) },
  returns: { period: int4, roomsForSale: int8, blocked: int8 },
  sql: ({ hotel, from, to, firsts }) => `
    SELECT width_bucket(n.night, ${firsts}::date[]) - 1 AS period, sum(n.units)::bigint AS "roomsForSale",
      coalesce(sum(greatest(n.units - n.sold, 0)) FILTER (WHERE n.closed), 0)::bigint AS blocked
    FROM room_type AS r JOIN inventory_night AS n ON n.room_type_number = r.number AND n.night BETWEEN ${from} AND ${to}
    WHERE r.hotel_number = ${hotel} GROUP BY 1`,
});
