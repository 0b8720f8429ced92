/**
 * Who asks (A1): the peer of the connection, unless that is a proxy that the operator trusts. Then it is the nearest address in
 * the proxy's header that is no trusted proxy itself. Proxies append, so the header is read from the right: what a visitor wrote
 * stands to the left of what a trusted proxy saw. Only one header is read, because a proxy passes on the one that it does not set.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import parseForwarded from 'forwarded-parse';
import { LRUCache } from 'lru-cache';

/** Headers in which a proxy may write the address of its client. */
export const PROXY_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

export interface TrustedProxiesConfig {
  /** IP addresses, and networks in CIDR notation. */
  readonly networks: readonly string[];
  readonly header: ProxyHeader;
}

export interface TrustedProxies {
  /** Whether an address belongs to a trusted proxy. Anything that is no IP address does not. */
  isTrustedProxy(address: string | undefined): boolean;
  /**
   * The address of whoever asked the first trusted proxy. A part of the header that is no address ends the search: the last
   * proxy before it counts. A header that cannot be parsed counts as none. Linear in the length of the header.
   */
  clientAddressOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string;
}

/** Parsing an address takes longer than the rest of reading a header. */
const CACHED_ADDRESSES = 10_000;
const NETWORK = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/;

/** Whether a text is an IP address or a network in CIDR notation. A network of all addresses is none. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = NETWORK.exec(text) ?? [];
  const most = { 4: 32, 6: 128 }[isIP(address)];
  return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most));
}

/**
 * The proxies of these networks; null if there are none.
 * @throws TypeError unless each is a network
 */
export function createTrustedProxies({ networks, header }: TrustedProxiesConfig): TrustedProxies | null {
  if (networks.length === 0) return null;
  const isInNetworks = compile([...networks]);
  const trust = new LRUCache<string, boolean>({
    max: CACHED_ADDRESSES,
    memoMethod: (address) => isIP(address) !== 0 && isInNetworks(address, 0),
  });
  const isTrustedProxy = (address = '') => trust.memo(address);
  return {
    isTrustedProxy,
    clientAddressOf({ headers, socket }) {
      const peer = socket.remoteAddress ?? '';
      const sent = headers[header];
      if (typeof sent !== 'string' || !isTrustedProxy(peer)) return peer;
      const hops = header === 'forwarded' ? forwardedHops(sent) : sent.split(',');
      let client = peer;
      for (const sentHop of hops.toReversed()) {
        if (!isTrustedProxy(client)) break;
        const hop = parseHop(sentHop.trim());
        if (hop === null) break;
        client = hop;
      }
      return client;
    },
  };
}

/** The values of `for` in a `Forwarded` header (RFC 7239); none if it cannot be parsed. */
function forwardedHops(header: string): string[] {
  try {
    return parseForwarded(header).map(({ for: hop = '' }) => hop);
  } catch {
    return [];
  }
}

/** An address with a port, as some proxies write it, and as `Forwarded` has IPv6 addresses. */
const WITH_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** The address of a hop without its port; null if it is no address. */
function parseHop(hop: string): string | null {
  if (isIP(hop) !== 0) return hop;
  const [, ipv6, ipv4] = WITH_PORT.exec(hop) ?? [];
  const address = ipv6 ?? ipv4 ?? '';
  return isIP(address) === 0 ? null : address;
}
