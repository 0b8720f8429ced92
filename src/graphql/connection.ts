/**
 * Connections: pages of a list, forward, by cursor. A cursor names the sort keys of the last row seen rather than its place,
 * so that rows that come and go between two pages are neither repeated nor skipped.
 */
import type { ObjectRef } from '@pothos/core';
import { pageProblems } from '../operations/search-input.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { refuse } from './errors.ts';

/** A page of a list. */
export interface Page<Row> {
  rows: readonly Row[];
  /** Cursors of the rows, in their order. */
  cursors: readonly string[];
  totalCount: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The sort keys of a row, the last of them unique. */
export type SortKeys = readonly number[];

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether rows follow.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether rows came before.' }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first row; null on an empty page.',
      resolve: ({ cursors }) => cursors[0] ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last row, to be passed as `after` for the next page; null on an empty page.',
      resolve: ({ cursors }) => cursors.at(-1) ?? null,
    }),
  }),
});

/** The connection type of a type, with its edge type. */
export function connectionType<Row extends object>(name: string, row: ObjectRef<SchemaTypes, Row, Row>) {
  interface Edge {
    cursor: string;
    node: Row;
  }
  const edge = builder.objectRef<Edge>(`${name}Edge`).implement({
    description: 'A row of a page with its cursor.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Cursor of the row.' }),
      node: t.field({ type: row, description: 'The row.', resolve: ({ node }: Edge) => node as never }),
    }),
  });
  return builder.objectRef<Page<Row>>(`${name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The rows of the page with their cursors.',
        resolve: ({ rows, cursors }) => rows.map((node, index) => ({ node, cursor: cursors[index]! })),
      }),
      nodes: t.field({
        type: [row],
        description: 'The rows of the page.',
        resolve: ({ rows }: Page<Row>) => rows as never,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
      totalCount: t.exposeInt('totalCount', { description: 'Number of rows in the whole list.' }),
    }),
  });
}

/** What a page is asked by. */
export interface PageArguments {
  first: number;
  after?: string | null | undefined;
  offset?: number | null | undefined;
}

/**
 * The part of a sorted list that a page shows: past `after`, then past `offset` rows, `first` rows.
 * @throws GraphQLError BAD_USER_INPUT when a bound is broken or the cursor is not one
 */
export function pageOf(
  sorted: readonly SortKeys[],
  { first, after, offset }: PageArguments,
): { start: number; end: number } {
  refuse(pageProblems({ first, offset }));
  const keys = after == null ? null : keysOfCursor(after);
  if (after != null && keys?.length !== (sorted[0]?.length ?? keys?.length)) {
    refuse([{ path: 'after', code: 'MALFORMED', message: 'This is not a cursor of this list.' }]);
  }
  const from = keys ? placeAfter(sorted, keys) : 0;
  const start = Math.min(sorted.length, from + (offset ?? 0));
  return { start, end: Math.min(sorted.length, start + first) };
}

/** The cursor of a row. */
export function cursorOf(keys: SortKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function keysOfCursor(cursor: string): SortKeys | null {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(keys) && keys.every((key) => Number.isSafeInteger(key)) ? keys : null;
  } catch {
    return null;
  }
}

/** The place of the first row that sorts after `keys`, found by halving. */
function placeAfter(sorted: readonly SortKeys[], keys: SortKeys): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle]!, keys) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compare(a: SortKeys, b: SortKeys): number {
  for (let index = 0; index < a.length; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The page of `rows`, which stand at `start` to `end` (exclusive) in the list of all `keys`. */
export function pageWith<Row>(page: {
  rows: readonly Row[];
  keys: readonly SortKeys[];
  start: number;
  end: number;
}): Page<Row> {
  const { rows, keys, start, end } = page;
  return {
    rows,
    cursors: keys.slice(start, end).map(cursorOf),
    totalCount: keys.length,
    hasNextPage: end < keys.length,
    hasPreviousPage: start > 0,
  };
}

/** A page of rows that are all at hand, sorted by number. */
export function numberPage<Row extends { number: number }>(rows: readonly Row[], asked: PageArguments): Page<Row> {
  const keys = rows.map(({ number }) => [number]);
  const { start, end } = pageOf(keys, asked);
  return pageWith({ rows: rows.slice(start, end), keys, start, end });
}
