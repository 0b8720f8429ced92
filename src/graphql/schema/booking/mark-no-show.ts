/** The mutation that marks a booking as a no-show, and its outcomes as types. */
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { parseHouseTexts } from '../../../operations/booking/changes/change-note.ts';
import { type NoShowMarked as MarkedNoShow, markNoShow } from '../../../operations/booking/changes/mark-no-show.ts';
import { feeProblems } from '../../../operations/booking/changes/set-fee.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { refusalTypes, typeOfRefusal } from '../problem/refusal-types.ts';
import { Money, toMoney } from '../stays/money.ts';
import { bookingOfOutcome } from './booking.ts';
import { feeField, houseTextFields } from './house-texts.ts';

const NoShowMarked = builder.objectRef<Omit<MarkedNoShow, 'kind'>>('NoShowMarked').implement({
  description: 'The guests count as not come, and the rooms of the booking are for sale again.',
  fields: (t) => ({
    booking: bookingOfOutcome(t),
    fee: t.field({
      type: Money,
      description:
        'What it costs: the fee of the input, else by the terms of the booking what cancelling on the day of arrival does.',
      resolve: ({ feeMinor, currency }) => toMoney(feeMinor, currency),
    }),
    alreadyMarked: t.exposeBoolean('alreadyMarked', {
      description: 'Whether they did before; then nothing was changed, and the fee is the one of that time.',
    }),
  }),
});

const MarkNoShowInput = builder.inputType('MarkNoShowInput', {
  description: 'A booking whose guests did not come.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the booking.' }),
    fee: feeField(t, 'If it is missing, it is what cancelling on the day of arrival costs.'),
    ...houseTextFields(t),
  }),
});

const MarkNoShowResult = builder.unionType('MarkNoShowResult', {
  description: 'The booking that is a no-show, or why it is none.',
  types: [NoShowMarked, ...refusalTypes('markNoShow')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'noShowMarked' ? 'NoShowMarked' : typeOfRefusal(result, context),
});

builder.mutationField('markNoShow', (t) =>
  t.field({
    extensions: requiresScope('operate'),
    type: MarkNoShowResult,
    complexity: BOOKING_COST,
    description:
      'Marks a confirmed booking in the destinations of the key as a no-show, from 18:00 on the day of arrival until the day of departure, in the business time zone (M4). Its room on every night is for sale again at once. Asked again, it gives the same answer.',
    args: { input: t.arg({ type: MarkNoShowInput, required: true, description: 'The booking.' }) },
    resolve: async (_, { input }, { services, caller }) => {
      const checked = parseHouseTexts(input);
      const problems = [...feeProblems(input.fee), ...(checked.ok ? [] : checked.problems)];
      if (!checked.ok || problems.length > 0) return invalidInput(problems);
      const { id: bookingId, fee: feeMinor = null } = input;
      const outcome = await markNoShow({ ...services, caller, bookingId, ...checked.texts, feeMinor });
      return outcome;
    },
  }),
);
