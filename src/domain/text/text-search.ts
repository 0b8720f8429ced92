/** Text search the way people type: case does not matter, accents do (V2). */

/** Whether `text` contains `part`; composed and decomposed characters are equal. */
export function containsText(text: string, part: string): boolean {
  return foldCase(text).includes(foldCase(part));
}

/** Lower case first, then upper: this unifies letters with several lower-case forms or two-letter capitals. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFC');
}
