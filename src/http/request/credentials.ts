/**
 * The API key of a request: a bearer credential, the query parameter `access_token`, or both if they are the same
 * (section 5 of the interface, I6). Anything else is no key, and the response does not say why.
 */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** The key, or null. An empty `access_token` counts as omitted; a repeated one or another scheme is not a key. */
export function presentedKey(authorization: string | undefined, accessToken: unknown): string | null {
  const isInQuery = accessToken !== undefined && accessToken !== '';
  if (authorization === undefined) return isInQuery && typeof accessToken === 'string' ? accessToken : null;
  const key = BEARER.exec(authorization)?.[1] ?? null;
  return isInQuery && accessToken !== key ? null : key;
}
