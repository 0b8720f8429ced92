/** Scheme, host and port by which others find the pages: in links to them, and in `/sitemap.xml`. */
import { isIP } from 'node:net';
import type { Exchange } from '../../../http/exchange.ts';
import { isLoopbackName, parseHostName } from '../../../http/request/host.ts';

/**
 * The first of `PUBLIC_HOSTS`; without one, the name that the visitor knows: over TLS, which a proxy ends, unless it is an address or a
 * name of this machine. Null: the request names none that an address may have: `1.2.3.4.5`, `a%20b`.
 */
export function pageOrigin({ headers }: Pick<Exchange, 'headers'>, [publicHost]: readonly string[]): string | null {
  if (publicHost !== undefined) return `https://${publicHost}`;
  const name = parseHostName(headers.host ?? '');
  if (name === null) return null;
  const isPlain = isLoopbackName(name) || isIP(name) !== 0 || name.startsWith('[');
  const address = `${isPlain ? 'http' : 'https'}://${headers.host}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}
