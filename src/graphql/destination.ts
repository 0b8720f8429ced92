/** Destinations. */
import { visibleDestinations, visibleHotels } from '../operations/visibility.ts';
import { builder } from './builder.ts';
import { MANY_ENTRIES } from './cost.ts';
import { Hotel } from './hotel.ts';
import { LocalizedText, localized } from './localized-text.ts';
import { Node } from './node.ts';

export const Destination = builder.prismaObject('Destination', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field({ type: LocalizedText, description: 'Its name.', resolve: ({ name }) => localized(name) }),
  }),
});

// Apart from the type itself, because these types refer to each other.
builder.prismaObjectFields(Destination, (t) => ({
  hotels: t.field({
    type: [Hotel],
    complexity: MANY_ENTRIES,
    description: 'Hotels there, by number.',
    resolve: ({ number }, _, { session }) => visibleHotels(session, number),
  }),
}));

builder.queryField('destinations', (t) =>
  t.field({
    type: [Destination],
    description: 'All destinations that the API key sees, by number.',
    resolve: (_, __, { session }) => visibleDestinations(session),
  }),
);
