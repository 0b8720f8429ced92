/** The two texts that every operation of the house on a booking takes (M5), as fields of its input. */
import { houseTexts, NOTE_MAX_LENGTH } from '../../../operations/booking/booking-input.ts';
import type { SchemaTypes } from '../builder.ts';

export function houseTextFields(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return {
    messageToGuest: t.string({ description: houseTexts.messageToGuest.description ?? '' }),
    note: t.string({ description: houseTexts.note.description ?? '' }),
  };
}

/** What a note was called before. */
export function reasonField(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return t.string({
    description: `A note, at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters, which every key may send; it is not read beside \`note\`.`,
    deprecationReason: 'Use `note`.',
  });
}
