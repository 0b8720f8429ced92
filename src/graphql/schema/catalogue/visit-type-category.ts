import { chain, chainAll } from '../../../data/cache/maybe-promise.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { visibleCategories, visibleVisitType, withoutNulls } from '../../../operations/access/visibility.ts';
import { boundsProblems, PAGE_SIZE_MAX } from '../../../operations/search/search-input.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { throwIfInvalid } from '../errors.ts';
import { categoriesCost, visitTypesOfCategoryCost } from '../list-costs.ts';
import { localizedField } from '../localized-text.ts';
import { Node } from './node.ts';

const VisitTypeCategory = builder.prismaObject('VisitTypeCategory', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    name: t.field(localizedField('name', 'Its name.')),
    visitTypes: t.field({
      type: ['VisitType'],
      complexity: visitTypesOfCategoryCost,
      description: 'All visit types in it that the API key sees, whatever a listing selects, by number.',
      resolve: ({ number }, _, context) =>
        inTurn(context, () =>
          chain(context.catalogue.related.categoryVisitTypes.load(number), (numbers) =>
            chain(chainAll((numbers ?? []).map((visitType) => visibleVisitType(context, visitType))), withoutNulls),
          ),
        ),
    }),
  }),
});

builder.queryField('visitTypeCategories', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: [VisitTypeCategory],
    complexity: categoriesCost,
    description: 'Categories in which the API key sees a visit type, by number.',
    args: {
      ids: t.arg.idList({
        description:
          'Only these: ObjectIds or numbers, at most 100, in any order. What names no such category is left out. Null: all.',
      }),
    },
    resolve: async (_, { ids }, context) => visibleCategories(context, await resolveNumbers(context, ids)),
  }),
);

async function resolveNumbers(
  context: RequestContext,
  ids: readonly string[] | null | undefined,
): Promise<readonly number[]> {
  if (!ids) return (await context.catalogue.all.load('visitTypeCategory')) ?? [];
  throwIfInvalid(boundsProblems('ids', ids.length, { min: 0, max: PAGE_SIZE_MAX }));
  const numbers = await Promise.all(ids.map((id) => resolveNumber(context, 'visitTypeCategory', id)));
  return [...new Set(withoutNulls(numbers))].sort((a, b) => a - b);
}
