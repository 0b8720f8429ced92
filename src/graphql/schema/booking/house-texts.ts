/** The two texts that every operation of the house on a booking takes (M5), as fields of its input. */
import { NOTE_MAX_LENGTH } from '../../../operations/booking/changes/change-note.ts';
import type { SchemaTypes } from '../builder.ts';

const BOUND = `at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters; blank is nothing. Needs \`OPERATE\` at the hotel of the booking (M5).`;

export function houseTextFields(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return {
    messageToGuest: t.string({
      description: `Stands in the e-mail about it and in the history of the booking, ${BOUND}`,
    }),
    note: t.string({
      description: `For the house: in the history of the booking for keys that operate its hotel, and nowhere else, ${BOUND}`,
    }),
  };
}

/** What a note was called before. */
export function reasonField(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return t.string({
    description: `A note, at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters, which every key may send; it is not read beside \`note\`.`,
    deprecationReason: 'Use `note`.',
  });
}
