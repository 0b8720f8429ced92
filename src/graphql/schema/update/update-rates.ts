/** The mutation that changes prices (U2). */
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { rateProblems } from '../../../operations/update/update-input.ts';
import { type RatesUpdated as Updated, updateRates } from '../../../operations/update/update-rates.ts';
import { builder, requiresScope } from '../builder.ts';
import { updateCost } from '../cost.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { changedRange, recordedAs, updateRequestOf } from './changed-range.ts';

const ExpectedRateInput = builder.inputType('ExpectedRateInput', {
  description: 'What a price is believed to be.',
  fields: (t) => ({
    amountMinor: t.int({
      description: 'Amount in minor units, on each night of the change. Null or left out: no price.',
    }),
  }),
});

const RateChangeInput = builder.inputType('RateChangeInput', {
  description: 'The price of a room type on the nights of a range.',
  fields: (t) => ({
    ...changedRange(t),
    amountMinor: t.int({
      description:
        'Amount in minor units of the currency of the list (hellers, cents), 0 to 1,000,000,000: by night or for the package, for the room or one bed, as the list says. Null or left out: no price, which needs no `confirm`.',
    }),
    confirm: t.boolean({
      description:
        'Whether it is meant (M12) that the amount is 0, or leaves the one before by more than half of that. Without it such an update is refused with `InvalidInput` (UNCONFIRMED), which has both amounts.',
    }),
    expected: t.field({
      type: ExpectedRateInput,
      description:
        'The price that the caller has seen: if a night of the range has another one before the update, all of it is refused with `Conflict`. Null: whatever it is.',
    }),
  }),
});

const UpdateRatesInput = builder.inputType('UpdateRatesInput', {
  description: 'Changes of the prices in one price list, all made or none.',
  fields: (t) => ({
    visitType: t.id({ required: true, description: 'ObjectId or number of the visit type.' }),
    priceList: t.int({ required: true, description: 'Number of the price list, unique within the visit type.' }),
    changes: t.field({
      type: [RateChangeInput],
      required: true,
      description:
        '1 to 1,000 changes of nights from 1900-01-01 to ten years ahead; `to` may also be 9999-12-31 for no end. Where they meet, the later one wins. A price by the night replaces those of its nights. The range of a package is a season and never cut: the same range gets the new amount, a free one is added, and one that overlaps another is refused.',
    }),
  }),
});

const RatesUpdated = builder.objectRef<Updated>('RatesUpdated').implement({
  description: 'The prices are what the changes say.',
  fields: (t) => ({
    nights: t.exposeInt('nights', { description: 'Nights of room types whose amount is another one now.' }),
    recordedAs: recordedAs(t),
  }),
});

const UpdateRatesResult = resultType(
  'updateRates',
  { ratesUpdated: RatesUpdated },
  'The prices were changed, or why nothing was.',
);

builder.mutationField('updateRates', (t) =>
  t.field({
    type: UpdateRatesResult,
    extensions: { ...requiresScope('rates'), ...REPORTS_REFUSED_VALUES },
    complexity: updateCost,
    description:
      'Changes prices in one price list of a visit type while the service runs; every price is computed from them at once. It needs the right `RATES`. A night that another list of the same currency and kind prices already is refused. The same update again changes nothing, so it can be repeated after a lost answer; with `expected` it is then refused, with the prices that it has set.',
    args: { input: t.arg({ type: UpdateRatesInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input, refused } = readInput(sent);
      const { visitType, priceList } = input;
      const changes = input.changes.map(({ amountMinor, ...change }) => ({
        ...change,
        amountMinor: amountMinor ?? null,
      }));
      if (refused.length > 0) {
        return invalidInput(withRefused(refused, rateProblems(changes, context.today)));
      }
      return updateRates({ ...updateRequestOf(context), visitType, priceList, changes });
    },
  }),
);
