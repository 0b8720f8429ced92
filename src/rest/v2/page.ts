/** Pages of v2: `limit` and `cursor` in, `data` and `nextCursor` out (V1, V3). */

import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { SortOrder } from '../../domain/text/sort-order.ts';
import { parseCursor } from '../../operations/search/cursors.ts';
import { PAGE_SIZE, PAGE_SIZE_DEFAULT_V2, pageProblems } from '../../operations/search/search-input.ts';
import type { PageInfoFragment } from '../generated/operations.ts';
import { integer, text } from '../parameters.ts';
import type { RestRequest } from '../rest-request.ts';

export const PAGE_PARAMETERS = {
  limit: integer({
    canonical: 'first',
    description: 'Number of records to return.',
    example: '20',
    bounds: PAGE_SIZE,
    defaultValue: PAGE_SIZE_DEFAULT_V2,
  }),
  cursor: text({
    canonical: 'after',
    description:
      'Where the page starts: the `nextCursor` of the page before, from the same list in the same sort mode. Any other cursor is refused. Cursors of the old form, with `lastSortValue` and `lastId`, are still understood.',
  }),
};

/**
 * Problems of the page arguments under canonical names. `sort` is null when the requested order does not exist: then a cursor is wrong if it is
 * in none of the list's orders.
 */
export function pageParameterProblems<Sort extends string>(
  { limit, cursor, sort }: { limit: number | null; cursor: string | null; sort: Sort | null },
  { orders, cursors }: { orders: Readonly<Record<Sort, SortOrder>>; cursors: RestRequest['cursors'] },
): InputProblem[] {
  const possible = sort === null ? Object.values<SortOrder>(orders) : [orders[sort]];
  const read = cursor === null ? [] : possible.map((order) => parseCursor(cursor, order, cursors));
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return [...pageProblems({ first: limit }), ...(problems.length === possible.length ? problems.slice(0, 1) : [])];
}

/** The `nextCursor` of the last page is null. */
export function toPageBody(data: readonly unknown[], pageInfo?: PageInfoFragment) {
  return { data, nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null };
}
