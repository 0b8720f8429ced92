/**
 * Forward pagination by cursor. A cursor holds the sort key of the last row seen, not its position, so rows that appear or
 * disappear between two pages are neither repeated nor skipped.
 */
import type { ObjectRef } from '@pothos/core';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { EntityKind, EntityRows } from '../../data/reads/catalogue-loaders.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { SortedKeys, SortKey, SortOrder } from '../../domain/text/sort-order.ts';
import { resolveNumber } from '../../operations/access/references.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { loadRows, visibleEntity } from '../../operations/access/visibility.ts';
import { type CursorKey, type CursorSigner, formatCursor, parseCursor } from '../../operations/search/cursors.ts';
import { pageProblems } from '../../operations/search/search-input.ts';
import { builder, DEFAULT_RESOLVER, type SchemaTypes } from './builder.ts';
import { PAGE_ENTRIES_COST } from './cost.ts';
import { throwIfInvalid } from './errors.ts';

export interface Page<Row> {
  nodes: readonly Row[];
  /** The cursor of the row at an index; -1 is the last row; null: no such row. Signing is slow, so it is done on demand. */
  cursorAt(place: number): string | null;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

export interface CountedPage<Row> extends Page<Row> {
  totalCount: number;
}

export const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  shareable: true,
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether rows follow.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether rows came before.' }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first row; null on an empty page.',
      resolve: (page) => page.cursorAt(0),
    }),
    endCursor: t.string({
      nullable: true,
      description:
        'Cursor of the last row, to be passed as `after` for the next page; null on an empty page of any list but `events`.',
      resolve: (page) => page.cursorAt(-1),
    }),
  }),
});

/** The connection type of a type, and its edge type. */
export function connectionType<Row extends object>(name: string, row: ObjectRef<SchemaTypes, Row, Row>) {
  const connection = uncountedConnectionType(name, row, 'A page of a list.') as ObjectRef<
    SchemaTypes,
    CountedPage<Row>,
    CountedPage<Row>
  >;
  builder.objectField(connection, 'totalCount', (t) =>
    t.exposeInt('totalCount', { description: 'Number of rows in the whole list.' }),
  );
  return connection;
}

/** The same for a list whose rows are too many to be counted. */
export function uncountedConnectionType<Row extends object>(
  name: string,
  row: ObjectRef<SchemaTypes, Row, Row>,
  description = 'A page of a list. It is not counted.',
) {
  interface Edge {
    page: Page<Row>;
    place: number;
  }
  const edge = builder.objectRef<Edge>(`${name}Edge`).implement({
    description: 'A row of a page with its cursor.',
    fields: (t) => ({
      // biome-ignore lint/style/noNonNullAssertion: an edge is a row of its page.
      cursor: t.string({ description: 'Cursor of the row.', resolve: ({ page, place }) => page.cursorAt(place)! }),
      node: t.field({
        type: row,
        description: 'The row.',
        resolve: ({ page, place }: Edge) => page.nodes[place] as never,
      }),
    }),
  });
  return builder.objectRef<Page<Row>>(`${name}Connection`).implement({
    description,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        complexity: PAGE_ENTRIES_COST,
        description: 'The rows of the page with their cursors.',
        resolve: (page) => page.nodes.map((_, place) => ({ page, place })),
      }),
      nodes: t.field({
        type: [row],
        extensions: DEFAULT_RESOLVER,
        complexity: PAGE_ENTRIES_COST,
        description: 'The rows of the page.',
        resolve: ({ nodes }: Page<Row>) => nodes as never,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
    }),
  });
}

/** The cursors of rows by their index, each made when it is asked for. */
export function cursorsOf<Row>(rows: readonly Row[], format: (row: Row) => string): Page<Row>['cursorAt'] {
  return (place) => {
    const row = rows.at(place);
    return row === undefined ? null : format(row);
  };
}

/** How the rows of a list are found. */
interface ListedRows<Row> {
  readonly cursors: CursorSigner;
  rowsOf(numbers: readonly number[]): MaybePromise<Row[]>;
  /** The number of the row with an ObjectId; null: the caller sees none. */
  numberOf(id: string): Promise<number | null>;
}

/** Rows of the catalogue. */
export function entities<Kind extends EntityKind>(context: RequestContext, kind: Kind): ListedRows<EntityRows[Kind]> {
  return {
    cursors: context.services.cursors,
    rowsOf: (numbers) => loadRows(context, kind, numbers),
    async numberOf(id) {
      const number = await resolveNumber(context, kind, id);
      return number !== null && (await visibleEntity(context, { kind, number })) ? number : null;
    },
  };
}

interface PageArguments {
  first: number;
  after?: string | null | undefined;
  offset?: number | null | undefined;
}

/**
 * A page of a list: after `after`, then after `offset` rows, `first` rows.
 * @throws GraphQLError with all problems of the field's arguments
 */
export async function loadPage<Row>(
  { first, after, offset }: PageArguments,
  list: ListedRows<Row> & {
    readonly order: SortOrder;
    /** Problems of the other arguments. */
    readonly problems: readonly InputProblem[];
    keys(): Promise<SortedKeys>;
  },
): Promise<CountedPage<Row>> {
  const { order, cursors } = list;
  const read = after == null ? { key: null } : parseCursor(after, order, cursors);
  const broken = 'problem' in read ? [read.problem] : [];
  throwIfInvalid([...list.problems, ...pageProblems({ first, offset }), ...broken]);
  const keys = await list.keys();
  const last = 'key' in read && read.key ? await sortKeyOf(read.key, list) : null;
  const passed = last ? keys.indexAfter(last, order) : 0;
  const start = Math.min(keys.length, passed + (offset ?? 0));
  const shown = keys.slice(start, start + first);
  return {
    nodes: await list.rowsOf(shown.map(([, number]) => number)),
    cursorAt: cursorsOf(shown, (key) => formatCursor(key, order, cursors)),
    totalCount: keys.length,
    hasNextPage: start + shown.length < keys.length,
    hasPreviousPage: start > 0,
  };
}

/**
 * The sort key of the row that a cursor names, be it by its ObjectId. One that the caller does not see may have stood anywhere among
 * the rows of its value: all of them follow, because to repeat rows is better than to hide them.
 */
async function sortKeyOf([value, row]: CursorKey, { numberOf }: Pick<ListedRows<never>, 'numberOf'>): Promise<SortKey> {
  return [value, typeof row === 'number' ? row : ((await numberOf(row)) ?? -Infinity)];
}
