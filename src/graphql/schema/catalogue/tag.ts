import { builder } from '../builder.ts';
import { localizedField } from '../localized-text.ts';
import { Node } from './node.ts';

export const Tag = builder.prismaObject('Tag', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(localizedField('name', 'Its name.')),
    color: t.exposeString('color'),
  }),
});
