import { chain } from '../../../data/cache/maybe-promise.ts';
import {
  visibleDestinations,
  visibleHotelNumbers,
  visibleHotels,
  visitTypeNumbersOfDestination,
} from '../../../operations/access/visibility.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder } from '../builder.ts';
import { acrossDestinationCost, destinationsCost, hotelsOfDestinationCost } from '../list-costs.ts';
import { localizedField } from '../localized-text.ts';
import { Node } from './node.ts';

export const Destination = builder.prismaObject('Destination', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(localizedField('name', 'Its name.')),
    hotelCount: t.int({
      complexity: acrossDestinationCost,
      description: 'How many hotels are there.',
      resolve: async ({ number }, _, context) => (await visibleHotelNumbers(context, number)).length,
    }),
    visitTypeCount: t.int({
      complexity: acrossDestinationCost,
      description: 'How many visit types are sold in its hotels, each counted once.',
      resolve: ({ number }, _, context) =>
        chain(
          inTurn(context, () => visitTypeNumbersOfDestination(context, number)),
          ({ length }) => length,
        ),
    }),
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
