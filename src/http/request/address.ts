/**
 * The address of a request, parsed once. The API key is removed from it here and nowhere else, by the same parser that
 * reads the other parameters. So routes, caches, logs and traces get an address without a key, however its name was
 * encoded, and two readers of one request never find different keys.
 */
import { parse } from 'fast-querystring';

export interface RequestAddress {
  /** Path and query as sent, without the scheme and host of an absolute address and without any `access_token`. */
  readonly url: string;
  /** The parameter `access_token`: a list when repeated, undefined when absent. */
  readonly accessToken: unknown;
}

const PARAMETER = 'access_token';
const SCHEME_AND_HOST = /^https?:\/\/([^/?#]*)/i;

/** Parses an address in origin form or absolute form (RFC 9112, section 3.2). */
export function parseAddress(sent: string): RequestAddress {
  const url = sent.startsWith('/') ? sent : toOriginForm(sent);
  // Only percent-encoding can spell a name differently.
  if (!url.includes(PARAMETER) && !url.includes('%')) return { url, accessToken: undefined };
  const { path, query } = splitAddress(url);
  const pairs = query.split('&');
  const others = pairs.filter((pair) => !isKeyParameter(pair));
  if (others.length === pairs.length) return { url, accessToken: undefined };
  const rest = others.join('&');
  return {
    url: rest === '' ? path : `${path}${url[path.length]}${rest}`,
    accessToken: parse(query)[PARAMETER],
  };
}

function isKeyParameter(pair: string): boolean {
  const end = pair.indexOf('=');
  const name = end === -1 ? pair : pair.slice(0, end);
  return name === PARAMETER || (name.includes('%') && PARAMETER in parse(pair));
}

/** The path, and the query without its delimiter: the first `?`, or a `#` before it, as the router splits. */
export function splitAddress(url: string): { readonly path: string; readonly query: string } {
  const end = url.search(/[?#]/);
  return end === -1 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) };
}

/** The host and port that an address in absolute form names; null: it names none. */
export function authorityOf(sent: string): string | null {
  if (sent.startsWith('/')) return null;
  return SCHEME_AND_HOST.exec(sent)?.[1] ?? null;
}

function toOriginForm(sent: string): string {
  const rest = sent.replace(SCHEME_AND_HOST, '');
  return rest === sent || rest.startsWith('/') ? rest : `/${rest}`;
}
