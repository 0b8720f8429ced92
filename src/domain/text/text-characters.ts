/**
 * The characters that a text may have, by Unicode property, and where it can be cut. A text for people must show something, must not change how its
 * surroundings read, and a single line must stay single. Each rule runs in linear time.
 */

/**
 * Only invisible characters: spaces, control and format characters, combining marks without a letter, default ignorables
 * (Hangul fillers, variation selectors), the empty Braille pattern.
 */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/**
 * Bidirectional embeddings, overrides and isolates, which affect what follows the text. The marks U+200E, U+200F and U+061C do
 * not, and names in right-to-left scripts use them.
 */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
/** Control characters, line and paragraph separators. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

/** Whether a text has more characters, which are code points, than `max`. Each has one or two UTF-16 units. */
export function hasMoreThan(max: number, text: string): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** What readers take for one character may be several code points: a letter with its accent, a flag, a family. */
const GRAPHEMES = new Intl.Segmenter('en');

/** The beginning of a text with at most so many UTF-16 units, without a part of what readers take for one character at its end. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  // The next character alone decides whether one ends there.
  return text.slice(0, GRAPHEMES.segment(text.slice(0, most + 2)).containing(most)?.index);
}

export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Whether a text is one line without control and direction characters. */
export function isPlainLine(text: string): boolean {
  return !LINE_BREAKING.test(text) && !DIRECTION_CONTROL.test(text);
}

/** Like `isPlainLine`, but tabs and line breaks are allowed. */
export function isPlainText(text: string): boolean {
  return !CONTROL_IN_LINES.test(text) && !DIRECTION_CONTROL.test(text);
}
