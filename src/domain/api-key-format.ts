/**
 * The format of an API key: `ssg_`, 30 random characters, 6 checksum characters. The prefix identifies it to people and secret
 * scanners. The checksum lets us reject any mistyped character or swapped pair without a query.
 */

export const API_KEY_MARK = 'ssg_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 12;
const SHAPE = new RegExp(`^${API_KEY_MARK}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Creates a key.
 * @param randomBelow returns an unpredictable, uniformly distributed integer from 0 to `bound` - 1
 */
export function generateApiKey(randomBelow: (bound: number) => number): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomBelow(DIGITS.length))).join('');
  const unchecked = API_KEY_MARK + random;
  return unchecked + computeChecksum(unchecked);
}

/** Whether a text has the format and the checksum of a key; it may still never have been issued. */
export function isWellFormedApiKey(text: string): boolean {
  return SHAPE.test(text) && computeChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The prefix by which a key is listed and revoked. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** CRC-32 of ASCII text in base 62, padded to six digits (which hold 35 bits). */
function computeChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** CRC-32 as zip and PNG compute it (polynomial 0xEDB88320, reflected), unsigned. */
function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index++) {
    crc ^= ascii.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
