/**
 * E-mail addresses that a mail server accepts: a mailbox of RFC 5321 without quotes (A5). Characters that mean something in an address of
 * a page (`?`, `&`, `%`, `=`) are refused, too: no mailbox has them, and a link to one might be taken for more than an address. Domains
 * may be international; they are stored and compared in their ASCII form.
 */

/** A mailbox with a dot in its domain, in ASCII. It has no spaces, line breaks or quotes. */
export const EMAIL =
  /^[a-zA-Z0-9.!#$'*+/^_`{|}~-]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
export const MAX_EMAIL_LENGTH = 254;
const MAX_MAILBOX_LENGTH = 64;

/** Whether a mail server accepts the part before the @ (RFC 5321, section 4.5.3.1.1; RFC 5322, dot-atom). */
export function hasValidMailbox(email: string): boolean {
  const mailbox = email.slice(0, email.indexOf('@'));
  return mailbox.length <= MAX_MAILBOX_LENGTH && mailbox.split('.').every((label) => label !== '');
}

export function isEmailAddress(text: string): boolean {
  return toAsciiEmail(text) !== null;
}

/** Letters, marks and digits of any script, and the dots and hyphens between them: nothing that would end a host in a URL. */
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** The address with its domain in ASCII, as mail servers know it; null: the text is no e-mail address. ASCII stays as it is. */
export function toAsciiEmail(text: string): string | null {
  if (text.length > MAX_EMAIL_LENGTH) return null;
  const at = text.lastIndexOf('@');
  const [mailbox, domain] = [text.slice(0, at), text.slice(at + 1)];
  const host = ASCII.test(domain) ? domain : asciiDomain(domain);
  if (host === null) return null;
  const address = `${mailbox}@${host}`;
  return address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address) && hasValidMailbox(address) ? address : null;
}

/** The domain as browsers write it in a request (UTS 46). */
function asciiDomain(domain: string): string | null {
  const address = `http://${domain}`;
  return INTERNATIONAL_DOMAIN.test(domain) && URL.canParse(address) ? new URL(address).hostname : null;
}

/** An address as it is compared: without spaces around it, with an ASCII domain, in lower case. What is none is only trimmed and lowered. */
export function comparableEmail(text: string): string {
  const trimmed = text.trim();
  return (toAsciiEmail(trimmed) ?? trimmed).toLowerCase();
}
