/**
 * Loads what a booking request refers to, within the booking's transaction. References by ObjectId are resolved first.
 * Once the rows and the catalogue are locked, one statement reads everything: visibility for the caller (I2), the
 * tariff, and the guests' loyalty programs.
 */

import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { parseTariff, roomTypeSql, type Tariff, type TariffDocument, tariffSql } from '../../data/reads/tariffs.ts';
import { int4, json, listOf, nullable, oneOf, text } from '../../data/sql/column-types.ts';
import { onlyRow, statement } from '../../data/sql/statement.ts';
import type { RoomType } from '../../domain/pricing/price-list.ts';
import type { Lookup, PresentedProgram } from '../../domain/stay/sellable-stay.ts';
import { parseReference } from '../access/references.ts';
import { hotelIsVisibleSql } from '../access/visible-sql.ts';
import type { BookingInput } from './booking-input.ts';

/** Numbers of the referenced rows; null: no such row. */
export interface NamedNumbers {
  readonly visitType: number | null;
  readonly hotel: number | null;
  readonly roomType: number | null;
}

/** References to loyalty programs by the position of the guest, from 1. */
export type GuestPrograms = readonly { readonly guest: number; readonly program: string }[];

/** The programmes that the guests of a booking present. */
export function programsOfGuests(guests: BookingInput['guests']): GuestPrograms {
  return guests.flatMap(({ loyaltyProgram: program }, index) =>
    program === null ? [] : [{ guest: index + 1, program }],
  );
}

/** A loyalty program, with what a booking stores of it. */
export interface BookedProgram {
  readonly number: number;
  readonly id: string;
  readonly name: Prisma.JsonValue;
  readonly basisPoints: number;
}

/** Everything that the request refers to, as far as it exists for the caller. */
export interface BookingSubjects {
  /** With the prices of the requested room type and currency, without room types. */
  readonly visitType: Lookup<Tariff>;
  readonly hotel: Lookup<{ readonly number: number }>;
  readonly roomType: Lookup<RoomType>;
  readonly programs: readonly GuestProgram[];
}

/** A loyalty program that a guest presents. */
export type GuestProgram = PresentedProgram & { readonly program: Lookup<BookedProgram> };

const FIND_NUMBERS = statement({
  takes: {
    ...{ visitType: nullable(int4), visitTypeId: nullable(text), hotel: nullable(int4), hotelId: nullable(text) },
    ...{ roomType: nullable(int4), roomTypeId: nullable(text) },
  },
  returns: { visitType: nullable(int4), hotel: nullable(int4), roomType: nullable(int4) },
  sql: ({ visitType, visitTypeId, hotel, hotelId, roomType, roomTypeId }) => `
    SELECT coalesce(${visitType}, (SELECT number FROM visit_type WHERE id = ${visitTypeId})) AS "visitType",
           coalesce(${hotel}, (SELECT number FROM hotel WHERE id = ${hotelId})) AS hotel,
           coalesce(${roomType}, (SELECT number FROM room_type WHERE id = ${roomTypeId})) AS "roomType"`,
});

/** The numbers of the referenced rows; ObjectIds are looked up. A number may still match nothing. */
export async function findNumbers(
  sql: SqlTransaction,
  asked: Pick<BookingInput, 'visitType' | 'hotel' | 'roomType'>,
): Promise<NamedNumbers> {
  const [visitType, hotel, roomType] = [
    parseReference(asked.visitType),
    parseReference(asked.hotel),
    parseReference(asked.roomType),
  ];
  if (visitType.id === null && hotel.id === null && roomType.id === null) {
    return { visitType: visitType.number, hotel: hotel.number, roomType: roomType.number };
  }
  const found = onlyRow(
    await sql.query(FIND_NUMBERS, {
      ...{ visitType: visitType.number, visitTypeId: visitType.id },
      ...{ hotel: hotel.number, hotelId: hotel.id },
      ...{ roomType: roomType.number, roomTypeId: roomType.id },
    }),
  );
  return found;
}

