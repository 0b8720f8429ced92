/** Text search the way people type: case does not matter, accents do (V2), or neither does (F5). */

/** Whether `text` contains `part`; composed and decomposed characters are equal. */
export function containsText(text: string, part: string): boolean {
  return foldCase(text).includes(foldCase(part));
}

const ONLY_ASCII = /^[\0-\x7f]*$/;

/** A text as it is searched where neither case nor accents matter; folded texts are compared as they are (F5). */
export function foldText(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toUpperCase();
  // Some capitals get accents.
  return foldCase(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}

/** Lower case first, then upper: this unifies letters with several lower-case forms or two-letter capitals. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFC');
}
