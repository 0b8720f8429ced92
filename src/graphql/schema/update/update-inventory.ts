/** The mutation that changes recorded capacity (U1). */
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { inventoryProblems } from '../../../operations/update/update-input.ts';
import { type InventoryUpdated as Updated, updateInventory } from '../../../operations/update/update-inventory.ts';
import { builder, requiresScope } from '../builder.ts';
import { updateCost } from '../cost.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { changedRange, recordedAs, updateRequestOf } from './changed-range.ts';

const ExpectedCapacityInput = builder.inputType('ExpectedCapacityInput', {
  description: 'What the capacity of a night is believed to be. It states units, closed or both.',
  fields: (t) => ({
    units: t.int({
      description:
        'Rooms that exist for sale, on each night of the change. Null: no record; not given: whatever they are.',
    }),
    closed: t.boolean({
      description: 'Whether nothing more is sold; a night without a record is open. Null: whatever it is.',
    }),
  }),
});

const InventoryChangeInput = builder.inputType('InventoryChangeInput', {
  description: 'What changes about the nights of a room type. It states units, closed or both.',
  fields: (t) => ({
    ...changedRange(t),
    units: t.int({
      description:
        'Rooms that exist for sale, sold ones included: 0 to 1,000,000, and not below what is sold and held on any of the nights. Null: as they are.',
    }),
    closed: t.boolean({
      description:
        'Whether nothing more is sold; what is sold stays. A night without a record that is closed gets one of 0 units. Null: as it is.',
    }),
    expected: t.field({
      type: ExpectedCapacityInput,
      description:
        'What the caller has seen: if a night of the range is otherwise before the update, all of it is refused with `Conflict`. Null: whatever it is.',
    }),
  }),
});

const UpdateInventoryInput = builder.inputType('UpdateInventoryInput', {
  description: 'Changes of recorded capacity, all made or none.',
  fields: (t) => ({
    changes: t.field({
      type: [InventoryChangeInput],
      required: true,
      description:
        '1 to 1,000 changes of together at most 100,000 nights, from a year ago to ten years ahead. Where they meet, the later one wins, units and closed apart.',
    }),
  }),
});

const InventoryUpdated = builder.objectRef<Updated>('InventoryUpdated').implement({
  description: 'Every night has the capacity that the changes state.',
  fields: (t) => ({
    nights: t.exposeInt('nights', { description: 'Nights of all changes, each counted once.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Nights that had the capacity already.' }),
    recordedAs: recordedAs(t),
  }),
});

const UpdateInventoryResult = resultType(
  'updateInventory',
  { inventoryUpdated: InventoryUpdated },
  'The capacity was changed, or why nothing was.',
);

builder.mutationField('updateInventory', (t) =>
  t.field({
    type: UpdateInventoryResult,
    extensions: { ...requiresScope('inventory'), ...REPORTS_REFUSED_VALUES },
    complexity: updateCost,
    description:
      'Changes the recorded capacity of room types while the service runs; calendars show it at once. It needs the right `INVENTORY`. The same update again changes nothing, so it can be repeated after a lost answer; with `expected` it is then refused, with the capacity that it has set.',
    args: { input: t.arg({ type: UpdateInventoryInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input, refused } = readInput(sent);
      const changes = input.changes.map(({ units, closed, ...change }) => {
        return { ...change, units: units ?? null, closed: closed ?? null };
      });
      if (refused.length > 0) {
        return invalidInput(withRefused(refused, inventoryProblems(changes, context.today)));
      }
      return updateInventory({ ...updateRequestOf(context), changes });
    },
  }),
);
