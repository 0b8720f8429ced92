/** Searching for a part of a text the way people type it: upper and lower case are the same, accents are not (V2). */

/** Whether `text` contains `part`; characters composed in different ways are the same. */
export function containsText(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

/** Upper case first: some letters, like ß, have the same capitals as another spelling. */
function folded(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}
