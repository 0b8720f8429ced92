/**
 * Who gets a page with the demo key in it: visitors who asked for this server by a name that is its own, and not through a page
 * of somebody else. A foreign page whose name was made to point here (DNS rebinding) names itself in `Host`; one that asks in
 * its own name is told by the browser's `Sec-Fetch-Site` and `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/;
const LOOPBACK_ADDRESS = /^127(?:\.\d{1,3}){3}$/;

/** Whether a page may show the demo key to the sender of these headers. `publicHosts` are names in lower case, without ports. */
export function maySeeDemoKey(headers: IncomingHttpHeaders, publicHosts: readonly string[]): boolean {
  const { host, origin, 'sec-fetch-site': site, 'x-forwarded-host': forwarded } = headers;
  // A proxy may have put its own name in place of the one that was asked for.
  const asked = [host ?? '', ...(forwarded === undefined ? [] : [forwarded].flat().join().split(','))];
  return (
    asked.every((one) => isOwnHost(one.trim().toLowerCase(), publicHosts)) &&
    (site === undefined || site === 'none' || site === 'same-origin') &&
    (origin === undefined || isOriginOf(origin, host!))
  );
}

/** `host` is a host that was found to be the server's own. */
function isOriginOf(origin: string, host: string): boolean {
  return ['http:', 'https:'].some(
    (scheme) => URL.canParse(`${scheme}//${host}`) && new URL(`${scheme}//${host}`).origin === origin,
  );
}

function isOwnHost(host: string, publicHosts: readonly string[]): boolean {
  const name = HOST.exec(host)?.[1];
  if (name === undefined) return false;
  const isLoopback =
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || LOOPBACK_ADDRESS.test(name);
  return isLoopback || publicHosts.includes(name);
}
