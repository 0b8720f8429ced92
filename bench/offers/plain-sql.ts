/**
 * The same searches for offers in plain SQL, one statement each: it joins rates, promotions and nights, and PostgreSQL does all the
 * work. Written for this comparison from the rules (P2 to P4, I4), with an index for every join. For stays of one length, without
 * cursors, facets or what an offer shows.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Days as `YYYY-MM-DD`. */
export interface PlainSearch {
  readonly today: string;
  readonly lastNight: string;
  readonly firstArrival: string;
  readonly lastArrival: string;
  readonly nights: number;
  readonly guests: number;
  readonly currency: string;
  readonly channel: string;
  /** Null: all. */
  readonly destination: number | null;
}

/** A row of a page. */
export interface PlainOffer {
  readonly visitType: number;
  readonly hotel: number;
  readonly roomType: number;
  readonly arrival: string;
  readonly totalMinor: number;
}

export interface PlainOffers {
  readonly count: number;
  readonly offers: readonly PlainOffer[];
}

/**
 * $1 today, $2 last night for sale, $3 and $4 first and last arrival, $5 nights, $6 guests, $7 currency, $8 channel, $9 destination,
 * $10 rows of the page. Amounts are numeric where they are rounded: half up, as none is negative.
 */
const OFFERS = `
  WITH arrivals AS MATERIALIZED (
    SELECT a::date AS arrival FROM generate_series(greatest($1::date, $3::date), $4::date, interval '1 day') AS a
    WHERE a::date + $5::int - 1 <= $2::date),
  rooms AS MATERIALIZED (
    SELECT v.number AS visit_type, h.number AS hotel, r.number AS room, r.beds, v.starting_days,
      EXISTS (SELECT FROM time_constraint AS t WHERE t.visit_type_number = v.number) AS constrained
    FROM hotel AS h JOIN room_type AS r ON r.hotel_number = h.number
    JOIN visit_type_hotel AS s ON s.hotel_number = h.number JOIN visit_type AS v ON v.number = s.visit_type_number
    WHERE ($9::int IS NULL OR h.destination_number = $9::int) AND r.beds >= $6::int AND NOT v.on_demand
      AND $5::int BETWEEN greatest(1, v.nights_min) AND v.nights_max
      AND (v.reservation_time_span = 'DAYS' OR $5::int % 7 = 0)
      AND coalesce(v.selling_from <= $1::date, true) AND coalesce(v.selling_to >= $1::date, true)),
  free AS MATERIALIZED (
    SELECT n.room_type_number AS room, a.arrival
    FROM arrivals AS a JOIN inventory_night AS n ON n.night >= a.arrival AND n.night < a.arrival + $5::int
    WHERE n.room_type_number IN (SELECT room FROM rooms) AND n.units > n.sold AND NOT n.closed AND (n.held IS NULL
      OR n.units - n.sold > (SELECT count(*) FROM jsonb_each_text(n.held) AS h WHERE h.value::bigint > extract(epoch FROM now()) * 1000))
    GROUP BY 1, 2 HAVING count(*) = $5::int),
  stays AS MATERIALIZED (
    SELECT visit_type, hotel, room, beds, arrival FROM rooms JOIN free USING (room)
    WHERE (coalesce(cardinality(starting_days), 0) = 0 OR upper(to_char(arrival, 'dy'))::"Weekday" = ANY(starting_days))
      AND (NOT constrained OR EXISTS (SELECT FROM time_constraint AS t
        WHERE t.visit_type_number = visit_type AND t."from" <= arrival AND arrival + $5::int - 1 <= t."to"))),
  packaged AS MATERIALIZED (
    SELECT s.visit_type, s.hotel, s.room, s.arrival,
      p.amount_minor::numeric * CASE l.quoted_per WHEN 'PERSON' THEN s.beds ELSE 1 END AS base
    FROM stays AS s
    JOIN price_list AS l ON l.visit_type_number = s.visit_type AND l.currency = $7::"Currency" AND l.kind = 'PER_VISIT' AND l.nights = $5::int
    JOIN rate AS p ON p.visit_type_number = l.visit_type_number AND p.price_list_number = l.number AND p.room_type_number = s.room
      AND p."from" <= s.arrival AND s.arrival + $5::int - 1 <= p."to"),
  winners AS MATERIALIZED (
    SELECT DISTINCT ON (sale.visit_type, sale.hotel, n.night) sale.visit_type, sale.hotel, n.night, p.number, p.basis_points
    FROM (SELECT DISTINCT visit_type, hotel FROM stays) AS sale
    JOIN promotion AS p ON p.visit_type_number = sale.visit_type
    JOIN promotion_channel AS c ON c.visit_type_number = p.visit_type_number AND c.promotion_number = p.number AND c.channel_code = $8
    JOIN (SELECT DISTINCT arrival + place AS night FROM arrivals, generate_series(0, $5::int - 1) AS place) AS n
      ON n.night >= p.valid_from AND (p.valid_to IS NULL OR n.night < p.valid_to)
    WHERE p.all_hotels OR EXISTS (SELECT FROM promotion_hotel AS o
      WHERE o.visit_type_number = p.visit_type_number AND o.promotion_number = p.number AND o.hotel_number = sale.hotel)
    ORDER BY sale.visit_type, sale.hotel, n.night, p.basis_points DESC, p.valid_from, p.number),
  by_night AS (
    SELECT s.visit_type, s.hotel, s.room, s.arrival, s.arrival + place AS night,
      p.amount_minor::numeric * CASE l.quoted_per WHEN 'PERSON' THEN s.beds ELSE 1 END AS amount
    FROM stays AS s CROSS JOIN generate_series(0, $5::int - 1) AS place
    JOIN price_list AS l ON l.visit_type_number = s.visit_type AND l.currency = $7::"Currency" AND l.kind = 'PER_NIGHT'
    JOIN rate AS p ON p.visit_type_number = l.visit_type_number AND p.price_list_number = l.number AND p.room_type_number = s.room
      AND s.arrival + place BETWEEN p."from" AND p."to"),
  lines AS (
    SELECT visit_type, hotel, room, arrival, false AS whole, count(*) AS nights, sum(amount) AS base,
      round(sum(amount) * coalesce(w.basis_points, 0) / 10000) AS reduction
    FROM by_night LEFT JOIN winners AS w USING (visit_type, hotel, night)
    GROUP BY visit_type, hotel, room, arrival, w.number, w.basis_points
    UNION ALL
    SELECT visit_type, hotel, room, arrival, true, $5::int, 0,
      round(base * count(*) * w.basis_points / ($5::int * 10000))
    FROM packaged AS k JOIN winners AS w USING (visit_type, hotel)
    WHERE w.night >= arrival AND w.night < arrival + $5::int
    GROUP BY visit_type, hotel, room, arrival, base, w.number, w.basis_points
    UNION ALL SELECT visit_type, hotel, room, arrival, true, $5::int, base, 0 FROM packaged),
  totals AS (
    SELECT visit_type, hotel, room, arrival, greatest(0, sum(base) - sum(reduction)) AS total
    FROM lines GROUP BY 1, 2, 3, 4, whole HAVING sum(nights) >= $5::int),
  offers AS MATERIALIZED (
    SELECT DISTINCT ON (visit_type, room) visit_type, hotel, room, arrival, total FROM totals
    ORDER BY visit_type, room, total, arrival)
  SELECT (SELECT count(*)::int FROM offers) AS count, coalesce((
    SELECT json_agg(json_build_object('visitType', visit_type, 'hotel', hotel, 'roomType', room, 'arrival', arrival, 'totalMinor', total)
      ORDER BY total, visit_type, hotel, room)
    FROM (SELECT * FROM offers ORDER BY total, visit_type, hotel, room LIMIT $10::int) AS page), '[]') AS offers`;

const TICKS_PER_SECOND = 100;

export interface PlainSql {
  search(asked: PlainSearch, rows: number): Promise<PlainOffers>;
  /** Processor time of the server's process so far, in milliseconds; null if the kernel does not report it. */
  cpuMs(): Promise<number | null>;
  stop(): Promise<void>;
}

/** Opens a connection whose statements one process of the server executes alone, so that its time is all of it. */
export async function openPlainSql(url: string): Promise<PlainSql> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET max_parallel_workers_per_gather = 0; SET jit = off; SET work_mem = '256MB'");
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { pid } = rows[0]!;
  return {
    async search(asked, page) {
      const { today, lastNight, firstArrival, lastArrival, nights, guests, currency, channel, destination } = asked;
      const values = [
        today,
        lastNight,
        firstArrival,
        lastArrival,
        nights,
        guests,
        currency,
        channel,
        destination,
        page,
      ];
      const answer = await client.query<PlainOffers>({ name: 'offers', text: OFFERS, values });
      return answer.rows[0]!;
    },
    async cpuMs() {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields ? ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND : null;
    },
    stop: () => client.end(),
  };
}
