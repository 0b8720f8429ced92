/**
 * Loads what a booking request refers to, within the booking's transaction. References by ObjectId are resolved first.
 * Once the rows and the catalogue are locked, one statement reads everything: visibility for the caller (I2), the
 * tariff, and the guests' loyalty programmes.
 */

import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { parseTariff, ROOM_TYPE, roomTypeSql, TARIFF, type Tariff, tariffSql } from '../../data/reads/tariffs.ts';
import {
  int4,
  type JsOf,
  json,
  jsonList,
  jsonObject,
  jsonRecord,
  listOf,
  nullable,
  oneOf,
  text,
} from '../../data/sql/column-types.ts';
import { onlyRow, statement } from '../../data/sql/statement.ts';
import type { RoomType } from '../../domain/pricing/price-list.ts';
import type { Lookup, PresentedProgram } from '../../domain/stay/sellable-stay.ts';
import { hotelIsVisibleSql } from '../access/hotel-reach.ts';
import { parseReference } from '../access/references.ts';
import type { BookingInput } from './booking-input.ts';

/** Numbers of the referenced rows, the room type of each room in its place; null: no such row. */
export interface NamedNumbers {
  readonly visitType: number | null;
  readonly hotel: number | null;
  readonly roomTypes: readonly (number | null)[];
}

/** The numbers whose rows exist. */
export interface ExistingNumbers extends Pick<NamedNumbers, 'visitType' | 'hotel'> {
  readonly roomTypes: ReadonlySet<number>;
}

/** A room with the loyalty programmes that its guests present. */
export interface AskedRoom {
  readonly roomType: string;
  readonly programs: GuestPrograms;
}

/** References to loyalty programmes by the position of the guest, from 1. */
export type GuestPrograms = readonly { readonly guest: number; readonly program: string }[];

/** The programmes that the guests of a booking present. */
export function programsOfGuests(guests: BookingInput['guests']): GuestPrograms {
  return guests.flatMap(({ loyaltyProgram: program }, index) =>
    program === null ? [] : [{ guest: index + 1, program }],
  );
}

/** A loyalty programme, with what a booking stores of it. */
const PROGRAM = jsonObject({ number: int4, id: text, name: json<Prisma.JsonValue>(), basisPoints: int4 });
export type BookedProgram = JsOf<typeof PROGRAM>;

/** Everything that the request says of a room, as far as it exists for the caller. */
export interface BookingSubjects {
  /** It has the prices of the requested room types and currency, and no room types. */
  readonly visitType: Lookup<Tariff>;
  readonly hotel: Lookup<{ readonly number: number }>;
  readonly roomType: Lookup<RoomType>;
  readonly programs: readonly GuestProgram[];
}

/** A loyalty programme that a guest presents. */
export type GuestProgram = PresentedProgram & { readonly program: Lookup<BookedProgram> };

const FIND_NUMBERS = statement({
  takes: {
    ...{ visitType: nullable(int4), visitTypeId: nullable(text), hotel: nullable(int4), hotelId: nullable(text) },
    roomTypeIds: listOf(text),
  },
  returns: {
    ...{ visitType: nullable(int4), hotel: nullable(int4) },
    roomTypes: nullable(jsonRecord(int4)),
  },
  sql: ({ visitType, visitTypeId, hotel, hotelId, roomTypeIds }) => `
    SELECT coalesce(${visitType}, (SELECT number FROM visit_type WHERE id = ${visitTypeId})) AS "visitType",
           coalesce(${hotel}, (SELECT number FROM hotel WHERE id = ${hotelId})) AS hotel,
           (SELECT json_object_agg(id, number) FROM room_type WHERE id = ANY(${roomTypeIds}::char(24)[])) AS "roomTypes"`,
});

/** What a request for rooms of one hotel refers to. */
export interface AskedRooms extends Pick<BookingInput, 'visitType' | 'hotel'> {
  readonly rooms: readonly Pick<AskedRoom, 'roomType'>[];
}

/** The numbers of the referenced rows; ObjectIds are looked up. A number may still match nothing. */
export async function findNumbers(sql: SqlTransaction, asked: AskedRooms): Promise<NamedNumbers> {
  const [visitType, hotel] = [parseReference(asked.visitType), parseReference(asked.hotel)];
  const roomTypes = asked.rooms.map(({ roomType }) => parseReference(roomType));
  const roomTypeIds = roomTypes.map(({ id }) => id).filter((id) => id !== null);
  if (visitType.id === null && hotel.id === null && roomTypeIds.length === 0) {
    return {
      visitType: visitType.number,
      hotel: hotel.number,
      roomTypes: roomTypes.map(({ number }) => number),
    };
  }
  const found = onlyRow(
    await sql.query(FIND_NUMBERS, {
      ...{ visitType: visitType.number, visitTypeId: visitType.id },
      ...{ hotel: hotel.number, hotelId: hotel.id, roomTypeIds },
    }),
  );
  return { ...found, roomTypes: roomTypes.map(({ number, id }) => number ?? found.roomTypes?.[id ?? ''] ?? null) };
}

