import { all, when } from '../data/soon.ts';
import { numberOf } from '../operations/references.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { boundsProblems, PAGE_SIZE_MAX } from '../operations/search-input.ts';
import { stopWhenLate } from '../operations/time-limit.ts';
import { present, visibleCategories, visibleVisitType } from '../operations/visibility.ts';
import { builder } from './builder.ts';
import { categoriesCost, VISIT_TYPES_OF_CATEGORY } from './cost.ts';
import { refuse } from './errors.ts';
import { texts } from './localized-text.ts';
import { Node } from './node.ts';

export const VisitTypeCategory = builder.prismaObject('VisitTypeCategory', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(texts('name', 'Its name.')),
    visitTypes: t.field({
      type: ['VisitType'],
      complexity: VISIT_TYPES_OF_CATEGORY,
      description: 'All visit types in it that the API key sees, whatever a listing selects, by number.',
      resolve: ({ number }, _, context) =>
        when(context.catalogue.related.categoryVisitTypes.load(number), (numbers) => {
          stopWhenLate(context);
          return when(all((numbers ?? []).map((visitType) => visibleVisitType(context, visitType))), present);
        }),
    }),
  }),
});

builder.queryField('visitTypeCategories', (t) =>
  t.field({
    type: [VisitTypeCategory],
    complexity: categoriesCost,
    description: 'Categories in which the API key sees a visit type, by number.',
    args: {
      ids: t.arg.idList({
        description:
          'Only these: ObjectIds or numbers, at most 100, in any order. What names no such category is left out. Null: all.',
      }),
    },
    resolve: async (_, { ids }, context) => visibleCategories(context, await numbersOf(context, ids)),
  }),
);

async function numbersOf(
  context: RequestContext,
  ids: readonly string[] | null | undefined,
): Promise<readonly number[]> {
  if (!ids) return (await context.catalogue.all.load('visitTypeCategory')) ?? [];
  refuse(boundsProblems('ids', ids.length, { min: 0, max: PAGE_SIZE_MAX }));
  const numbers = await Promise.all(ids.map((id) => numberOf(context, 'visitTypeCategory', id)));
  return [...new Set(present(numbers))].sort((a, b) => a - b);
}
