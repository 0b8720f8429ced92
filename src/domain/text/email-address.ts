/** E-mail addresses that a mail server accepts. */

/** HTML's e-mail address, with a dot in its domain. It has no spaces, line breaks or quotes. */
export const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
export const MAX_EMAIL_LENGTH = 254;
const MAX_MAILBOX_LENGTH = 64;

/** Whether a mail server accepts the part before the @ (RFC 5321, section 4.5.3.1.1; RFC 5322, dot-atom). */
export function hasValidMailbox(email: string): boolean {
  const mailbox = email.slice(0, email.indexOf('@'));
  return mailbox.length <= MAX_MAILBOX_LENGTH && mailbox.split('.').every((label) => label !== '');
}

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text) && hasValidMailbox(text);
}
