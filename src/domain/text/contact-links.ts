/** Addresses of people as links. What somebody wrote is only an address there: it cannot add recipients, a subject or a text (A5). */

/** Encoded as a whole but for the `@`. */
export function mailHref(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}

/** Digits and the plus alone. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
