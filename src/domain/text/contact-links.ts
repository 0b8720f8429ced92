/** Addresses of people and houses as links. What somebody wrote is only an address there: it cannot add recipients, a subject or a text (A5). */

/** Encoded as a whole but for the `@`. */
export function mailHref(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}

/** Digits and the plus alone. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** A place on a map of OpenStreetMap: the point if it is known, else a search for the address; null: neither is. */
export function mapHref({
  coordinates,
  address,
}: {
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null;
  readonly address: string | null;
}): string | null {
  if (coordinates) {
    const { latitude, longitude } = coordinates;
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  }
  return address && `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;
}
