/** Text search the way people type: case does not matter, accents do (V2). */

/** Whether `text` contains `part`; composed and decomposed characters are equal. */
export function containsText(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

/** Lower case first, then upper: this unifies letters with several lower-case forms or two-letter capitals. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFC');
}
