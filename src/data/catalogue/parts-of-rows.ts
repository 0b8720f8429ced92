/**
 * What the columns of a row hold besides plain values: texts by language, versions of a picture by width, lists, values
 * that may be missing. An import that leaves one of them out takes it away without removing a row, so they are counted
 * one by one: in a row that comes, in one that goes, and between the two states of one that changes.
 */

import type { CatalogueTable } from './catalogue-table.ts';
import type { Counted } from './counted.ts';

/** A row by column names, as JSON holds it: dates as text. */
export type Row = Record<string, unknown>;

/** How many parts of a kind came, changed and went, and how many are there now. */
export interface PartCounts {
  created: number;
  updated: number;
  removed: number;
  named: number;
}

/** Counts of parts by kind. */
export interface PartTally {
  readonly counts: ReadonlyMap<Counted, PartCounts>;
  /** Counts the parts that a row of the file names. */
  named(row: Row): void;
  /** Counts what is different between a row before and after; null: there was, or is, none. */
  changed(before: Row | null, after: Row | null): void;
}

/** Counts of no parts yet, for rows of `table`. */
export function partTally({ parts = {} }: Pick<CatalogueTable, 'parts'>): PartTally {
  const counts = new Map<Counted, PartCounts>();
  const columns = Object.entries(parts);
  for (const [, kind] of columns) counts.set(kind, { created: 0, updated: 0, removed: 0, named: 0 });
  return {
    counts,
    named(row) {
      for (const [column, kind] of columns) counts.get(kind)!.named += partsOf(row[column]).size;
    },
    changed(before, after) {
      for (const [column, kind] of columns) {
        const count = counts.get(kind)!;
        const [old, now] = [partsOf(before?.[column]), partsOf(after?.[column])];
        for (const [part, value] of now) {
          if (!old.has(part)) count.created += 1;
          else if (old.get(part) !== value) count.updated += 1;
        }
        for (const part of old.keys()) if (!now.has(part)) count.removed += 1;
      }
    },
  };
}

const NO_PARTS: ReadonlyMap<string, string> = new Map();

/**
 * The parts in a column by what tells them apart: the fields of an object that are not empty, the elements of a list (an
 * equal one again is another part), or the value itself.
 */
function partsOf(value: unknown): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return NO_PARTS;
  if (typeof value !== 'object') return new Map([['', String(value)]]);
  if (!Array.isArray(value)) {
    return new Map(
      Object.entries(value as Record<string, string | null>).flatMap(([key, text]) => (text ? [[key, text]] : [])),
    );
  }
  const parts = new Map<string, string>();
  for (const element of value) {
    // The database gives the fields of an object in an order of its own.
    const text = JSON.stringify(typeof element === 'object' ? Object.entries(element as object).toSorted() : element);
    let part = text;
    for (let again = 1; parts.has(part); again += 1) part = `${text} ${again}`;
    parts.set(part, '');
  }
  return parts;
}
