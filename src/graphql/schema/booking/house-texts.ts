/** What operations of the house on a booking take, as fields of their inputs: the two texts (M5), and a fee. */
import { houseTexts, NOTE_MAX_LENGTH } from '../../../operations/booking/booking-input.ts';
import { sentValue } from '../../../operations/input-values.ts';
import type { SchemaTypes } from '../builder.ts';
import { checkedBy, within } from '../input/bounds.ts';

export function houseTextFields(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return {
    messageToGuest: t.string(checkedText(houseTexts.messageToGuest)),
    note: t.string(checkedText(houseTexts.note)),
  };
}

const NOT_OF_ERASED = 'A booking whose guest data were erased keeps none (S19).';

const checkedText = (text: typeof houseTexts.note) => ({
  description: `${text.description} ${NOT_OF_ERASED}`,
  ...checkedBy(sentValue(text)),
});

/** What it costs, where the house says so (M4, M6). */
export function feeField(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>, otherwise: string) {
  return t.field({
    type: 'SafeInt',
    ...within({ min: 0 }),
    description: `What it costs in minor units of the currency of the booking, from 0 to its total. ${otherwise} Needs \`OPERATE\` at the hotel of the booking.`,
  });
}

/** Why, from anybody: it is a note of those who send none. */
export function reasonField(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return t.string({
    description: `Why, at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters, from every key: for the house, as a note is. It is not read beside \`note\`. ${NOT_OF_ERASED}`,
  });
}
