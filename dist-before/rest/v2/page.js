import { readCursor } from '../../operations/cursors.js';
import { PAGE_SIZE, PAGE_SIZE_DEFAULT_V2, pageProblems } from '../../operations/search-input.js';
import { integer, text } from '../parameters.js';
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
        description: 'Where the page starts: the `nextCursor` of the page before, from the same list in the same sort mode. Any other cursor is refused. Cursors of the old form, with `lastSortValue` and `lastId`, are still understood.',
    }),
};
/** Problems of a page under canonical names; `order` is that of the list, null when the request names none that there is. */
export function problemsOfPage({ limit, cursor }, { order, cursors }) {
    const read = cursor === null || order === null ? null : readCursor(cursor, order, cursors);
    return [...pageProblems({ first: limit }), ...(read && 'problem' in read ? [read.problem] : [])];
}
/** The selection of a `PageResult` beside its `nodes`. */
export const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';
/** The body of a list; the last page's `nextCursor` is null. */
export function listOf(data, pageInfo) {
    return { data, nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null };
}
//# sourceMappingURL=page.js.map