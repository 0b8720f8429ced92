/** Texts as they are sent. */

/** Texts of up to 256 ki characters are written here first. */
const SCRATCH = Buffer.allocUnsafeSlow(768 * 1024);
/** The most that a UTF-16 code unit takes. */
const BYTES_PER_UNIT = 3;

/**
 * The bytes of a text in UTF-8, as `Buffer.from` gives them; that goes through the text twice, first to know how long it will
 * be, and takes half as long again.
 */
export function utf8(text: string): Buffer {
  if (text.length * BYTES_PER_UNIT > SCRATCH.length) return Buffer.from(text);
  const length = SCRATCH.write(text);
  const bytes = Buffer.allocUnsafe(length);
  SCRATCH.copy(bytes, 0, 0, length);
  return bytes;
}
