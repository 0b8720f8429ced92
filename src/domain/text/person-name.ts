/**
 * Names of people (A5). They stand in mails to whoever the booking names, under the name of the hotel, so that a name must not be a
 * message: it leads nowhere. What mail programs would take for an address is looked for in the form in which they would read it.
 */

/** The longest name, in UTF-16 code units. */
export const NAME_MAX_LENGTH = 60;

/** What shows nothing, but keeps a pattern from matching: zero-width characters, soft hyphens, direction marks. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Dots of other scripts that browsers take for one between labels; compatibility forms are normalised before. */
const OTHER_DOTS = /[。۔]/g;
const OTHER_COLONS = /[꞉ː∶׃։]/g;
const OTHER_SLASHES = /[⁄∕⧸╱]/g;
/** What cannot be in a host name. */
const BETWEEN_HOSTS = /[^\p{L}\p{M}\p{N}._-]+/u;

/**
 * Whether a text says where to go: `://`, `www.`, `@`, or a word that is a host name.
 * @param isHostName of a word in lower case with a dot in it, which begins and ends with something else
 */
export function leadsSomewhere(text: string, isHostName: (word: string) => boolean): boolean {
  const read = text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OTHER_DOTS, '.')
    .replace(OTHER_COLONS, ':')
    .replace(OTHER_SLASHES, '/')
    .toLowerCase();
  if (read.includes('://') || read.includes('www.') || read.includes('@')) return true;
  return read
    .split(BETWEEN_HOSTS)
    .map(withoutOuterDots)
    .some((word) => word.includes('.') && isHostName(word));
}

function withoutOuterDots(word: string): string {
  let [from, to] = [0, word.length];
  while (word[from] === '.') from++;
  while (to > from && word[to - 1] === '.') to--;
  return word.slice(from, to);
}
