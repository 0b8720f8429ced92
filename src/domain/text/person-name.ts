/**
 * Names of people (A5). They stand in mails to whoever the booking names, under the name of the hotel, so that a name must not be a
 * message: it leads nowhere. What mail programs would take for an address is looked for in the form in which they would read it.
 */

/** The longest name, in characters. */
export const NAME_MAX_LENGTH = 60;

/** What shows nothing, but keeps a pattern from matching: zero-width characters, soft hyphens, direction marks. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Dots of other scripts that browsers take for one between labels; compatibility forms are normalised before. */
const OTHER_DOTS = /[。۔]/g;
const OTHER_COLONS = /[꞉ː∶׃։]/g;
const OTHER_SLASHES = /[⁄∕⧸╱]/g;
const MARKS = /\p{M}/gu;
/** What cannot be in a host name. Symbols, as emoji, are in some hosts; behind others they end them. */
const BETWEEN_HOSTS = [/[^\p{L}\p{M}\p{N}\p{So}.-]+|\.{2,}/u, /[^\p{L}\p{M}\p{N}.-]+|\.{2,}/u];
/** Before a symbol, a number that has other characters than 0 to 9, or a raised letter: a host may end there, or be spelt with it. */
const BEFORE_SPECIAL = /(?=[\p{So}ªº]|(?![0-9])\p{N}|(?=\p{Script=Latin})\p{Lm})/gu;
const OUTER = /[.-]/;

/**
 * Whether a text says where to go: `://`, `www.`, `@`, or a word that is a host name, or has one before a hyphen or a symbol.
 * @param isHostName of a word in lower case with a dot in it, which begins and ends with neither a dot nor a hyphen
 */
export function leadsSomewhere(text: string, isHostName: (word: string) => boolean): boolean {
  return [text, text.replace(BEFORE_SPECIAL, ' ')].flatMap(formsOf).some(
    (form) =>
      form.includes('://') ||
      form.includes('www.') ||
      form.includes('@') ||
      BETWEEN_HOSTS.flatMap((between) => form.split(between))
        .flatMap(beginningsOf)
        .some((host) => host.includes('.') && isHostName(host)),
  );
}

function formsOf(text: string): string[] {
  const read = text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OTHER_DOTS, '.')
    .replace(OTHER_COLONS, ':')
    .replace(OTHER_SLASHES, '/')
    .toLowerCase();
  // Marks belong to the letters of some hosts; on others a reader overlooks them, or a mail program does.
  return [read, read.normalize('NFKD').replace(MARKS, '')];
}

/** A word, and what is before each of its hyphens. */
function beginningsOf(word: string): string[] {
  const parts = word.split('-');
  return parts.map((_, index) => trimmed(parts.slice(0, index + 1).join('-')));
}

function trimmed(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && OUTER.test(word.charAt(from))) from++;
  while (to > from && OUTER.test(word.charAt(to - 1))) to--;
  return word.slice(from, to);
}
