/**
 * Decides who may see the demo key: visitors who came to this server by one of its own names, and not through a page of
 * somebody else. A foreign page whose name was made to resolve to this server (DNS rebinding) shows its own name in
 * `Host`; one that makes cross-origin requests is given away by the browser's `Sec-Fetch-Site` and `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName, parseHostName } from '../../http/request/host.ts';

/** `publicHosts` are lower-case names without ports. */
export function maySeeDemoKey(headers: IncomingHttpHeaders, publicHosts: readonly string[]): boolean {
  const { host, origin, 'sec-fetch-site': site, 'x-forwarded-host': forwarded } = headers;
  // A proxy may have replaced the requested name by its own.
  const asked = [host ?? '', ...(forwarded === undefined ? [] : [forwarded].flat().join().split(','))];
  return (
    asked.every((one) => isOwnHost(one.trim(), publicHosts)) &&
    (site === undefined || site === 'none' || site === 'same-origin') &&
    (origin === undefined || isOriginOf(origin, host ?? ''))
  );
}

/** `host` is one of this server's own. */
function isOriginOf(origin: string, host: string): boolean {
  return ['http:', 'https:'].some(
    (scheme) => URL.canParse(`${scheme}//${host}`) && new URL(`${scheme}//${host}`).origin === origin,
  );
}

function isOwnHost(host: string, publicHosts: readonly string[]): boolean {
  const name = parseHostName(host);
  return name !== null && (isLoopbackName(name) || publicHosts.includes(name));
}
