/** English for programs, REST and the command line. What REST has said since its first version stays as it is. */
import type { InputTexts } from '../texts.ts';
import { en } from './en.ts';

export const plain: InputTexts = {
  ...en,
  tooLong: ({ maximum, isSearched }) => `Must ${isSearched ? 'be' : 'have'} at most ${maximum} characters.`,
  cursorOfSortMode: ({ mode, expectedMode, words }) =>
    `This cursor was made for the sort mode ${mode}, not for ${expectedMode} (${words}).`,
  cursorOfValues: ({ valueType, expectedMode }) =>
    `The lastSortValue of this cursor is not a ${valueType === 'number' ? 'whole number' : 'text'}, by which the sort mode ${expectedMode} sorts.`,
};
