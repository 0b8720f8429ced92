import { placeAfter } from '../domain/sort-order.js';
import { cursorOf, readCursor } from '../operations/cursors.js';
import { pageProblems } from '../operations/search-input.js';
import { builder, READ_AS_IT_IS } from './builder.js';
import { COUNTED_BY_PAGE } from './cost.js';
const PageInfo = builder.objectRef('PageInfo').implement({
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
            description: 'Cursor of the last row, to be passed as `after` for the next page; null on an empty page.',
            resolve: (page) => page.cursorAt(-1),
        }),
    }),
});
/** The connection type of a type, with its edge type. */
export function connectionType(name, row) {
    const edge = builder.objectRef(`${name}Edge`).implement({
        description: 'A row of a page with its cursor.',
        fields: (t) => ({
            cursor: t.string({ description: 'Cursor of the row.', resolve: ({ page, place }) => page.cursorAt(place) }),
            node: t.field({
                type: row,
                description: 'The row.',
                resolve: ({ page, place }) => page.nodes[place],
            }),
        }),
    });
    return builder.objectRef(`${name}Connection`).implement({
        description: 'A page of a list.',
        fields: (t) => ({
            edges: t.field({
                type: [edge],
                complexity: COUNTED_BY_PAGE,
                description: 'The rows of the page with their cursors.',
                resolve: (page) => page.nodes.map((_, place) => ({ page, place })),
            }),
            nodes: t.field({
                type: [row],
                extensions: READ_AS_IT_IS,
                complexity: COUNTED_BY_PAGE,
                description: 'The rows of the page.',
                resolve: ({ nodes }) => nodes,
            }),
            pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
            totalCount: t.exposeInt('totalCount', { description: 'Number of rows in the whole list.' }),
        }),
    });
}
/** Reads the arguments of a page of a list in this order, and tells all that is wrong with them. */
export function readPage({ first, after, offset }, { order, cursors }) {
    const read = after == null ? { key: null } : readCursor(after, order, cursors);
    const broken = 'problem' in read ? [read.problem] : [];
    return {
        page: { first, offset: offset ?? 0, after: 'key' in read ? read.key : null, order, cursors },
        problems: [...pageProblems({ first, offset }), ...broken],
    };
}
/** The page of a list: past `after`, then past `offset` rows, `first` rows; `rowsOf` gives those of some numbers. */
export async function pageOf({ first, offset, after, order, cursors }, { keys, rowsOf }) {
    const start = Math.min(keys.length, (after ? placeAfter(keys, after, order) : 0) + offset);
    const shown = keys.slice(start, start + first);
    return {
        nodes: await rowsOf(shown.map(([, number]) => number)),
        cursorAt(place) {
            const key = shown.at(place);
            return key ? cursorOf(key, order, cursors) : null;
        },
        totalCount: keys.length,
        hasNextPage: start + shown.length < keys.length,
        hasPreviousPage: start > 0,
    };
}
//# sourceMappingURL=connection.js.map