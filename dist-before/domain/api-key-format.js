/**
 * What an API key looks like: `ssg_`, 30 random characters, 6 characters of checksum. The beginning tells people and secret
 * scanners what it is, and the checksum lets every single mistyped or swapped character be refused without a query.
 */
/** The beginning of every key. */
export const API_KEY_MARK = 'ssg_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 12;
const SHAPE = new RegExp(`^${API_KEY_MARK}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
/**
 * A new key.
 * @param randomBelow an unpredictable integer from 0 to `bound` - 1, each equally likely
 */
export function newApiKey(randomBelow) {
    const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomBelow(DIGITS.length)]).join('');
    const unchecked = API_KEY_MARK + random;
    return unchecked + checksumOf(unchecked);
}
/** Whether a text has the shape of a key and its checksum is right; says nothing about whether anybody issued it. */
export function isWellFormedApiKey(text) {
    return SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}
/** The beginning of a key by which it is listed and revoked. */
export function prefixOfApiKey(key) {
    return key.slice(0, PREFIX_LENGTH);
}
/** CRC-32 of ASCII text in base 62, padded to six digits (which hold 35 bits). */
function checksumOf(text) {
    let rest = crc32(text);
    let digits = '';
    for (let place = 0; place < CHECKSUM_LENGTH; place++) {
        digits = DIGITS[rest % DIGITS.length] + digits;
        rest = Math.floor(rest / DIGITS.length);
    }
    return digits;
}
/** CRC-32 as zip and PNG compute it (polynomial 0xEDB88320, reflected), unsigned. */
function crc32(ascii) {
    let crc = 0xffffffff;
    for (let index = 0; index < ascii.length; index++) {
        crc ^= ascii.charCodeAt(index);
        for (let bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return (crc ^ 0xffffffff) >>> 0;
}
//# sourceMappingURL=api-key-format.js.map