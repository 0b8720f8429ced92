/** Requests of programs on this machine: the peer address of the connection decides, and forwarding headers can only deny it. */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that proxies, load balancers and CDNs add: whole names, and prefixes. */
const FORWARDING: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'cdn-loop', 'true-client-ip', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['x-amzn-trace-id', 'x-amz-cf-id', 'x-host', 'x-original-host', 'x-original-url', 'x-rewrite-url'],
]);
const FORWARDING_FAMILIES = ['x-forwarded', 'x-original-forwarded', 'x-envoy-', 'x-azure-', 'cf-', 'fastly-'];

/** Whether a request comes from a program of this machine. `address` is the peer address of its connection. */
export function isLocalRequest(address: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some(isForwarding)) return false;
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

function isForwarding(name: string): boolean {
  return FORWARDING.has(name) || FORWARDING_FAMILIES.some((family) => name.startsWith(family));
}
