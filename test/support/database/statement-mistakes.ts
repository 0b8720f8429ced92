/** Compares what a statement declares with what PostgreSQL finds when it prepares it. */
import { type PGlite, protocol } from '@electric-sql/pglite';
import { CREATE_NOTES } from '../../../src/catalogue/write/record-import.ts';
import { CREATE_STAGED_NIGHTS } from '../../../src/catalogue/write/write-inventory.ts';
import type { ColumnType, ColumnTypes } from '../../../src/data/sql/column-types.ts';
import type { Statement } from '../../../src/data/sql/statement.ts';
import { freshPglite } from './embedded-database.ts';
import { declaresJson, partMistakes } from './json-parts.ts';

/** A migrated database that prepares statements. */
export interface Preparer {
  /** For changes of the tables, which statements are then compared with. */
  readonly pglite: PGlite;
  /** What is wrong with a statement, or with what it declares. */
  mistakesOf(statement: Pick<Statement<never, unknown>, 'text' | 'declaration'>): Promise<string[]>;
  /** What is wrong with the parts of JSON that it declares. */
  partMistakesOf(statement: Pick<Statement<never, unknown>, 'text' | 'declaration'>): Promise<string[]>;
  /** What the parser makes of a text, as the server prints it for `debug_print_parse`. */
  parseTreesOf(text: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openPreparer(): Promise<Preparer> {
  const pglite = await freshPglite();
  const parseTreesOf = async (text: string) => {
    await pglite.exec(PRINT_TREES);
    try {
      const messages = await ask(pglite, text);
      return messages.flatMap((one) => (one instanceof protocol.messages.NoticeMessage ? treeIn(one) : []));
    } finally {
      await pglite.exec('RESET debug_print_parse; RESET debug_pretty_print; RESET client_min_messages');
    }
  };
  return {
    pglite,
    async mistakesOf({ text, declaration: { takes = {}, returns } }) {
      const prepared = await prepare(pglite, text).catch((error: Error) => error.message);
      if (typeof prepared === 'string') return [prepared];
      const names = Object.keys(takes);
      const taken = prepared.taken.map((type, index) => {
        return { name: names[index] ?? `$${index + 1}`, type, isNullable: false };
      });
      return [
        ...differences(takes, taken, { isReturned: false }),
        ...(returns ? differences(returns, prepared.returned, { isReturned: true }) : []),
      ];
    },
    async partMistakesOf({ text, declaration }) {
      if (!declaresJson(declaration)) return [];
      const [tree] = await parseTreesOf(text);
      if (tree === undefined) throw new TypeError('a statement has no tree');
      return partMistakes(pglite, declaration, tree);
    },
    parseTreesOf,
    close: () => pglite.close(),
  };
}

/** From now on the session is told the tree of each statement that it parses. */
export const PRINT_TREES = 'SET client_min_messages = log; SET debug_pretty_print = off; SET debug_print_parse = on';

/** The tree in a notice, on one line. */
export function treeIn({ message, detail }: { message: string | undefined; detail: string | undefined }): string[] {
  return message === 'parse tree:' && detail ? [detail.replaceAll(/\s+/g, ' ')] : [];
}

interface Found {
  readonly name: string;
  readonly type: string;
  /** Whether it is a column of a table that may be null. */
  readonly isNullable: boolean;
}

/** Dates, and lists of what is not a number, a text or a truth value. */
const READ_DIFFERENTLY = /^(date|_(?!int4$|float8$|text$|bpchar$|bool$).*)$/;

function differences(
  declared: ColumnTypes,
  found: readonly Found[],
  { isReturned }: { isReturned: boolean },
): string[] {
  const wrong = ({ name, type, isNullable }: Found): string | null => {
    const one: ColumnType<unknown> | undefined = declared[name];
    if (!one) return `${name} is not declared`;
    if (isReturned && READ_DIFFERENTLY.test(type)) return `drivers read ${name} differently, which is ${type}`;
    if (!one.names.includes(type)) return `${name} is ${type}, not ${one.names.join(' or ')}`;
    return isNullable && !one.isNullable ? `${name} may be null` : null;
  };
  const missing = Object.keys(declared).filter((name) => !found.some((one) => one.name === name));
  return [...found.map(wrong), ...missing.map((name) => `${name} is missing`)].filter((one) => one !== null);
}

interface Prepared {
  /** Types of the placeholders in their order. */
  readonly taken: readonly string[];
  readonly returned: readonly Found[];
}

/** @throws the database's error */
async function prepare(pglite: PGlite, text: string): Promise<Prepared> {
  const messages = await ask(pglite, text);
  const parameters = messages.find((message) => message instanceof protocol.messages.ParameterDescriptionMessage);
  const row = messages.find((message) => message instanceof protocol.messages.RowDescriptionMessage);
  const fields = row?.fields ?? [];
  const { rows: types } = await pglite.query<{ oid: number; name: string }>(
    'SELECT oid::int, typname AS name FROM pg_type WHERE oid = ANY($1::int[])',
    [[...(parameters?.dataTypeIDs ?? []), ...fields.map(({ dataTypeID }) => dataTypeID)]],
  );
  const { rows: nullable } = await pglite.query<{ column: string }>(
    `SELECT attrelid || '.' || attnum AS column FROM pg_attribute WHERE attrelid = ANY($1::int[]) AND NOT attnotnull`,
    [fields.map(({ tableID }) => tableID)],
  );
  const nameOf = new Map(types.map(({ oid, name }) => [oid, name]));
  const nullableColumns = new Set(nullable.map(({ column }) => column));
  return {
    taken: (parameters?.dataTypeIDs ?? []).map((oid) => nameOf.get(oid) ?? 'unknown'),
    returned: fields.map(({ name, dataTypeID, tableID, columnID }) => {
      const isNullable = nullableColumns.has(`${tableID}.${columnID}`);
      return { name, type: nameOf.get(dataTypeID) ?? 'unknown', isNullable };
    }),
  };
}

/** @throws the database's error */
async function ask(pglite: PGlite, text: string) {
  const { parse, describe, sync } = protocol.serialize;
  const asked = Buffer.concat([parse({ text }), describe({ type: 'S' }), sync()]);
  const send = () => pglite.runExclusive(() => pglite.execProtocol(asked));
  const isOfImport = /staged_night|changed_rate|former_room_type/.test(text);
  const { messages } = await (isOfImport ? withStagedNights(pglite, send) : send());
  return messages;
}

/** As in the transaction of an import. */
async function withStagedNights<T>(pglite: PGlite, ask: () => Promise<T>): Promise<T> {
  await pglite.exec(['BEGIN', ...[CREATE_STAGED_NIGHTS, ...CREATE_NOTES].map((create) => create.text)].join('; '));
  return ask().finally(() => pglite.exec('ROLLBACK'));
}
