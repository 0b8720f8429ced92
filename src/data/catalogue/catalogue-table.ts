import type { Counted } from './counted.ts';

/** How a table takes part in imports. */
export interface CatalogueTable {
  table: string;
  /** Column names with their PostgreSQL types. */
  columns: Readonly<Record<string, string>>;
  /** Columns of the primary key. */
  key: readonly string[];
  /** The thing of the file that a row is part of; changes are counted by it. All integers, or one code. */
  owner: readonly string[];
  /** Columns that never change once a row is there. */
  fixed?: readonly string[];
  /** What its rows are counted as. */
  counted: Counted;
  /** Columns whose content is counted part by part, by what its parts are counted as. */
  parts?: Readonly<Record<string, Counted>>;
}

/** Columns of what has a number, an ObjectId and a name by locale. */
export const NAMED = { number: 'int', id: 'char(24)', name: 'jsonb' };
/** What is told apart by its number. */
export const KEYED_BY_NUMBER = { key: ['number'], owner: ['number'], fixed: ['id'] };
