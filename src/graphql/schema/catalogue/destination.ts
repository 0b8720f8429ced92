import { visibleDestinations, visibleHotels } from '../../../operations/access/visibility.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder } from '../builder.ts';
import { destinationsCost, hotelsOfDestinationCost } from '../list-costs.ts';
import { localizedField } from '../localized-text.ts';
import { Node } from './node.ts';

export const Destination = builder.prismaObject('Destination', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(localizedField('name', 'Its name.')),
    hotels: t.field({
      type: ['Hotel'],
      complexity: hotelsOfDestinationCost,
      description: 'Hotels there, by number.',
      resolve: ({ number }, _, context) => inTurn(context, () => visibleHotels(context, number)),
    }),
  }),
});

builder.queryField('destinations', (t) =>
  t.field({
    type: [Destination],
    complexity: destinationsCost,
    description: 'All destinations that the API key sees, by number.',
    resolve: (_, __, context) => visibleDestinations(context),
  }),
);
