/** Looking entities up by ObjectId, whatever they are. */
import { brandWithType } from '@pothos/core';
import { when } from '../data/soon.js';
import { objectIdOf } from '../operations/references.js';
import { boundsProblems, PAGE_SIZE_MAX } from '../operations/search-input.js';
import { rowsOf, seesDestination, visibleHotel, visibleRoomType, visibleVisitType } from '../operations/visibility.js';
import { builder } from './builder.js';
import { entriesCost } from './cost.js';
import { refuse } from './errors.js';
export const Node = builder.interfaceRef('Node').implement({
    description: 'Anything with an ObjectId.',
    fields: (t) => ({ id: t.exposeID('id', { description: 'ObjectId: 24 hexadecimal digits.' }) }),
});
const TYPE_NAMES = {
    visitType: 'VisitType',
    hotel: 'Hotel',
    roomType: 'RoomType',
    destination: 'Destination',
    visitTypeCategory: 'VisitTypeCategory',
    tag: 'Tag',
    loyaltyProgram: 'LoyaltyProgram',
};
/** The entity of a reference, if the caller sees it. */
function visibleEntity(session, { kind, number }) {
    switch (kind) {
        case 'visitType':
            return visibleVisitType(session, number);
        case 'hotel':
            return visibleHotel(session, number);
        case 'roomType':
            return visibleRoomType(session, number);
        case 'destination':
            return seesDestination(session, number) ? session.catalogue.destination.load(number) : null;
        default:
            return when(rowsOf(session, kind, [number]), ([row]) => row ?? null);
    }
}
async function visibleNode(session, reference) {
    const id = objectIdOf(reference);
    if (!id)
        return null;
    for (const entity of (await session.catalogue.byObjectId.load(id)) ?? []) {
        const row = await visibleEntity(session, entity);
        if (row)
            return branded(row, TYPE_NAMES[entity.kind]);
    }
    const booking = await session.ownBookings.load(id);
    return booking ? branded(booking, 'Booking') : null;
}
/** Marks a row with its type, by which the interface finds it. */
function branded(row, typeName) {
    brandWithType(row, typeName);
    return row;
}
builder.queryField('node', (t) => t.field({
    type: Node,
    nullable: true,
    description: 'The entity with an ObjectId; null when there is none that the API key sees.',
    args: { id: t.arg.id({ required: true, description: 'ObjectId.' }) },
    resolve: (_, { id }, { session }) => visibleNode(session, id),
}));
builder.queryField('nodes', (t) => t.field({
    type: [Node],
    complexity: entriesCost,
    nullable: { list: false, items: true },
    description: 'The entities with these ObjectIds, in their order, null for each that does not exist for the API key.',
    args: { ids: t.arg.idList({ required: true, description: 'ObjectIds, at most 100.' }) },
    resolve: (_, { ids }, { session }) => {
        refuse(boundsProblems('ids', ids.length, { min: 0, max: PAGE_SIZE_MAX }));
        return Promise.all(ids.map((id) => visibleNode(session, id)));
    },
}));
//# sourceMappingURL=node.js.map