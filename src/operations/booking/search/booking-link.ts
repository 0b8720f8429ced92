/**
 * Secrets of links that mails have (A11): each names a booking and the e-mail address that it was mailed to, sealed, so that neither can be read
 * or guessed. The key is derived from the one that signs cursors, so every process can open what another has sealed, and nothing is stored.
 * One booking and address have one secret: a mail that is sent twice is the same.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import type { CursorSigner } from '../../search/cursors.ts';

const CIPHER = 'aes-128-gcm';
/** Not the payload of a cursor: those are base64url. */
const PURPOSE = 'links to bookings: key';
const [ID_BYTES, ADDRESS_BYTES, NONCE_BYTES, TAG_BYTES] = [12, 8, 12, 16];
/** 64 characters of base64url. */
const SECRET = /^[\w-]{64}$/;

function keyOf(cursors: CursorSigner): Buffer {
  return Buffer.from(cursors.sign(PURPOSE), 'base64url');
}

const digest = (key: Buffer, of: string | Buffer, bytes: number) =>
  createHmac('sha256', key).update(of).digest().subarray(0, bytes);

/** @param id an ObjectId */
export function sealBooking({ id, email }: { id: string; email: string }, cursors: CursorSigner): string {
  const key = keyOf(cursors);
  const content = Buffer.concat([Buffer.from(id, 'hex'), digest(key, comparableEmail(email), ADDRESS_BYTES)]);
  // Derived from what is sealed, so that it never comes twice with another content.
  const nonce = digest(key, content, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The booking that a secret names, and whether it was mailed to an address; null: it was not sealed here. */
export function openBooking(
  secret: string,
  cursors: CursorSigner,
): { readonly id: string; isMailedTo(email: string): boolean } | null {
  if (!SECRET.test(secret)) return null;
  const key = keyOf(cursors);
  const bytes = Buffer.from(secret, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const content = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    const address = content.subarray(ID_BYTES);
    return {
      id: content.subarray(0, ID_BYTES).toString('hex'),
      isMailedTo: (email) => timingSafeEqual(address, digest(key, comparableEmail(email), ADDRESS_BYTES)),
    };
  } catch {
    return null;
  }
}
