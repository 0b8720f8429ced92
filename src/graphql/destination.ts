import { stopWhenLate } from '../operations/time-limit.ts';
import { visibleDestinations, visibleHotels } from '../operations/visibility.ts';
import { builder } from './builder.ts';
import { DESTINATIONS, HOTELS_OF_DESTINATION } from './cost.ts';
import { texts } from './localized-text.ts';
import { Node } from './node.ts';

export const Destination = builder.prismaObject('Destination', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(texts('name', 'Its name.')),
    hotels: t.field({
      type: ['Hotel'],
      complexity: HOTELS_OF_DESTINATION,
      description: 'Hotels there, by number.',
      resolve: ({ number }, _, context) => {
        stopWhenLate(context);
        return visibleHotels(context, number);
      },
    }),
  }),
});

builder.queryField('destinations', (t) =>
  t.field({
    type: [Destination],
    complexity: DESTINATIONS,
    description: 'All destinations that the API key sees, by number.',
    resolve: (_, __, context) => visibleDestinations(context),
  }),
);
