/**
 * The API key of a request: a bearer credential, the query parameter `access_token`, or both if they are the same
 * (I6). Anything else is no key, and the response does not say why.
 */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const OTHER_SCHEME = /^(?!Bearer(?: |$))[\w!#$%&'*+.^`|~-]/i;

/**
 * The key, or null. An empty `access_token` counts as omitted; a repeated one is not a key. Another scheme is for whoever else reads
 * the header, a proxy for example: beside an `access_token` it counts as omitted.
 */
export function presentedKey(authorization: string | undefined, accessToken: unknown): string | null {
  const isInQuery = accessToken !== undefined && accessToken !== '';
  if (authorization === undefined || OTHER_SCHEME.test(authorization)) {
    return isInQuery && typeof accessToken === 'string' ? accessToken : null;
  }
  const key = BEARER.exec(authorization)?.[1] ?? null;
  return isInQuery && accessToken !== key ? null : key;
}
