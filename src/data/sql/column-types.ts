/** The types of PostgreSQL that statements take and return, each with its type in JavaScript. Every driver reads and writes them alike. */
import { type Day, formatDay, MS_PER_DAY } from '../../domain/time/civil-date.ts';
import type * as enums from '../generated/prisma/enums.ts';

/** What is sent to a driver for one placeholder. JSON, instants and large integers are texts, which the server converts. */
export type SqlValue = string | number | boolean | null | readonly SqlValue[];

export interface ColumnType<Js> {
  /** Its name in PostgreSQL; several, where JavaScript has one type for all of them. */
  readonly names: readonly string[];
  readonly isNullable: boolean;
  encode(value: Js): SqlValue;
  /** Absent: drivers return the value. */
  decode?(returned: unknown): Js;
  /** What JSON consists of that a statement makes or takes apart; absent: it is none, or JSON as a column has it. */
  readonly parts?: JsonParts;
}

/** Nothing walks them at run time: JSON has the values as JavaScript has them. The test that prepares statements compares them. */
export type JsonParts =
  | { readonly fields: ColumnTypes }
  | { readonly elements: ColumnType<unknown> }
  | { readonly places: readonly ColumnType<unknown>[] }
  | { readonly values: ColumnType<unknown> };

/** Types by the names of columns or placeholders. */
export type ColumnTypes = Readonly<Record<string, ColumnType<unknown>>>;
export type JsOf<Type> = Type extends ColumnType<infer Js> ? Js : never;
export type ValuesOf<Types extends ColumnTypes> = { readonly [Name in keyof Types]: JsOf<Types[Name]> };

function unchanged<Js extends SqlValue>(...names: readonly string[]): ColumnType<Js> {
  return { names, isNullable: false, encode: (value) => value };
}

export const bool = unchanged<boolean>('bool');
export const int4 = unchanged<number>('int4');
export const float8 = unchanged<number>('float8');
export const text = unchanged<string>('text', 'bpchar', 'varchar');

/** Integers that are safe in JavaScript: amounts, milliseconds, epochs. Drivers return numbers, large integers or texts. */
export const int8: ColumnType<number> = { names: ['int8'], isNullable: false, encode: String, decode: Number };

export const timestamptz: ColumnType<Date> = {
  names: ['timestamptz'],
  isNullable: false,
  encode: (value) => value.toISOString(),
};

/** A civil date, as a value. Drivers disagree about columns of this type: select the days since 1970-01-01, an `int4`. */
export const date: ColumnType<Day> = { names: ['date'], isNullable: false, encode: formatDay };

/** A text that is one of these, because the statement writes no other. */
export const textOf = <Js extends string>() => unchanged<Js>(...text.names);

/** JSON as a column of a table has it, of this form. That it has the form is up to who writes it: PostgreSQL does not know it. */
export function json<Js = unknown>(parts?: JsonParts): ColumnType<Js> {
  return {
    names: ['json', 'jsonb'],
    isNullable: false,
    encode: (value) => JSON.stringify(value),
    ...(parts && { parts }),
  };
}

export const jsonObject = <const Fields extends ColumnTypes>(fields: Fields) => json<ValuesOf<Fields>>({ fields });
export const jsonList = <Js>(elements: ColumnType<Js>) => json<readonly Js[]>({ elements });
/** A list with a type for each place. */
export const jsonTuple = <const Places extends readonly ColumnType<unknown>[]>(...places: Places) =>
  json<{ readonly [Place in keyof Places]: JsOf<Places[Place]> }>({ places });
/** An object with whatever names. */
export const jsonRecord = <Js>(values: ColumnType<Js>) => json<Readonly<Record<string, Js>>>({ values });
/** A part of JSON that may be anything. */
export const anything: ColumnType<unknown> = { names: [], isNullable: true, encode: (value) => JSON.stringify(value) };
/** A civil date in JSON, which is a text. */
export const jsonDate = unchanged<string>('date in JSON');

const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Terms to search among. */
export const tsvector = {
  names: ['tsvector'],
  isNullable: false,
  encode: (terms) => terms.map(quoted).join(' '),
} satisfies ColumnType<readonly string[]>;

/** Each word has alternatives, each of them a list of beginnings. A word is found if terms begin with all beginnings of one alternative. */
export const tsquery: ColumnType<readonly (readonly (readonly string[])[])[]> = {
  names: ['tsquery'],
  isNullable: false,
  encode: (words) =>
    words
      .map((alternatives) => alternatives.map((all) => all.map((one) => `${quoted(one)}:*`).join(' & ')).join(' | '))
      .map((word) => `(${word})`)
      .join(' & '),
};

/** A value of an enumeration of `prisma/schema.prisma`. */
export function oneOf<Name extends keyof typeof enums>(name: Name) {
  return unchanged<(typeof enums)[Name][keyof (typeof enums)[Name]] & string>(name);
}

export function listOf<Js>({ names, encode }: ColumnType<Js>): ColumnType<readonly Js[]> {
  return { names: names.map((name) => `_${name}`), isNullable: false, encode: (list) => list.map(encode) };
}

export function nullable<Js>({ names, encode, decode, parts }: ColumnType<Js>): ColumnType<Js | null> {
  return {
    names,
    isNullable: true,
    encode: (value) => (value === null ? null : encode(value)),
    ...(decode && { decode: (returned: unknown) => (returned === null ? null : decode(returned)) }),
    ...(parts && { parts }),
  };
}

/* Civil dates of Prisma, whose `@db.Date` columns are `Date` values at midnight UTC. */

export function dayOfColumn(date: Date): Day {
  return date.getTime() / MS_PER_DAY;
}

export function dayOrNullOfColumn(date: Date | null): Day | null {
  return date === null ? null : dayOfColumn(date);
}

export function columnOfDay(day: Day): Date {
  return new Date(day * MS_PER_DAY);
}
