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

/** Problems of the page arguments under canonical names; `order` is null when the requested one does not exist. */
export function pageParameterProblems(
  { limit, cursor }: { limit: number | null; cursor: string | null },
  { order, cursors }: { order: SortOrder | null; cursors: RestRequest['cursors'] },
): InputProblem[] {
  const read = cursor === null || order === null ? null : parseCursor(cursor, order, cursors);
  return [...pageProblems({ first: limit }), ...(read && 'problem' in read ? [read.problem] : [])];
}

/** The `nextCursor` of the last page is null. */
export function toPageBody(data: readonly unknown[], pageInfo?: PageInfoFragment) {
  return { data, nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null };
}
