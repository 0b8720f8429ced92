import { findLowestPrice } from '../../../operations/search/find-lowest-price.ts';
import { lowestPriceProblems, OCCUPANCY } from '../../../operations/search/search-input.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { furtherLowestPriceCost, lowestPriceCost } from '../cost.ts';
import { prefixPaths, throwIfInvalid } from '../errors.ts';
import { within } from '../input/bounds.ts';
import { CURRENCY, LowestPriceType, lowestPriceEntries } from './money.ts';

const LowestPriceFilter = builder.inputType('LowestPriceFilter', {
  description: 'What to search; what is left out allows everything. A reference to nothing finds nothing.',
  fields: (t) => ({
    visitType: t.id({ description: 'ObjectId or number of a visit type.' }),
    hotel: t.id({ description: 'ObjectId or number of a hotel.' }),
    destination: t.id({ description: 'ObjectId or number of a destination.' }),
    roomType: t.id({ description: 'ObjectId or number of a room type.' }),
    occupancy: t.int({ description: 'Rooms with exactly this many beds, 1 or 2.', ...within(OCCUPANCY) }),
  }),
});

builder.queryField('lowestPrice', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: [LowestPriceType],
    complexity: lowestPriceCost,
    description:
      'The lowest price per night and guest over every visit type, hotel and room type that the search allows, from today on, one entry per currency. Candidates are compared by the rounded amount; of equal ones the higher original counts.',
    args: {
      filter: t.arg({ type: LowestPriceFilter, description: 'What to search.' }),
      dateFrom: t.arg({ type: 'LocalDate', description: 'First night; past nights never count.' }),
      dateTo: t.arg({ type: 'LocalDate', description: 'Last night, included; not before `dateFrom`.' }),
      currency: t.arg(CURRENCY),
    },
    resolve: async (_, { filter, dateFrom = null, dateTo = null, currency }, context) => {
      const { occupancy, ...allowed } = filter ?? {};
      throwIfInvalid([
        ...prefixPaths('filter', lowestPriceProblems({ occupancy })),
        ...lowestPriceProblems({ dateFrom, dateTo }),
      ]);
      await context.charge?.(furtherLowestPriceCost({ filter, dateFrom, dateTo }, context));
      const search = {
        filter: { ...allowed, beds: occupancy },
        from: dateFrom,
        to: dateTo === null ? null : dateTo + 1,
      };
      return lowestPriceEntries(await findLowestPrice(context, search), currency);
    },
  }),
);
