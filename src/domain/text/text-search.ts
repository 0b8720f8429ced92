/** Text search the way people type: neither case nor accents matter (V2, F15). */

/** Returns a predicate: whether a text contains `part`, which is folded once for all texts. Composed and decomposed characters are equal. */
export function containing(part: string): (text: string) => boolean {
  const folded = foldText(part);
  return (text) => foldText(text).includes(folded);
}

const WORD_END = /[^\p{L}\p{N}]+/u;

/** The words of a text as they are searched: runs of letters and digits. */
export function foldedWords(text: string): string[] {
  return foldText(text).split(WORD_END).filter(Boolean);
}

const ONLY_ASCII = /^[\0-\x7f]*$/;

/** A text as it is searched; folded texts are compared as they are. */
export function foldText(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toUpperCase();
  // Some capitals get accents.
  return foldCase(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(JOINED, (letter) => PLAIN[letter] ?? letter);
}

/** Letters with a stroke, and joined ones, are letters of their own to Unicode; people type them without. */
const PLAIN: Readonly<Record<string, string>> = { Ł: 'L', Đ: 'D', Ð: 'D', Ø: 'O', Ħ: 'H', Ŧ: 'T', Æ: 'AE', Œ: 'OE' };
const JOINED = /[ŁĐÐØĦŦÆŒ]/g;

/** Lower case first, then upper: this unifies letters with several lower-case forms or two-letter capitals. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFC');
}
