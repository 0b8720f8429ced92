/** Tags: coloured labels of visit types. */
import { builder } from './builder.js';
import { texts } from './localized-text.js';
import { Node } from './node.js';
export const Tag = builder.prismaObject('Tag', {
    interfaces: [Node],
    fields: (t) => ({
        number: t.exposeInt('number'),
        name: t.field(texts('name', 'Its name.')),
        color: t.exposeString('color'),
    }),
});
//# sourceMappingURL=tag.js.map