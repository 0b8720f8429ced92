/** Room types. */
import { when } from '../data/soon.js';
import { listRoomTypes, ROOM_TYPE_ORDERS } from '../operations/list-room-types.js';
import { roomTypeFilterProblems } from '../operations/search-input.js';
import { rowsOf } from '../operations/visibility.js';
import { builder } from './builder.js';
import { connectionType, pageOf, readPage } from './connection.js';
import { pageCost } from './cost.js';
import { RoomTypeSortEnum } from './enums.js';
import { below, refuse } from './errors.js';
import { Hotel } from './hotel.js';
import { texts } from './localized-text.js';
import { Node } from './node.js';
export const RoomType = builder.prismaObject('RoomType', {
    interfaces: [Node],
    fields: (t) => ({
        number: t.exposeInt('number'),
        code: t.exposeString('code'),
        category: t.field(texts('category', 'Its category, for example "Double room Superior".')),
        beds: t.exposeInt('beds'),
    }),
});
// Apart from the type itself, because these types refer to each other.
builder.prismaObjectFields(RoomType, (t) => ({
    hotel: t.field({
        type: Hotel,
        description: 'Hotel that it belongs to.',
        resolve: ({ hotelNumber }, _, { session }) => when(session.catalogue.hotel.load(hotelNumber), (hotel) => hotel),
    }),
}));
const RoomTypeConnection = connectionType('RoomType', RoomType);
const RoomTypeFilter = builder.inputType('RoomTypeFilter', {
    description: 'Which room types to list; what is left out does not select, nor does an empty `code` or `search`.',
    fields: (t) => ({
        hotel: t.id({ description: 'ObjectId or number of a hotel; one that names nothing selects nothing.' }),
        beds: t.int({ description: 'Exactly this many beds, at least 1.' }),
        code: t.string({ description: 'The whole code, in the same case; at most 200 characters.' }),
        search: t.string({
            description: 'Part of the code, or of the category in any language, in any case; at most 200 characters.',
        }),
    }),
});
builder.queryField('roomTypes', (t) => t.field({
    type: RoomTypeConnection,
    complexity: pageCost,
    description: 'Room types of the hotels that the API key sees; those with equal sort values by number.',
    args: {
        filter: t.arg({ type: RoomTypeFilter, description: 'Which room types.' }),
        sort: t.arg({ type: RoomTypeSortEnum, defaultValue: 'id', required: true, description: 'Their order.' }),
        first: t.arg.int({ defaultValue: 20, required: true, description: 'Rows of a page, 1 to 100.' }),
        after: t.arg.string({ description: 'Cursor of the row before the page, from a list in the same order.' }),
    },
    resolve: async (_, { filter, sort, ...asked }, { session }) => {
        const { page, problems } = readPage(asked, { order: ROOM_TYPE_ORDERS[sort], cursors: session.gateway.cursors });
        refuse([...below('filter', roomTypeFilterProblems(filter ?? {})), ...problems]);
        return pageOf(page, {
            keys: await listRoomTypes(session, filter ?? {}, sort),
            rowsOf: (numbers) => rowsOf(session, 'roomType', numbers),
        });
    },
}));
//# sourceMappingURL=room-type.js.map