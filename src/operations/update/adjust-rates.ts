/**
 * Changes the prices of a hotel by a percentage or an amount (M13): in all lists of all its stays that match, in one transaction, or only
 * says what they would become. Updates of these stays wait for it, and it for them.
 */

import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { int4, listOf, nullable } from '../../data/sql/column-types.ts';
import { statement } from '../../data/sql/statement.ts';
import { type ListUpdate, lockVisitTypes, readPriceLists } from '../../data/updates/rates.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import { AMOUNT_MAX_MINOR, type Rate } from '../../domain/pricing/price-list.ts';
import { adjustRates as adjustList } from '../../domain/pricing/rate-adjustment.ts';
import { decideRates } from '../../domain/pricing/rate-changes.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { notFound, type RefusalOf } from '../../domain/problem/refusal.ts';
import { MAX_PROBLEMS } from '../../domain/text/refusal-bounds.ts';
import type { Day, Weekday } from '../../domain/time/civil-date.ts';
import { hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { type AdjustmentInput, adjustmentOf, adjustmentProblems } from './adjustment-input.ts';
import { unconfirmedProblem } from './update-rates.ts';
import { findNumbersOf, NOTHING } from './update-subjects.ts';
import {
  authorOf,
  type Decision,
  type Recorded,
  ratesWrite,
  refuse,
  runUpdate,
  type UpdateRequest,
} from './update-transaction.ts';

/** Ranges of nights that one adjustment may change, in all lists: what is written within a few seconds. */
const RANGES_MAX = 100_000;

/** A season of a package that stays as it is. */
export interface LeftSeason extends Rate {
  readonly visitTypeNumber: number;
  readonly priceListNumber: number;
  readonly currency: Currency;
}

/** The prices are others, or would be. */
export interface RatesAdjusted extends Recorded {
  readonly kind: 'ratesAdjusted';
  readonly lists: readonly ListUpdate[];
  /** Nights whose amount is another one, those of each room type and list counted apart. */
  readonly nights: number;
  readonly left: readonly LeftSeason[];
}

export interface Adjustment extends AdjustmentInput {
  /** ObjectId or number, as the others. */
  readonly hotel: string;
  /** Null: all that the hotel sells. */
  readonly visitTypes: readonly string[] | null;
  /** Their numbers within each visit type; null: all. */
  readonly priceLists: readonly number[] | null;
  /** Null: all of the hotel. */
  readonly roomTypes: readonly string[] | null;
  readonly from: Day;
  /** Included. */
  readonly to: Day;
  readonly weekdays: readonly Weekday[] | null;
  /** Null: lists of all currencies. */
  readonly currency: Currency | null;
  readonly confirm: boolean;
  /** Whether nothing is to be changed. */
  readonly dryRun: boolean;
}

type AdjustmentRefusal = RefusalOf<'adjustRates'>;

export async function adjustRates(request: UpdateRequest & Adjustment): Promise<RatesAdjusted | AdjustmentRefusal> {
  const problems = adjustmentProblems(request, request.today);
  if (problems.length > 0) return { kind: 'invalidInput', problems };
  return runUpdate(request, (sql) => decideAdjustment(sql, request));
}

const READ_HOTEL = statement({
  takes: { hotel: int4, ...REACH_COLUMNS },
  returns: { visitTypes: nullable(listOf(int4)), roomTypes: nullable(listOf(int4)) },
  sql: ({ hotel, ...reach }) => `
    SELECT (SELECT array_agg(s.visit_type_number ORDER BY s.visit_type_number) FROM visit_type_hotel AS s
        WHERE s.hotel_number = h.number) AS "visitTypes",
      (SELECT array_agg(r.number) FROM room_type AS r WHERE r.hotel_number = h.number) AS "roomTypes"
    FROM hotel AS h WHERE h.number = ${hotel} AND ${hotelIsReachedSql(reach)}`,
});

async function decideAdjustment(
  sql: SqlTransaction,
  request: UpdateRequest & Adjustment,
): Promise<Decision<RatesAdjusted | AdjustmentRefusal>> {
  const { caller, hotel, from, to, weekdays, confirm, dryRun } = request;
  const [hotels, visitTypesAsked, roomTypesAsked] = await Promise.all([
    findNumbersOf(sql, 'hotel', [hotel]),
    findNumbersOf(sql, 'visitType', request.visitTypes ?? []),
    findNumbersOf(sql, 'roomType', request.roomTypes ?? []),
  ]);
  const [found] = await sql.query(READ_HOTEL, { hotel: hotels.get(hotel) ?? NOTHING, ...reachValues(caller) });
  if (!found) return refuse(notFound('HOTEL', hotel));
  const unknown = [
    ...notAmong(visitTypesAsked, found.visitTypes).map((id) => notFound('VISIT_TYPE', id)),
    ...notAmong(roomTypesAsked, found.roomTypes).map((id) => notFound('ROOM_TYPE', id)),
  ];
  if (unknown[0]) return refuse(unknown[0]);
  const visitTypes = request.visitTypes ? numbersIn(visitTypesAsked) : (found.visitTypes ?? []);
  const roomTypes = request.roomTypes ? numbersIn(roomTypesAsked) : (found.roomTypes ?? []);
  // Sent together, executed in order.
  const [, stored] = await Promise.all([
    lockVisitTypes(sql, visitTypes),
    readPriceLists(sql, { visitTypes, roomTypes, nights: { from, to } }),
  ]);
  const matching = stored.filter(
    ({ number, currency }) =>
      (request.priceLists?.includes(number) ?? true) && (request.currency ?? currency) === currency,
  );
  const adjustment = adjustmentOf(request);
  const path = adjustment.kind === 'add' ? 'amountMinor' : 'percent';
  const lists: ListUpdate[] = [];
  const left: LeftSeason[] = [];
  const problems: InputProblem[] = [];
  let ranges = 0;
  for (const list of matching) {
    const { visitType, number, currency } = list;
    const adjusted = adjustList(list, { from, to, weekdays }, adjustment);
    ranges += adjusted.changes.length;
    if (adjusted.impossible.length > 0)
      problems.push(inputProblem(path, 'outOfRange', { minimum: 0, maximum: AMOUNT_MAX_MINOR, value: null }));
    left.push(
      ...adjusted.left.map((season) => ({ ...season, visitTypeNumber: visitType, priceListNumber: number, currency })),
    );
    if (ranges > RANGES_MAX || problems.length > 0) continue;
    // The nights have a price already, so no other list claims them.
    const changes = adjusted.changes.map((change) => ({ ...change, confirm }));
    const decision = decideRates({ list, others: [], changes });
    if (decision.ok) lists.push({ visitType, list, update: decision.update });
    else
      problems.push(
        ...decision.conflicts.flatMap((one) =>
          one.kind === 'drastic' ? unconfirmedProblem(path, one, { currency, changes }) : [],
        ),
      );
  }
  if (ranges > RANGES_MAX)
    problems.unshift(inputProblem('to', 'tooManyRanges', { maximum: RANGES_MAX, value: ranges }));
  if (problems.length > 0) return refuse({ kind: 'invalidInput', problems: problems.slice(0, MAX_PROBLEMS) });
  const changed = lists.filter(({ update }) => update.differences.length > 0);
  return {
    outcome: {
      kind: 'ratesAdjusted',
      lists: changed,
      nights: changed.reduce((sum, { update }) => sum + update.nights, 0),
      left,
      recordedAs: [],
    },
    write: dryRun ? null : ratesWrite(changed, authorOf(request, 'ADJUST')),
  };
}

type Numbers = ReadonlyMap<string, number | null>;

/** The references that name none of these numbers. */
function notAmong(asked: Numbers, numbers: readonly number[] | null): string[] {
  return [...asked].flatMap(([reference, number]) => (number !== null && numbers?.includes(number) ? [] : [reference]));
}

function numbersIn(asked: Numbers): number[] {
  return [...asked.values()].filter((number) => number !== null);
}
