/**
 * Makes a recorded change of prices or rooms back, where what it left is still there (M14): all of it or nothing, and only once. It is
 * recorded as a change itself, so that it can be undone.
 */
import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import type { HotelChangeKind, Scope } from '../../data/generated/prisma/enums.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { int4, int8, listOf, nullable, oneOf, text } from '../../data/sql/column-types.ts';
import { statement } from '../../data/sql/statement.ts';
import { findUnexpected, lockInventory, writeInventory } from '../../data/updates/inventory.ts';
import { type ListOfVisitType, type ListUpdate, lockVisitTypes, readPriceLists } from '../../data/updates/rates.ts';
import type { ChangedPrice, ChangedRange, NightCapacity } from '../../data/updates/recorded-changes.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { RateChange, RateDifference } from '../../domain/pricing/rate-changes.ts';
import { decideTogether, undoDifferences } from '../../domain/pricing/undone-rates.ts';
import { notFound, type Refusal } from '../../domain/problem/refusal.ts';
import type { StatedNights } from '../../domain/stay/inventory-changes.ts';
import { MAX_PROBLEMS } from '../../domain/text/refusal-bounds.ts';
import { hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { parseObjectId } from '../access/references.ts';
import { type ListedPart, READ_PARTS } from './list-changes.ts';
import { belowSoldProblems, capacityOn, LOCK_ROOM_TYPES } from './update-inventory.ts';
import {
  authorOf,
  type Decision,
  type Recorded,
  ratesWrite,
  refuse,
  runUpdate,
  type UpdateRefusal,
  type UpdateRequest,
} from './update-transaction.ts';

/** Everything is as it was before the change. */
export interface ChangeUndone extends Recorded {
  readonly kind: 'changeUndone';
  /** Nights that are as they were. */
  readonly nights: number;
}

interface Undo extends UpdateRequest {
  readonly caller: UpdateRequest['caller'] & Pick<Caller, 'scopes'>;
  /** ObjectId. */
  readonly id: string;
}

/** What it takes to change prices or rooms (M10). */
const SCOPE_OF = { PRICES: 'rates', ROOMS: 'inventory' } as const satisfies Record<HotelChangeKind, Scope>;

export async function undoChange(request: Undo): Promise<ChangeUndone | UpdateRefusal> {
  return runUpdate(request, (sql) => decideUndo(sql, request));
}

const LOCK_CHANGE = statement({
  takes: { id: text, ...REACH_COLUMNS },
  returns: { kind: oneOf('HotelChangeKind'), hotelNumber: int4, nights: int4, undoneAt: nullable(int8) },
  sql: ({ id, ...reach }) => `
    SELECT c.kind, c.hotel_number AS "hotelNumber", c.nights, extract(epoch FROM c.undone_at)::bigint AS "undoneAt"
    FROM hotel_change AS c JOIN hotel AS h ON h.number = c.hotel_number
    WHERE c.id = ${id} AND ${hotelIsReachedSql(reach)} FOR NO KEY UPDATE OF c`,
});

const MARK_UNDONE = statement({
  takes: { id: text, now: int8 },
  sql: ({ id, now }) => `UPDATE hotel_change SET undone_at = to_timestamp(${now}::bigint / 1000.0) WHERE id = ${id}`,
});

/** More parts than a hotel has price lists and room types. */
const ALL_PARTS = { after: -1, first: 1_000_000 };

async function decideUndo(sql: SqlTransaction, request: Undo): Promise<Decision<ChangeUndone | UpdateRefusal>> {
  const { caller, now } = request;
  const id = parseObjectId(request.id) ?? '';
  const [[change], parts] = await Promise.all([
    sql.query(LOCK_CHANGE, { id, ...reachValues(caller) }),
    sql.query(READ_PARTS, { changes: [id], ...ALL_PARTS }),
  ]);
  if (!change || !caller.scopes.has(SCOPE_OF[change.kind])) return refuse(notFound('CHANGE', request.id));
  if (change.undoneAt !== null) return refuse({ kind: 'conflict', changes: [] });
  const decision =
    change.kind === 'PRICES'
      ? await undoPrices(sql, parts, request, change.hotelNumber)
      : await undoRooms(sql, parts, request, change.hotelNumber);
  if ('refusal' in decision) return refuse(decision.refusal);
  const { rows, raises } = decision.write;
  return {
    outcome: { kind: 'changeUndone', nights: change.nights, recordedAs: [] },
    write: {
      rows: async (tx) => {
        const [changes] = await Promise.all([rows(tx), tx.query(MARK_UNDONE, { id, now })]);
        return changes;
      },
      raises,
    },
  };
}

type Undoing =
  | { readonly refusal: Refusal<'conflict' | 'invalidInput'> }
  | { readonly write: NonNullable<Decision<unknown>['write']> };

type Conflicting = Refusal<'conflict'>['changes'][number];

const conflict = (changes: readonly Conflicting[]): Undoing => ({
  refusal: { kind: 'conflict', changes: changes.slice(0, MAX_PROBLEMS) },
});
const pathOf = ({ part, range }: Place) => `parts.${part}.ranges.${range}`;

/** Where a range stands in the record. */
interface Place {
  readonly part: number;
  readonly range: number;
}

/** The room types of the hotel, with the visit types that it sells. */
const FIND_SOLD = statement({
  takes: { hotel: int4, visitTypes: listOf(int4), roomTypes: listOf(int4) },
  returns: { visitType: int4, roomType: int4 },
  sql: ({ hotel, visitTypes, roomTypes }) => `
    SELECT s.visit_type_number AS "visitType", r.number AS "roomType"
    FROM visit_type_hotel AS s JOIN room_type AS r ON r.hotel_number = s.hotel_number
    WHERE s.hotel_number = ${hotel} AND s.visit_type_number = ANY(${visitTypes}) AND r.number = ANY(${roomTypes})`,
});

async function undoPrices(
  sql: SqlTransaction,
  parts: readonly ListedPart[],
  request: Undo,
  hotel: number,
): Promise<Undoing> {
  const differences = parts.flatMap(
    ({ visitTypeNumber, priceListNumber, roomTypeNumber, currency, position, ranges }) =>
      (ranges as readonly ChangedPrice[]).map((difference, range) => ({
        ...{ ...difference, visitTypeNumber, priceListNumber, roomTypeNumber, currency },
        path: pathOf({ part: position, range }),
      })),
  );
  const visitTypes = [...new Set(parts.map(({ visitTypeNumber }) => visitTypeNumber ?? 0))].sort((a, b) => a - b);
  const roomTypes = [...new Set(parts.map(({ roomTypeNumber }) => roomTypeNumber))];
  const nights = {
    from: differences.reduce((first, { from }) => Math.min(first, from), Infinity),
    to: differences.reduce((last, { to }) => Math.max(last, to), -Infinity),
  };
  // Sent together, executed in order.
  const [, stored, sold] = await Promise.all([
    lockVisitTypes(sql, visitTypes),
    readPriceLists(sql, { visitTypes, roomTypes, nights }),
    sql.query(FIND_SOLD, { hotel, visitTypes, roomTypes }),
  ]);
  const isSold = new Set(sold.map(({ visitType, roomType }) => `${visitType} ${roomType}`));
  const lost: Conflicting[] = [];
  const changes = new Map<ListOfVisitType, readonly RateChange[]>();
  const firstOf = new Map<ListOfVisitType, (typeof differences)[number]>();
  const termsOf = ({ visitTypeNumber, priceListNumber, currency, terms }: (typeof differences)[number]) =>
    `${visitTypeNumber} ${priceListNumber} ${currency} ${terms}`;
  for (const some of groupBy(differences, termsOf).values()) {
    const [first] = some as [(typeof some)[number]];
    // An amount means something else where the list has another currency or other terms now.
    const list = stored.find(
      (one) =>
        one.visitType === first.visitTypeNumber &&
        one.number === first.priceListNumber &&
        one.currency === first.currency &&
        one.terms === (first.terms ?? one.terms),
    );
    const gone = list
      ? some.filter(({ visitTypeNumber, roomTypeNumber }) => !isSold.has(`${visitTypeNumber} ${roomTypeNumber}`))
      : some;
    if (!list || gone.length > 0) {
      lost.push(...gone.map(({ path, from }) => ({ path, night: from, amountMinor: null })));
      continue;
    }
    const undone = undoDifferences(list, some satisfies readonly RateDifference[], MAX_PROBLEMS);
    // biome-ignore lint/style/noNonNullAssertion: what is lost is one of these.
    const at = (place: number) => some[place]!;
    if ('lost' in undone) {
      lost.push(...undone.lost.map(({ difference, ...night }) => ({ path: at(difference).path, ...night })));
      continue;
    }
    changes.set(list, undone.changes);
    firstOf.set(list, first);
  }
  if (lost.length > 0) return conflict(lost);
  const lists: ListUpdate[] = [];
  for (const ofVisitType of groupBy(stored, ({ visitType }) => visitType).values()) {
    const decided = decideTogether(ofVisitType, changes);
    if ('blocked' in decided) {
      // biome-ignore lint/style/noNonNullAssertion: a list that cannot be led back is one of these.
      const blocked = [...decided.blocked].map((list) => firstOf.get(list)!);
      lost.push(...blocked.map(({ path, from, after }) => ({ path, night: from, amountMinor: after })));
    } else {
      lists.push(...[...decided.updates].map(([list, update]) => ({ visitType: list.visitType, list, update })));
    }
  }
  const write = lost.length > 0 ? null : ratesWrite(lists, authorOf(request, 'UNDO'));
  return write ? { write } : conflict(lost);
}

async function undoRooms(
  sql: SqlTransaction,
  parts: readonly ListedPart[],
  request: Undo,
  hotel: number,
): Promise<Undoing> {
  const { caller, now } = request;
  const ranges = parts.flatMap(({ roomTypeNumber, position, ranges: some }) =>
    (some as readonly ChangedRange<NightCapacity>[]).map((difference, range) => ({
      ...{ ...difference, roomTypeNumber, path: pathOf({ part: position, range }) },
    })),
  );
  const numbers = parts.map(({ roomTypeNumber }) => roomTypeNumber);
  const rooms = await sql.query(LOCK_ROOM_TYPES, {
    numbers,
    ...reachValues(caller),
  });
  const expected = ranges.map(({ after, ...range }) => ({
    ...range,
    expected: after ?? { units: null, closed: false },
  }));
  const lost = await findUnexpected(sql, expected, MAX_PROBLEMS);
  // biome-ignore lint/style/noNonNullAssertion: what is lost is one of these.
  const pathAt = (place: number) => ranges[place]!.path;
  if (lost.length > 0) return conflict(lost.map(({ change, ...night }) => ({ path: pathAt(change), ...night })));
  if (rooms.filter(({ hotelNumber }) => hotelNumber === hotel).length < numbers.length) return conflict([]);
  const stated = ranges.map(
    ({ roomTypeNumber, from, to, before }, unitsChange): StatedNights => ({
      ...{ roomTypeNumber, from, to, unitsChange, removes: before === null },
      ...(before ?? { units: 0, closed: false }),
    }),
  );
  const { locked, missing } = await lockInventory(sql, stated, now);
  const problems = belowSoldProblems(locked, () => 'id');
  if (problems.length > 0) return { refusal: { kind: 'invalidInput', problems: problems.slice(0, 1) } };
  return {
    write: {
      rows: (tx) => writeInventory(tx, stated, { locked, missing, author: authorOf(request, 'UNDO') }),
      raises: stated.map((nights) => capacityOn(hotel, nights)),
    },
  };
}
