/**
 * References of bookings, for people (S2): seven random characters of Crockford's base 32 and a check symbol, written
 * `XXXX-XXXX`. The check symbol is the number of the seven modulo 37; numbers whose symbol would be one of `*~$=U` are not given
 * out, so a reference consists of digits and letters only.
 */

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LENGTH = 7;
const LENGTH = RANDOM_LENGTH + 1;
const CHECK_MODULUS = 37;
/** Characters of a reference by which it is searched for, at least. */
export const REFERENCE_PART_MIN = 3;
/** Characters that are read of what somebody wrote, dashes and spaces among them; a longer text is no reference (A2). */
const MAX_WRITTEN = 100;
/** What people write for other symbols. */
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * Draws a reference, in the stored form: eight characters without a dash.
 * @param randomBelow returns an unpredictable, uniformly distributed integer from 0 to `bound` - 1
 */
export function generateReference(randomBelow: (bound: number) => number): string {
  for (;;) {
    const number = randomBelow(SYMBOLS.length ** RANDOM_LENGTH);
    const check = number % CHECK_MODULUS;
    if (check < SYMBOLS.length) return format(number) + SYMBOLS.charAt(check);
  }
}

/**
 * The stored form of a reference as somebody wrote it: in any letter case, with or without dashes and spaces, `O` for 0, `I` and
 * `L` for 1. Null: it is none, for it has another length, another character, or a wrong check symbol.
 */
export function parseReference(text: string): string | null {
  const symbols = parseReferencePart(text);
  if (symbols?.length !== LENGTH) return null;
  const values = [...symbols].map((symbol) => SYMBOLS.indexOf(symbol));
  const check = values.pop();
  const number = values.reduce((sum, value) => sum * SYMBOLS.length + value, 0);
  return number % CHECK_MODULUS === check ? symbols : null;
}

/** The stored form of three or more neighbouring characters of a reference, written as freely as a whole one; null: they are none. */
export function parseReferencePart(text: string): string | null {
  if (text.length > MAX_WRITTEN) return null;
  const symbols = [...text.replaceAll(/[-\s]/g, '').toUpperCase()].map((symbol) => READ_AS[symbol] ?? symbol);
  const isPart = symbols.length >= REFERENCE_PART_MIN && symbols.length <= LENGTH;
  return isPart && symbols.every((symbol) => SYMBOLS.includes(symbol)) ? symbols.join('') : null;
}

/** A stored reference as people read it: `XXXX-XXXX`. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, LENGTH / 2)}-${reference.slice(LENGTH / 2)}`;
}

function format(number: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < RANDOM_LENGTH; place++) {
    text = SYMBOLS.charAt(rest % SYMBOLS.length) + text;
    rest = Math.floor(rest / SYMBOLS.length);
  }
  return text;
}
