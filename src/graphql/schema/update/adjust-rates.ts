/** The mutation that changes many prices by a percentage or an amount (M13). */
import { partsOfLists } from '../../../data/updates/recorded-changes.ts';
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import {
  type RatesAdjusted as Adjusted,
  adjustRates,
  type LeftSeason,
} from '../../../operations/update/adjust-rates.ts';
import { adjustmentProblems } from '../../../operations/update/adjustment-input.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { pageCost, WIDE_UPDATE_COST } from '../cost.ts';
import { CurrencyEnum, WeekdayEnum } from '../enums.ts';
import { pageSize } from '../input/bounds.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { recordedAs, updateRequestOf } from './changed-range.ts';
import { PricePartConnection, partRoomType, partsPage } from './price-parts.ts';

/** Seasons that an answer names. */
const LEFT_MAX = 100;

const AdjustRatesInput = builder.inputType('AdjustRatesInput', {
  description:
    'Which prices of a hotel to change, and how. Either `percent` or `amountMinor` is given. At most 100,000 ranges of nights change.',
  fields: (t) => ({
    hotel: t.id({ required: true, description: 'ObjectId or number of the hotel.' }),
    visitTypes: t.idList({
      description: 'ObjectIds or numbers of visit types, 1 to 1,000; null: all that the hotel sells.',
    }),
    priceLists: t.intList({
      description:
        'Numbers of price lists, each in all of these visit types, 1 to 1,000; null: all lists. One that names nothing selects nothing.',
    }),
    roomTypes: t.idList({ description: 'ObjectIds or numbers of room types of the hotel, 1 to 1,000; null: all.' }),
    from: t.field({ type: 'LocalDate', required: true, description: 'First night, from a year ago on.' }),
    to: t.field({ type: 'LocalDate', required: true, description: 'Last night, included, at most ten years ahead.' }),
    weekdays: t.field({
      type: [WeekdayEnum],
      description: 'Only nights that begin on these days, at least one; null: all.',
    }),
    percent: t.float({
      description:
        'By how many percent, -100 to 1,000 with at most two decimals. It changes lists of all currencies, or with `currency` of that one.',
    }),
    amountMinor: t.int({
      description:
        'By how many minor units of `currency`, up or down: -1,000,000,000 to 1,000,000,000. No new amount may be below 0 or above 1,000,000,000.',
    }),
    roundTo: t.int({
      description:
        'The new amounts are multiples of so many minor units, 1 to 1,000,000: to the nearest one, an exact half upwards. Null: 1.',
    }),
    currency: t.field({
      type: CurrencyEnum,
      description: 'Only lists of this currency; null: all. `amountMinor` needs it.',
    }),
    confirm: t.boolean({
      description: 'Whether amounts are meant that are 0, or leave those before by more than half (M12).',
    }),
    dryRun: t.boolean({ description: 'Whether only to say what would become of the prices, and to change nothing.' }),
  }),
});

const SeasonLeft = builder.objectRef<LeftSeason>('SeasonLeft').implement({
  description: 'A season of a package that keeps its price, because only some of its nights are to be changed.',
  fields: (t) => ({
    visitTypeNumber: t.exposeInt('visitTypeNumber', { description: 'Number of the visit type.' }),
    priceList: t.exposeInt('priceListNumber', { description: 'Number of the price list.' }),
    currency: t.expose('currency', { type: CurrencyEnum, description: 'Currency of the amount.' }),
    roomType: partRoomType(t),
    from: t.field({ type: 'LocalDate', description: 'First night.', resolve: ({ from }) => formatDay(from) }),
    to: t.field({ type: 'LocalDate', description: 'Last night, included.', resolve: ({ to }) => formatDay(to) }),
    amountMinor: t.exposeInt('amountMinor', { description: 'Its amount in minor units.' }),
  }),
});

const RatesAdjusted = builder.objectRef<Adjusted>('RatesAdjusted').implement({
  description: 'The prices are others, or with `dryRun` would be.',
  fields: (t) => ({
    nights: t.exposeInt('nights', {
      description: 'Nights whose amount is another one, those of each room type and price list counted apart.',
    }),
    parts: t.field({
      ...FAILS_ALONE,
      type: PricePartConnection,
      complexity: pageCost,
      description:
        'What the prices were and become: a part for each price list and room type, by visit type; null beside an error at its path. Later pages are those of `changesOfPrices`, or of the same request with `dryRun`.',
      args: {
        first: t.arg.int(pageSize(20)),
        after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
      },
      resolve: ({ lists }, args, context) =>
        partsPage(args, context, ({ after, first }) =>
          partsOfLists(lists)
            .map((part, position) => ({ ...part, position }))
            .slice(after + 1, after + 1 + first),
        ),
    }),
    seasonsLeft: t.int({
      description: 'Seasons of packages that keep their price, because only some of their nights are to be changed.',
      resolve: ({ left }) => left.length,
    }),
    left: t.field({
      type: [SeasonLeft],
      description: 'The seasons that `seasonsLeft` counts, 100 at most.',
      resolve: ({ left }) => left.slice(0, LEFT_MAX),
    }),
    recordedAs: recordedAs(t),
  }),
});

const AdjustRatesResult = resultType(
  'adjustRates',
  { ratesAdjusted: RatesAdjusted },
  'The prices were changed, or why none was.',
);

builder.mutationField('adjustRates', (t) =>
  t.field({
    type: AdjustRatesResult,
    extensions: { ...requiresScope('rates'), ...REPORTS_REFUSED_VALUES },
    complexity: WIDE_UPDATE_COST,
    description:
      'Changes prices of a hotel by a percentage or an amount, in all price lists that match, all or none. A night without a price gets none. The season of a package is changed if all of its nights match, otherwise it is left as it is, and reported. The same request again changes the prices once more: after a lost answer look at `changesOfPrices`. It needs the right `RATES`.',
    args: { input: t.arg({ type: AdjustRatesInput, required: true, description: 'What to change.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input, refused } = readInput(sent);
      const asked = {
        hotel: String(input.hotel),
        ...{ visitTypes: input.visitTypes?.map(String) ?? null, roomTypes: input.roomTypes?.map(String) ?? null },
        ...{ priceLists: input.priceLists ?? null, weekdays: input.weekdays ?? null, from: input.from, to: input.to },
        ...{ percent: input.percent ?? null, amountMinor: input.amountMinor ?? null, roundTo: input.roundTo ?? null },
        ...{ currency: input.currency ?? null, confirm: input.confirm === true, dryRun: input.dryRun === true },
      };
      if (refused.length > 0) return invalidInput(withRefused(refused, adjustmentProblems(asked, context.today)));
      return adjustRates({ ...updateRequestOf(context), ...asked });
    },
  }),
);
