/** Categories of visit types. */
import { all, when } from '../data/soon.js';
import { numberOf } from '../operations/references.js';
import { boundsProblems, PAGE_SIZE_MAX } from '../operations/search-input.js';
import { stopWhenLate } from '../operations/time-limit.js';
import { present, visibleCategories, visibleVisitType } from '../operations/visibility.js';
import { builder } from './builder.js';
import { categoriesCost, VISIT_TYPES_OF_CATEGORY } from './cost.js';
import { refuse } from './errors.js';
import { texts } from './localized-text.js';
import { Node } from './node.js';
import { VisitType } from './visit-type.js';
export const VisitTypeCategory = builder.prismaObject('VisitTypeCategory', {
    interfaces: [Node],
    fields: (t) => ({
        number: t.exposeInt('number'),
        name: t.field(texts('name', 'Its name.')),
    }),
});
// Apart from the type itself, because these types refer to each other.
builder.prismaObjectFields(VisitTypeCategory, (t) => ({
    visitTypes: t.field({
        type: [VisitType],
        complexity: VISIT_TYPES_OF_CATEGORY,
        description: 'All visit types in it that the API key sees, whatever a listing selects, by number.',
        resolve: ({ number }, _, { session }) => when(session.catalogue.related.categoryVisitTypes.load(number), (numbers) => {
            stopWhenLate(session);
            return when(all((numbers ?? []).map((visitType) => visibleVisitType(session, visitType))), present);
        }),
    }),
}));
builder.queryField('visitTypeCategories', (t) => t.field({
    type: [VisitTypeCategory],
    complexity: categoriesCost,
    description: 'Categories in which the API key sees a visit type, by number.',
    args: {
        ids: t.arg.idList({
            description: 'Only these: ObjectIds or numbers, at most 100, in any order. What names no such category is left out. Null: all.',
        }),
    },
    resolve: async (_, { ids }, { session }) => visibleCategories(session, await numbersOf(session, ids)),
}));
async function numbersOf(session, ids) {
    if (!ids)
        return (await session.catalogue.all.load('visitTypeCategory')) ?? [];
    refuse(boundsProblems('ids', ids.length, { min: 0, max: PAGE_SIZE_MAX }));
    const numbers = await Promise.all(ids.map((id) => numberOf(session, 'visitTypeCategory', id)));
    return [...new Set(present(numbers))].sort((a, b) => a - b);
}
//# sourceMappingURL=visit-type-category.js.map