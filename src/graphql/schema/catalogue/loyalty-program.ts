import { loadRows } from '../../../operations/access/visibility.ts';
import { builder } from '../builder.ts';
import { localizedField } from '../localized-text.ts';
import { percentOf } from '../stays/percentage.ts';
import { Node } from './node.ts';

export const LoyaltyProgram = builder.prismaObject('LoyaltyProgram', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(localizedField('name', 'Its name.')),
    percentage: t.float({
      description: "Discount in percent on its member's share of a stay, 0 to 100.",
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
  }),
});

builder.queryField('loyaltyPrograms', (t) =>
  t.field({
    type: [LoyaltyProgram],
    description: 'All loyalty programmes, by number.',
    resolve: async (_, __, context) =>
      loadRows(context, 'loyaltyProgram', (await context.catalogue.all.load('loyaltyProgram')) ?? []),
  }),
);
