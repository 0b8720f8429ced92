/**
 * The API key that a request presents: as a bearer credential, as the query parameter `access_token`, or as both when they
 * are the same (section 5 of the interface, I6). Everything else presents no key; why, is not told apart.
 */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** The key, or null. An empty `access_token` counts as omitted; a repeated one or another scheme is no key. */
export function presentedKey({
  authorization,
  accessToken,
}: {
  /** The `Authorization` header. */
  authorization: string | undefined;
  /** The query parameter as it was parsed: repeated, it is a list. */
  accessToken: unknown;
}): string | null {
  const isInQuery = accessToken !== undefined && accessToken !== '';
  if (authorization === undefined) return isInQuery && typeof accessToken === 'string' ? accessToken : null;
  const key = BEARER.exec(authorization)?.[1] ?? null;
  return isInQuery && accessToken !== key ? null : key;
}
