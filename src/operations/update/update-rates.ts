/**
 * Changes prices of a running server (U2) in one price list, in one transaction and only the rates that become different. Two
 * updates of one visit type take turns; bookings wait only while a price that they could read is being committed.
 */

import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { bool, int4, type JsOf, jsonList, jsonObject, listOf, nullable } from '../../data/sql/column-types.ts';
import { onlyRow, statement } from '../../data/sql/statement.ts';
import { lockVisitTypes, readPriceLists } from '../../data/updates/rates.ts';
import { NIGHTS_COUNTED } from '../../data/updates/recorded-changes.ts';
import type { PriceList } from '../../domain/pricing/price-list.ts';
import { decideRates, type RateChange, type RateConflict } from '../../domain/pricing/rate-changes.ts';
import { findUnexpected } from '../../domain/pricing/unexpected-rates.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { notFound } from '../../domain/problem/refusal.ts';
import { MAX_PROBLEMS, problemsOfEach } from '../../domain/text/refusal-bounds.ts';
import { hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { type RateChangeInput, rateProblems } from './update-input.ts';
import { findNumbersOf, NOTHING } from './update-subjects.ts';
import {
  atChange,
  authorOf,
  type Decision,
  type Recorded,
  ratesWrite,
  refuse,
  runUpdate,
  type UpdateRefusal,
  type UpdateRequest,
} from './update-transaction.ts';

/** The prices are what the changes say. */
export interface RatesUpdated extends Recorded {
  readonly kind: 'ratesUpdated';
  /** Nights whose amount is another one now. */
  readonly nights: number;
}

interface RatesUpdate {
  /** ObjectId or number. */
  readonly visitType: string;
  readonly priceList: number;
  readonly changes: readonly RateChangeInput[];
}

export async function updateRates(request: UpdateRequest & RatesUpdate): Promise<RatesUpdated | UpdateRefusal> {
  const problems = rateProblems(request.changes, request.today);
  if (problems.length > 0) return { kind: 'invalidInput', problems };
  return runUpdate(request, (sql) => decideUpdate(sql, request));
}

const ROOM_TYPE = jsonObject({
  ...{ number: int4, hotelNumber: int4 },
  /** Whether its hotel sells the visit type. */
  isSold: bool,
});

const READ_SUBJECTS = statement({
  takes: { visitType: int4, roomTypes: listOf(int4), ...REACH_COLUMNS },
  returns: { visitTypeIsVisible: bool, roomTypes: nullable(jsonList(ROOM_TYPE)) },
  sql: ({ visitType, roomTypes, ...reach }) => `
    SELECT EXISTS (SELECT FROM visit_type_hotel AS s JOIN hotel AS h ON h.number = s.hotel_number
        WHERE s.visit_type_number = ${visitType} AND ${hotelIsReachedSql(reach)}) AS "visitTypeIsVisible",
      (SELECT json_agg(json_build_object('number', r.number, 'hotelNumber', r.hotel_number, 'isSold', EXISTS (
          SELECT FROM visit_type_hotel AS s WHERE s.visit_type_number = ${visitType} AND s.hotel_number = r.hotel_number)))
        FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
        WHERE r.number = ANY(${roomTypes}) AND ${hotelIsReachedSql(reach)}) AS "roomTypes"`,
});

async function decideUpdate(
  sql: SqlTransaction,
  { visitType, priceList, changes: asked, caller, now }: RatesUpdate & Pick<UpdateRequest, 'caller' | 'now'>,
): Promise<Decision<RatesUpdated | UpdateRefusal>> {
  const [visitTypes, rooms] = await Promise.all([
    findNumbersOf(sql, 'visitType', [visitType]),
    findNumbersOf(
      sql,
      'roomType',
      asked.map(({ roomType }) => roomType),
    ),
  ]);
  const number = visitTypes.get(visitType) ?? NOTHING;
  const changes = asked.map(({ roomType, ...change }) => ({
    ...change,
    roomTypeNumber: rooms.get(roomType) ?? NOTHING,
  }));
  const roomTypes = [...new Set(changes.map(({ roomTypeNumber }) => roomTypeNumber))];
  const nights = {
    from: Math.min(...changes.map(({ from }) => from)),
    to: Math.max(...changes.map(({ to }) => to)),
  };
  // Sent together, executed in order.
  const [, subjects, lists] = await Promise.all([
    lockVisitTypes(sql, [number]),
    sql.query(READ_SUBJECTS, {
      ...{ visitType: number, roomTypes, ...reachValues(caller) },
    }),
    readPriceLists(sql, { visitTypes: [number], roomTypes, nights }),
  ]);
  const list = lists.find((one) => one.number === priceList);
  const { visitTypeIsVisible, roomTypes: roomTypesFound } = onlyRow(subjects);
  if (!visitTypeIsVisible) return refuse(notFound('VISIT_TYPE', visitType));
  if (!list) return refuse(notFound('PRICE_LIST', String(priceList)));
  const found = new Map((roomTypesFound ?? []).map((room) => [room.number, room]));
  const roomOf = changes.map(({ roomTypeNumber }) => found.get(roomTypeNumber));
  const unknown = roomOf.indexOf(undefined);
  // biome-ignore lint/style/noNonNullAssertion: there is a room for each change.
  if (unknown >= 0) return refuse(notFound('ROOM_TYPE', asked[unknown]!.roomType));
  const foreign = problemsOfEach(roomOf, (room, index) =>
    !room || room.isSold ? [] : [foreignRoomProblem(index, room)],
  );
  if (foreign.length > 0) return refuse({ kind: 'invalidInput', problems: foreign });

  const unexpected = findUnexpected(list.rates, changes, MAX_PROBLEMS);
  if (unexpected.length > 0) return refuse({ kind: 'conflict', changes: unexpected.map(atChange) });
  const decision = decideRates({ list, others: lists.filter((one) => one !== list), changes });
  if (!decision.ok) {
    const problems = problemsOfEach(decision.conflicts, (conflict) => [
      conflictProblem(conflict, { ...list, changes }),
    ]);
    return refuse({ kind: 'invalidInput', problems });
  }
  const { update } = decision;
  return {
    outcome: { kind: 'ratesUpdated', nights: Math.min(update.nights, NIGHTS_COUNTED), recordedAs: [] },
    write: ratesWrite([{ visitType: number, list, update }], authorOf({ caller, now }, 'UPDATE')),
  };
}

function foreignRoomProblem(index: number, { number, hotelNumber }: JsOf<typeof ROOM_TYPE>): InputProblem {
  return inputProblem(`changes.${index}.roomType`, 'notSoldThere', { roomType: number, hotel: hotelNumber });
}

/** The problem of a drastic amount (M12). */
export function unconfirmedProblem(
  path: string,
  { change, night, before, after }: RateConflict & { readonly kind: 'drastic' },
  { currency, changes }: Pick<PriceList, 'currency'> & { readonly changes: readonly RateChange[] },
): InputProblem {
  // biome-ignore lint/style/noNonNullAssertion: a conflict is of one of the changes.
  const { roomTypeNumber: roomType } = changes[change]!;
  return inputProblem(path, 'unconfirmed', { before, after, currency, roomType, night });
}

function conflictProblem(
  conflict: RateConflict,
  { currency: ofList, changes }: Pick<PriceList, 'currency'> & { changes: readonly RateChange[] },
): InputProblem {
  const path = `changes.${conflict.change}`;
  if (conflict.kind === 'drastic') {
    return unconfirmedProblem(`${path}.amountMinor`, conflict, { currency: ofList, changes });
  }
  if (conflict.kind === 'season') {
    const { from, to } = conflict.season;
    return inputProblem(path, 'overlapsSeason', { season: { from, to } });
  }
  const { rate, other } = conflict;
  const { currency, kind, nights, number } = rate.priceList;
  return inputProblem(path, 'overlapsPriceList', {
    currency,
    nights: kind === 'PER_VISIT' ? nights : null,
    roomType: rate.rate.roomTypeNumber,
    priceList: number,
    season: { from: rate.rate.from, to: rate.rate.to },
    otherPriceList: other.priceList.number,
    otherSeason: { from: other.rate.from, to: other.rate.to },
  });
}
