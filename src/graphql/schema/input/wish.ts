/** What a guest wishes for, as an argument (F15). */
import { SEARCH_LENGTH_MAX } from '../../../operations/search/search-input.ts';
import { withCharacters } from './bounds.ts';

/** Options of an input field that is a wish. @param where whose words are looked at */
export function wishOf(where: string) {
  return {
    description: `What a guest wishes for, in any language of the catalogue: each of these words begins a word, whatever their order, case and accents, at most ${SEARCH_LENGTH_MAX} characters and 8 words (F15). Words of ${where}.`,
    ...withCharacters(SEARCH_LENGTH_MAX),
  };
}
