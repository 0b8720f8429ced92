/**
 * Counts the parts within columns: texts by language, image variants by width, lists, optional values. An import that leaves
 * one out removes it without deleting a row, so parts are counted one by one, in new, deleted and changed rows.
 */
import type { CountedKind } from '../counted.ts';
import type { CatalogueTable } from '../stored/declaration.ts';
import type { Row } from './row.ts';

export interface PartCounts {
  created: number;
  updated: number;
  removed: number;
  named: number;
}

export interface PartTally {
  readonly counts: ReadonlyMap<CountedKind, PartCounts>;
  /** Counts the parts in a row of the file. */
  countNamed(row: Row): void;
  /** Counts the differences between two states of a row; null: the row did not exist, or no longer does. */
  countChanged(before: Row | null, after: Row | null): void;
}

/** An empty tally for rows of `table`. */
export function createPartTally({ parts = {} }: Pick<CatalogueTable, 'parts'>): PartTally {
  const counts = new Map<CountedKind, PartCounts>();
  const columns: [string, PartCounts, (value: unknown) => ReadonlyMap<string, string>][] = [];
  for (const [column, kind] of Object.entries(parts)) {
    const count = counts.get(kind) ?? { created: 0, updated: 0, removed: 0, named: 0 };
    counts.set(kind, count);
    columns.push([column, count, kind === 'details' ? wholeValue : collectParts]);
  }
  return {
    counts,
    countNamed(row) {
      for (const [column, count, partsOf] of columns) count.named += partsOf(row[column]).size;
    },
    countChanged(before, after) {
      for (const [column, count, partsOf] of columns) {
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

/** An optional value is one part, an object too. */
function wholeValue(value: unknown): ReadonlyMap<string, string> {
  return value === null || value === undefined ? NO_PARTS : new Map([['', canonicalText(value)]]);
}

/** The database does not preserve the order of fields. */
function canonicalText(value: unknown): string {
  return JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).toSorted() : value);
}

/**
 * The parts in a column by identity: the non-empty fields of an object, or the elements of a list (a repeated one is another
 * part).
 */
function collectParts(value: unknown): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return NO_PARTS;
  if (!Array.isArray(value)) {
    return new Map(
      Object.entries(value as Record<string, string | null>).flatMap(([key, text]) => (text ? [[key, text]] : [])),
    );
  }
  const parts = new Map<string, string>();
  for (const element of value) {
    const text = canonicalText(element);
    let part = text;
    for (let again = 1; parts.has(part); again += 1) part = `${text} ${again}`;
    parts.set(part, '');
  }
  return parts;
}
