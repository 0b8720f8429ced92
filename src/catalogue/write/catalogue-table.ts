import type { CountedKind } from '../counted.ts';

/** How imports write a table. */
export interface CatalogueTable {
  table: string;
  /** Column names with their PostgreSQL types. */
  columns: Readonly<Record<string, string>>;
  /** The primary key. */
  key: readonly string[];
  /** Columns that name the entry of the file that a row belongs to; changes are counted by it. All integers, or one code. */
  owner: readonly string[];
  /** Columns that never change after insertion. */
  immutable?: readonly string[];
  /** What its rows are counted as. */
  counted: CountedKind;
  /** Columns whose content is counted part by part, and what the parts are counted as. */
  parts?: Readonly<Record<string, CountedKind>>;
}

export const NAMED_COLUMNS = { number: 'int', id: 'char(24)', name: 'jsonb' };
export const KEYED_BY_NUMBER = { key: ['number'], owner: ['number'], immutable: ['id'] };