const READ_SUBJECTS = statement({
  takes: {
    ...{ visitType: nullable(int4), hotel: nullable(int4), roomType: nullable(int4), currency: oneOf('Currency') },
    ...{ destinations: nullable(listOf(int4)), programNumbers: listOf(int4), programIds: listOf(text) },
  },
  returns: {
    ...{ tariff: nullable(json<TariffDocument>()), hotel: nullable(json<{ readonly number: number }>()) },
    ...{ roomType: nullable(json<RoomType>()), programs: json<readonly BookedProgram[]>() },
  },
  sql: ({ visitType, hotel, roomType, destinations, currency, programNumbers, programIds }) => `
    SELECT
      (SELECT ${tariffSql({ roomTypes: 'false', priceLists: `l.currency = ${currency}`, rates: `r.room_type_number = ${roomType}` })}
        FROM visit_type AS v WHERE v.number = ${visitType}
          AND EXISTS (SELECT FROM visit_type_hotel AS s JOIN hotel AS h ON h.number = s.hotel_number
            WHERE s.visit_type_number = v.number AND ${hotelIsVisibleSql(destinations)})) AS tariff,
      (SELECT json_build_object('number', h.number)
        FROM hotel AS h WHERE h.number = ${hotel} AND ${hotelIsVisibleSql(destinations)}) AS hotel,
      (SELECT ${roomTypeSql()} FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
        WHERE r.number = ${roomType} AND ${hotelIsVisibleSql(destinations)}) AS "roomType",
      coalesce((SELECT json_agg(json_build_object('number', number, 'id', id, 'name', name, 'basisPoints', basis_points))
        FROM loyalty_program WHERE number = ANY(${programNumbers}) OR id = ANY(${programIds}::char(24)[])), '[]') AS programs`,
});

/** Reads what the request refers to. Call it after `takeLocks`, so that the catalogue is locked. */
export async function readSubjects(
  sql: SqlTransaction,
  {
    input,
    named,
    caller,
  }: {
    input: Pick<BookingInput, 'visitType' | 'hotel' | 'roomType' | 'currency'> & { readonly programs: GuestPrograms };
    named: NamedNumbers;
    caller: Pick<Caller, 'destinations'>;
  },
): Promise<BookingSubjects> {
  const presented = input.programs.map(({ guest, program }) => ({ guest, id: program, keys: parseReference(program) }));
  const read = onlyRow(
    await sql.query(READ_SUBJECTS, {
      ...{ ...named, destinations: caller.destinations && [...caller.destinations], currency: input.currency },
      programNumbers: presented.map(({ keys }) => keys.number).filter((number) => number !== null),
      programIds: presented.map(({ keys }) => keys.id).filter((id) => id !== null),
    }),
  );
  const { tariff, hotel, roomType, programs } = read;
  return {
    visitType: { id: input.visitType, found: tariff && parseTariff(tariff) },
    hotel: { id: input.hotel, found: hotel },
    roomType: { id: input.roomType, found: roomType },
    programs: presented.map(({ guest, id, keys }) => ({
      guest,
      program: { id, found: programs.find((row) => row.number === keys.number || row.id === keys.id) ?? null },
    })),
  };
}

/** Drops what did not exist when the locks were taken: rows added since are not locked. */
export function onlyLocked(subjects: BookingSubjects, existing: NamedNumbers): BookingSubjects {
  const ifLocked = <Row>(subject: Lookup<Row>, number: number | null): Lookup<Row> =>
    number === null ? { id: subject.id, found: null } : subject;
  return {
    visitType: ifLocked(subjects.visitType, existing.visitType),
    hotel: ifLocked(subjects.hotel, existing.hotel),
    roomType: ifLocked(subjects.roomType, existing.roomType),
    programs: subjects.programs,
  };
}
