/**
 * Plain SQL. A statement is declared once, with the types of what it takes and of what it returns, or composed for what is asked. A test
 * prepares every declared statement against the migrated database and compares the types, inside of JSON too, so a renamed column fails before it
 * is missed.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { ColumnType, ColumnTypes, SqlValue, ValuesOf } from './column-types.ts';

/** Where a value stands in a text. */
export type Placeholder = `$${number}`;

type None = Readonly<Record<never, never>>;

export interface Declaration<Takes extends ColumnTypes = ColumnTypes, Returns extends ColumnTypes = ColumnTypes> {
  /** The values by name; absent: none. */
  readonly takes?: Takes;
  /** The columns by name; absent: nobody reads what it returns. */
  readonly returns?: Returns;
  /** The text, given the placeholders of the values. */
  readonly sql: (placeholders: { readonly [Name in keyof Takes]: Placeholder }) => string;
}

export interface Statement<Values, Row> {
  readonly declaration: Omit<Declaration, 'sql'>;
  readonly text: string;
  /**
   * The name of its prepared form. It is derived from the text, not from a counter, because a pooler may lend one server connection
   * to several processes.
   */
  readonly name: string;
  /** In the order of the placeholders. */
  encode(...values: Given<Values>): SqlValue[];
  decode(rows: object[]): Row[];
}

export type RowOf<One> = One extends Statement<never, infer Row> ? Row : never;

/** The values of a statement as an argument, which is left out if there are none. */
export type Given<Values> = keyof Values extends never ? [] : [values: Values];

/** A command that is no query, of a migration or a session. Nothing checks it. */
export function command(text: string): Statement<None, never> {
  return declare({ sql: () => text });
}

/** Takes a value, and returns its placeholder. */
export type Bind = <Js>(type: ColumnType<Js>, value: Js) => Placeholder;

/** How a text begins that is planned at each execution. */
const PLANNED_EACH_TIME = '/* plan each time */';

/** Whether the plan of a text is used again for other values. */
export function isPlannedOnce(text: string): boolean {
  return !text.startsWith(PLANNED_EACH_TIME);
}

/**
 * A statement that is composed for what is asked, with its values. The test prepares each of its forms.
 * @param options `plansForValues`: it is planned at each execution, because how many rows have a value decides which index is to be read
 */
export function composed<const Returns extends ColumnTypes>(
  returns: Returns,
  compose: (bind: Bind) => string,
  { plansForValues = false }: { readonly plansForValues?: boolean } = {},
): Statement<None, ValuesOf<Returns>> {
  const takes: Record<string, ColumnType<unknown>> = {};
  const values: SqlValue[] = [];
  const text = compose((type, value) => {
    const placeholder = `$${values.push(type.encode(value))}` as const;
    takes[placeholder] = type as ColumnType<unknown>;
    return placeholder;
  });
  const sql = () => (plansForValues ? `${PLANNED_EACH_TIME} ${text}` : text);
  return { ...declare<None, ValuesOf<Returns>>({ takes, returns, sql }), encode: () => values };
}

const declared: Statement<never, unknown>[] = [];

/** The statements that the loaded modules declare, for the test that prepares them. */
export function declaredStatements(): readonly Statement<never, unknown>[] {
  return declared;
}

/** Declares a statement. Call it once for each text, when the module is loaded. */
export function statement<const Takes extends ColumnTypes = None, const Returns extends ColumnTypes = never>(
  declaration: Declaration<Takes, Returns>,
): Statement<ValuesOf<Takes>, ValuesOf<Returns>> {
  const one = declare<ValuesOf<Takes>, ValuesOf<Returns>>(declaration as unknown as Declaration);
  declared.push(one);
  return one;
}

function declare<Values, Row>({ sql, ...declaration }: Declaration): Statement<Values, Row> {
  const taken = Object.entries(declaration.takes ?? {});
  const decoded = Object.entries(declaration.returns ?? {}).flatMap(([name, { decode }]) =>
    decode ? [[name, decode] as const] : [],
  );
  const text = sql(Object.fromEntries(taken.map(([name], index) => [name, `$${index + 1}` as const])));
  let prepared: string | undefined;
  return {
    declaration,
    text,
    get name() {
      prepared ??= createHash('sha1').update(text).digest('base64url');
      return prepared;
    },
    encode: (...[values]) => taken.map(([name, type]) => type.encode((values as Record<string, unknown>)[name])),
    decode(rows) {
      for (const row of rows as Record<string, unknown>[]) {
        for (const [name, decode] of decoded) row[name] = decode(row[name]);
      }
      return rows as Row[];
    },
  };
}

/** Runs a statement on a connection of the driver, without preparing it. */
export async function queryOn<Values, Row>(
  client: pg.ClientBase | pg.Pool,
  { text, encode, decode }: Statement<Values, Row>,
  ...values: Given<Values>
): Promise<Row[]> {
  return decode((await client.query<object>(text, encode(...values))).rows);
}

/** A client of Prisma, or a transaction of it. */
export type SqlClient = Pick<PrismaClient, '$queryRawUnsafe'>;

/** Runs a statement by itself, or among Prisma's in a transaction. What must be fast, and whole, is a `Database.transact`. */
export async function query<Values, Row>(
  prisma: SqlClient,
  one: Statement<Values, Row>,
  ...values: Given<Values>
): Promise<Row[]> {
  return one.decode(await prisma.$queryRawUnsafe<object[]>(one.text, ...one.encode(...values)));
}

/**
 * The row of a statement that always returns one.
 * @throws Error if it returned none
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement returned no row that always returns one');
  return row;
}
