/**
 * Which characters a text may consist of, by their Unicode properties. A text that people will read must show something, must
 * not make what stands around it read otherwise, and where it is one line must stay one. Each rule takes time in proportion to
 * the length of the text.
 */

/**
 * Nothing in it can be seen: spaces, control and format characters, combining marks without a letter, what Unicode says to
 * ignore by default (Hangul fillers, variation selectors), the empty pattern of Braille.
 */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/**
 * Embeddings, overrides and isolates of the bidirectional algorithm, which last beyond the text that they stand in. The marks
 * U+200E, U+200F and U+061C do not, and names in right-to-left scripts use them.
 */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
/** Control characters and the separators of lines and paragraphs. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

/** Whether a reader would see nothing. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Whether a text is one line, without control characters and without those that change the direction of text. */
export function isPlainLine(text: string): boolean {
  return !LINE_BREAKING.test(text) && !DIRECTION_CONTROL.test(text);
}

/** The same of a text that may have tabs and several lines. */
export function isPlainText(text: string): boolean {
  return !CONTROL_IN_LINES.test(text) && !DIRECTION_CONTROL.test(text);
}
