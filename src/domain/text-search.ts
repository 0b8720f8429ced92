/** Searching for a part of a text the way people type it: upper and lower case are the same, accents are not (V2). */

/** Whether `text` contains `part`; characters composed in different ways are the same. */
export function containsText(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

/** Lower case first and then upper: letters with several small forms, or with capitals of two letters, are then the same. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFC');
}