const READ_SUBJECTS = statement({
  takes: {
    ...{ visitType: nullable(int4), hotel: nullable(int4), roomTypes: listOf(int4), currency: oneOf('Currency') },
    ...{ destinations: nullable(listOf(int4)), programNumbers: listOf(int4), programIds: listOf(text) },
  },
  returns: {
    ...{ tariff: nullable(TARIFF), hotel: nullable(jsonObject({ number: int4 })) },
    ...{ roomTypes: nullable(jsonList(ROOM_TYPE)), programs: jsonList(PROGRAM) },
  },
  sql: ({ visitType, hotel, roomTypes, destinations, currency, programNumbers, programIds }) => `
    SELECT
      (SELECT ${tariffSql({ roomTypes: 'false', priceLists: `l.currency = ${currency}`, rates: `r.room_type_number = ANY(${roomTypes})` })}
        FROM visit_type AS v WHERE v.number = ${visitType}
          AND EXISTS (SELECT FROM visit_type_hotel AS s JOIN hotel AS h ON h.number = s.hotel_number
            WHERE s.visit_type_number = v.number AND ${hotelIsVisibleSql(destinations)})) AS tariff,
      (SELECT json_build_object('number', h.number)
        FROM hotel AS h WHERE h.number = ${hotel} AND ${hotelIsVisibleSql(destinations)}) AS hotel,
      (SELECT json_agg(${roomTypeSql()}) FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
        WHERE r.number = ANY(${roomTypes}) AND ${hotelIsVisibleSql(destinations)}) AS "roomTypes",
      coalesce((SELECT json_agg(json_build_object('number', number, 'id', id, 'name', name, 'basisPoints', basis_points))
        FROM loyalty_program WHERE number = ANY(${programNumbers}) OR id = ANY(${programIds}::char(24)[])), '[]') AS programs`,
});

/**
 * Reads what the request refers to, for each of its rooms in their order. Call it after `takeLocks`, so that the catalogue is locked:
 * what did not exist when the locks were taken is not locked, and `onlyLocked` drops it.
 */
export async function readSubjects(
  sql: SqlTransaction,
  {
    input,
    named,
    caller,
  }: {
    input: Pick<BookingInput, 'visitType' | 'hotel' | 'currency'> & { readonly rooms: readonly AskedRoom[] };
    named: NamedNumbers;
    caller: Pick<Caller, 'destinations'>;
  },
): Promise<BookingSubjects[]> {
  const presented = input.rooms.map(({ programs }) =>
    programs.map(({ guest, program }) => ({ guest, id: program, keys: parseReference(program) })),
  );
  const keys = presented.flat().map((program) => program.keys);
  const read = onlyRow(
    await sql.query(READ_SUBJECTS, {
      ...{ ...named, destinations: caller.destinations && [...caller.destinations], currency: input.currency },
      roomTypes: named.roomTypes.filter((number) => number !== null),
      programNumbers: keys.map(({ number }) => number).filter((number) => number !== null),
      programIds: keys.map(({ id }) => id).filter((id) => id !== null),
    }),
  );
  const { tariff, hotel, roomTypes, programs } = read;
  const visitType = { id: input.visitType, found: tariff && parseTariff(tariff) };
  return input.rooms.map(({ roomType }, index) => ({
    visitType,
    hotel: { id: input.hotel, found: hotel },
    roomType: { id: roomType, found: roomTypes?.find(({ number }) => number === named.roomTypes[index]) ?? null },
    programs: (presented[index] ?? []).map(({ guest, id, keys }) => ({
      guest,
      program: { id, found: programs.find((row) => row.number === keys.number || row.id === keys.id) ?? null },
    })),
  }));
}

/** Drops what did not exist when the locks were taken: rows added since are not locked. */
export function onlyLocked(read: readonly BookingSubjects[], existing: ExistingNumbers): BookingSubjects[] {
  const ifLocked = <Row>(subject: Lookup<Row>, isLocked: boolean): Lookup<Row> =>
    isLocked ? subject : { id: subject.id, found: null };
  return read.map(({ visitType, hotel, roomType, programs }) => ({
    visitType: ifLocked(visitType, existing.visitType !== null),
    hotel: ifLocked(hotel, existing.hotel !== null),
    roomType: ifLocked(roomType, roomType.found !== null && existing.roomTypes.has(roomType.found.number)),
    programs,
  }));
}
