/** Scheme, host and port by which others find the pages: in links to them, and in `/sitemap.xml`. */
import { isIP } from 'node:net';
import type { Exchange } from '../../../http/exchange.ts';
import { isLoopbackName, parseHostName } from '../../../http/request/host.ts';

/**
 * The first of `PUBLIC_HOSTS`; without one, the name that the visitor knows: over TLS, which a proxy ends, unless it is an address or a
 * name of this machine. Null: the request names none.
 */
export function pageOrigin({ headers }: Pick<Exchange, 'headers'>, [publicHost]: readonly string[]): string | null {
  if (publicHost !== undefined) return `https://${publicHost}`;
  const name = parseHostName(headers.host ?? '');
  if (name === null) return null;
  const isPlain = isLoopbackName(name) || isIP(name) !== 0 || name.startsWith('[');
  return new URL(`${isPlain ? 'http' : 'https'}://${headers.host}`).origin;
}
