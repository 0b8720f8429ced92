/**
 * Which requests programs of this machine make (A1). The peer of the connection decides; everything else can only deny it: a header
 * that proxies or networks in front of them set, a `Host` that is not of this machine, and HTTP/1.0, which proxies use that say
 * nothing of themselves (nginx does by default), and browsers do not.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isLoopbackName, parseHostName } from './host.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that proxies, load balancers and content networks set; docs/security.md lists them. */
const FORWARDING: ReadonlySet<string> = new Set([
  ...[
    'via',
    'true-client-ip',
    'client-ip',
    'do-connecting-ip',
    'incap-client-ip',
    'x-cloud-trace-context',
    'x-varnish',
  ],
  ...['x-host', 'x-scheme', 'x-rewrite-url', 'x-request-start', 'x-queue-start', 'front-end-https'],
]);
/** How the names of whole families of them begin. */
const FORWARDING_FAMILIES = [
  ...[
    'forwarded',
    'x-forwarded',
    'x-original-',
    'x-real-',
    'x-client-',
    'x-cluster-',
    'x-remote-',
    'x-proxy',
    'proxy-',
  ],
  ...['wl-proxy-', 'x-envoy-', 'x-arr-', 'x-azure-', 'x-amz-', 'x-amzn-', 'x-goog-', 'x-appengine-', 'x-akamai-'],
  ...['akamai-', 'cdn-', 'x-cdn', 'cf-', 'fastly-', 'fly-', 'x-vercel-', 'x-nf-', 'x-sucuri-', 'tailscale-'],
];

type LocalRequest = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'socket'>;

/** Whether a program of this machine makes a request, if no trusted proxy is configured. */
export function isLocalRequest({ headers, httpVersion, socket }: LocalRequest): boolean {
  if (!isLoopbackAddress(socket.remoteAddress) || httpVersion !== '1.1') return false;
  const name = parseHostName(headers.host ?? '');
  return name !== null && isLoopbackName(name) && !Object.keys(headers).some(isForwarding);
}

/** Whether the peer address of a connection is one of this machine. */
export function isLoopbackAddress(address = ''): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

function isForwarding(name: string): boolean {
  return FORWARDING.has(name) || FORWARDING_FAMILIES.some((family) => name.startsWith(family));
}
