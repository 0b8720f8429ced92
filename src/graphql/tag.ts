/** Tags: coloured labels of visit types. */
import { builder } from './builder.ts';
import { LocalizedText, localized } from './localized-text.ts';
import { Node } from './node.ts';

export const Tag = builder.prismaObject('Tag', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field({ type: LocalizedText, description: 'Its name.', resolve: ({ name }) => localized(name) }),
    color: t.exposeString('color'),
  }),
});
