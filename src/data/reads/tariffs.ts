// biome-ignore-all lint/style/noNonNullAssertion: the columns of the rates of a price list are equally long, and null only together.
/**
 * Tariffs: everything that decides what the stays of a visit type cost and when they are sold, as the plain values that the
 * rules take. PostgreSQL assembles a tariff as one JSON document, so any number of visit types takes one statement and one
 * snapshot. Reading many small rows would cost more than computing with them.
 */
import type { CancellationTerm } from '../../domain/booking/cancellation-terms.ts';
import type { PriceList } from '../../domain/pricing/price-list.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import {
  bool,
  int4,
  type JsOf,
  json,
  jsonList,
  jsonObject,
  listOf,
  nullable,
  oneOf,
  text,
} from '../sql/column-types.ts';
import { query, type SqlClient, statement } from '../sql/statement.ts';

/** A promotion with its displayed fields. */
const PROMOTION = jsonObject({
  id: text,
  number: int4,
  /** A text for each locale. */
  name: json<Prisma.JsonValue>(),
  ...{ basisPoints: int4, validFrom: int4, validTo: nullable(int4) },
  ...{ channels: jsonList(text), hotelNumbers: nullable(jsonList(int4)) },
});
export type NamedPromotion = JsOf<typeof PROMOTION>;

/** What `roomTypeSql` returns. */
export const ROOM_TYPE = jsonObject({ number: int4, hotelNumber: int4, beds: int4 });

/** The values of a field of all rates of a list; null: it has none. */
const OF_RATES = nullable(jsonList(int4));

/** What `tariffSql` returns. */
export const TARIFF = jsonObject({
  visitTypeNumber: int4,
  stayCategory: nullable(oneOf('StayCategory')),
  rules: jsonObject({
    ...{ onDemand: bool, nightsMin: int4, nightsMax: int4, reservationTimeSpan: oneOf('ReservationTimeSpan') },
    ...{ startingDays: jsonList(oneOf('Weekday')), sellingFrom: nullable(int4), sellingTo: nullable(int4) },
    timeConstraints: jsonList(jsonObject({ from: int4, to: int4 })),
  }),
  /** The hotels that sell it, ascending, whether the caller sees them or not. */
  hotelNumbers: jsonList(int4),
  /** All room types of those hotels, by hotel and number, ascending. */
  roomTypes: jsonList(ROOM_TYPE),
  /** Their rates are packed, one array per field. */
  priceLists: jsonList(
    jsonObject({
      ...{ number: int4, kind: oneOf('PriceListKind'), nights: nullable(int4) },
      ...{ quotedPer: oneOf('QuotedPer'), currency: oneOf('Currency') },
      rates: jsonObject({ roomTypes: OF_RATES, amounts: OF_RATES, froms: OF_RATES, tos: OF_RATES }),
    }),
  ),
  /** The promotions of every channel and hotel, by ascending number. */
  promotions: jsonList(PROMOTION),
  loyaltyProgramNumbers: jsonList(int4),
  cancellationTerms: json<readonly CancellationTerm[]>(),
});
type TariffDocument = JsOf<typeof TARIFF>;

export interface Tariff extends Omit<TariffDocument, 'priceLists'> {
  readonly priceLists: readonly PriceList[];
}

/**
 * SQL expression: the `TARIFF` of the row `v` of `visit_type`. Conditions on a room type `r`, a price list `l` and a
 * rate `r` may narrow it.
 */
export function tariffSql({ roomTypes = 'true', priceLists = 'true', rates = 'true' } = {}): string {
  return `json_build_object(
  'visitTypeNumber', v.number,
  'stayCategory', v.stay_category,
  'rules', json_build_object(
    'onDemand', v.on_demand, 'nightsMin', v.nights_min, 'nightsMax', v.nights_max,
    'reservationTimeSpan', v.reservation_time_span, 'startingDays', coalesce(v.starting_days, '{}'),
    'sellingFrom', ${daySql('v.selling_from')}, 'sellingTo', ${daySql('v.selling_to')},
    'timeConstraints', ARRAY(SELECT json_build_object('from', ${daySql('"from"')}, 'to', ${daySql('"to"')})
      FROM time_constraint WHERE visit_type_number = v.number ORDER BY "from")),
  'hotelNumbers', ARRAY(SELECT hotel_number FROM visit_type_hotel WHERE visit_type_number = v.number ORDER BY 1),
  'roomTypes', ARRAY(SELECT ${roomTypeSql()} FROM visit_type_hotel AS s JOIN room_type AS r USING (hotel_number)
    WHERE s.visit_type_number = v.number AND ${roomTypes} ORDER BY r.hotel_number, r.number),
  'priceLists', ARRAY(SELECT json_build_object('number', number, 'kind', kind, 'nights', nights,
      'quotedPer', quoted_per, 'currency', currency, 'rates', (
        SELECT json_build_object('roomTypes', array_agg(room_type_number), 'amounts', array_agg(amount_minor),
          'froms', array_agg(${daySql('"from"')}), 'tos', array_agg(${daySql('"to"')}))
        FROM rate AS r WHERE r.visit_type_number = v.number AND r.price_list_number = l.number AND ${rates}))
    FROM price_list AS l WHERE visit_type_number = v.number AND ${priceLists} ORDER BY number),
  'promotions', ARRAY(SELECT json_build_object('id', id, 'number', number, 'name', name, 'basisPoints', basis_points,
      'validFrom', ${daySql('valid_from')}, 'validTo', ${daySql('valid_to')},
      'channels', ARRAY(SELECT channel_code FROM promotion_channel
        WHERE visit_type_number = v.number AND promotion_number = p.number),
      'hotelNumbers', CASE WHEN NOT all_hotels THEN ARRAY(SELECT hotel_number FROM promotion_hotel
        WHERE visit_type_number = v.number AND promotion_number = p.number) END)
    FROM promotion AS p WHERE visit_type_number = v.number ORDER BY number),
  'loyaltyProgramNumbers', ARRAY(SELECT loyalty_program_number FROM visit_type_loyalty_program
    WHERE visit_type_number = v.number),
  'cancellationTerms', v.cancellation_terms)`;
}

/** SQL expression: the `ROOM_TYPE` of the row `r` of `room_type`. */
export function roomTypeSql(): string {
  return `json_build_object('number', r.number, 'hotelNumber', r.hotel_number, 'beds', r.beds)`;
}

/** SQL expression: the `Day` of a date. */
function daySql(date: string): string {
  return `${date} - date '1970-01-01'`;
}

/** Unpacks a document. */
export function parseTariff(document: TariffDocument): Tariff {
  return {
    ...document,
    priceLists: document.priceLists.map(({ rates: { roomTypes, amounts, froms, tos }, ...list }) => ({
      ...list,
      rates: (roomTypes ?? []).map((roomTypeNumber, index) => ({
        roomTypeNumber,
        from: froms![index]!,
        to: tos![index]!,
        amountMinor: amounts![index]!,
      })),
    })),
  };
}

const READ_TARIFFS = statement({
  takes: { numbers: listOf(int4) },
  returns: { tariff: TARIFF },
  sql: ({ numbers }) => `SELECT ${tariffSql()} AS tariff FROM visit_type AS v WHERE v.number = ANY(${numbers})`,
});

/** Reads the tariffs of visit types by number; those that do not exist are missing. */
export async function readTariffs(client: SqlClient, numbers: readonly number[]): Promise<Map<number, Tariff>> {
  const rows = await query(client, READ_TARIFFS, { numbers });
  return new Map(rows.map(({ tariff }) => [tariff.visitTypeNumber, parseTariff(tariff)]));
}
