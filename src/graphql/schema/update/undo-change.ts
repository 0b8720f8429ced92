/** The mutation that makes a recorded change back (M14). */
import { type ChangeUndone as Undone, undoChange } from '../../../operations/update/undo-change.ts';
import { builder, requiresScope } from '../builder.ts';
import { WIDE_UPDATE_COST } from '../cost.ts';
import { idInput } from '../input/id-input.ts';
import { resultType } from '../problem/refusal-types.ts';
import { recordedAs, updateRequestOf } from './changed-range.ts';

const ChangeUndone = builder.objectRef<Undone>('ChangeUndone').implement({
  description: 'The prices or rooms are as they were before the change.',
  fields: (t) => ({
    nights: t.exposeInt('nights', {
      description: 'Nights that are as they were, those of each room type and price list counted apart.',
    }),
    recordedAs: recordedAs(t),
  }),
});

const UndoChangeResult = resultType(
  'undoChange',
  { changeUndone: ChangeUndone },
  'The change was undone, or why nothing was changed.',
);

const UndoChangeInput = idInput('UndoChangeInput', 'A change to be made back.', 'ObjectId of the change.');

builder.mutationField('undoChange', (t) =>
  t.field({
    type: UndoChangeResult,
    extensions: requiresScope('rates', 'inventory'),
    complexity: WIDE_UPDATE_COST,
    description:
      'Makes a change of `changesOfPrices` or `changesOfRooms` back, all of it or nothing, where what it left is still there. Otherwise it is refused with `Conflict`, which says what is there now; its `changes` may be empty, as when it was undone already: look at `undoneAt`. Rooms that are sold or held meanwhile may forbid it (`InvalidInput`). It needs the right `RATES` for prices, `INVENTORY` for rooms. It is recorded as a change itself.',
    args: { input: t.arg({ type: UndoChangeInput, required: true, description: 'The change.' }) },
    resolve: (_, { input: { id } }, context) => undoChange({ ...updateRequestOf(context), caller: context.caller, id }),
  }),
);
