/** Categories of visit types. */
import { all, when } from '../data/soon.ts';
import { stopWhenLate } from '../operations/time-limit.ts';
import { present, visibleVisitType } from '../operations/visibility.ts';
import { builder } from './builder.ts';
import { VISIT_TYPES_OF_CATEGORY } from './cost.ts';
import { texts } from './localized-text.ts';
import { Node } from './node.ts';
import { VisitType } from './visit-type.ts';

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
    resolve: ({ number }, _, { session }) =>
      when(session.catalogue.related.categoryVisitTypes.load(number), (numbers) => {
        stopWhenLate(session);
        return when(all((numbers ?? []).map((visitType) => visibleVisitType(session, visitType))), present);
      }),
  }),
}));
