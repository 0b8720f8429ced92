/** Destinations. */
import { stopWhenLate } from '../operations/time-limit.js';
import { visibleDestinations, visibleHotels } from '../operations/visibility.js';
import { builder } from './builder.js';
import { DESTINATIONS, HOTELS_OF_DESTINATION } from './cost.js';
import { Hotel } from './hotel.js';
import { texts } from './localized-text.js';
import { Node } from './node.js';
export const Destination = builder.prismaObject('Destination', {
    interfaces: [Node],
    fields: (t) => ({
        number: t.exposeInt('number'),
        name: t.field(texts('name', 'Its name.')),
    }),
});
// Apart from the type itself, because these types refer to each other.
builder.prismaObjectFields(Destination, (t) => ({
    hotels: t.field({
        type: [Hotel],
        complexity: HOTELS_OF_DESTINATION,
        description: 'Hotels there, by number.',
        resolve: ({ number }, _, { session }) => {
            stopWhenLate(session);
            return visibleHotels(session, number);
        },
    }),
}));
builder.queryField('destinations', (t) => t.field({
    type: [Destination],
    complexity: DESTINATIONS,
    description: 'All destinations that the API key sees, by number.',
    resolve: (_, __, { session }) => visibleDestinations(session),
}));
//# sourceMappingURL=destination.js.map