/** The list of visit types. */
import { CURRENCY_OF } from '../../../domain/text/locale.ts';
import {
  listVisitTypes,
  listVisitTypesByPrice,
  listVisitTypesByRelevance,
  PRICE_ORDERS,
  VISIT_TYPE_ORDER,
  VISIT_TYPE_RELEVANCE,
} from '../../../operations/search/list-visit-types.ts';
import { isWish, visitTypeFilterProblems } from '../../../operations/search/search-input.ts';
import { withKnownBounds } from '../../../operations/search/select-visit-types.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { connectionType, entities, loadPage } from '../connection.ts';
import { furtherVisitTypesCost, visitTypesCost } from '../cost.ts';
import { CurrencyEnum, VisitTypeSortEnum, withStoredCategory } from '../enums.ts';
import { prefixPaths } from '../errors.ts';
import { pageSize } from '../input/bounds.ts';
import { VisitType } from './visit-type.ts';
import { VisitTypeFilter } from './visit-type-filter.ts';

const VisitTypeConnection = connectionType('VisitType', VisitType);

builder.queryField('visitTypes', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: VisitTypeConnection,
    complexity: visitTypesCost,
    description: 'Visit types that the API key sees, those with equal sort values by number.',
    args: {
      filter: t.arg({ type: VisitTypeFilter, description: 'Which visit types.' }),
      sort: t.arg({
        type: VisitTypeSortEnum,
        description: 'Their order. Default: RELEVANCE where `search` has words, else PRIORITY.',
      }),
      currency: t.arg({
        type: CurrencyEnum,
        description:
          'The currency in which `PRICE` compares. Default: that of the language that `Accept-Language` prefers (L3, F5).',
      }),
      first: t.arg.int(pageSize(10)),
      after: t.arg.string({
        description: 'Cursor of the row before the page, from a list in the same order and, by price, currency.',
      }),
      offset: t.arg.int({ description: 'Rows to skip (after `after`, if given), from 0.' }),
    },
    resolve: (_, { filter: sent, sort, currency, ...asked }, context) => {
      const selecting = withStoredCategory(sent ?? {});
      const filter = withKnownBounds(selecting, context.today);
      // biome-ignore lint/style/noNonNullAssertion: all languages are in the order that is preferred.
      const compared = currency ?? CURRENCY_OF[context.languages.preferred[0]!];
      const further = furtherVisitTypesCost({ filter: sent, sort }, context);
      const orders = {
        PRIORITY: { order: VISIT_TYPE_ORDER, keys: () => listVisitTypes(context, filter, further) },
        PRICE: { order: PRICE_ORDERS[compared], keys: () => listVisitTypesByPrice(context, filter, compared, further) },
        RELEVANCE: { order: VISIT_TYPE_RELEVANCE, keys: () => listVisitTypesByRelevance(context, filter, further) },
      };
      const { order, keys } = orders[sort ?? (isWish(filter.search) ? 'RELEVANCE' : 'PRIORITY')];
      return loadPage(asked, {
        ...entities(context, 'visitType'),
        order,
        problems: prefixPaths('filter', visitTypeFilterProblems(selecting)),
        keys,
      });
    },
  }),
);
