/**
 * Which addresses webhooks may lead to (S16): public ones. Otherwise a client could make the gateway call what only the gateway
 * reaches: its database, other services, the metadata of a cloud.
 */
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** A name leads to an address that is not public. */
export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic';
}

/** Not global by IANA's registry of special-purpose IPv4 addresses, and multicast. */
const RESERVED_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** All public ones are in here. Loopback, link-local, unique local, mapped and translated IPv4, and multicast are not. */
const GLOBAL_IPV6 = ['2000::/3'];
/** These are in there and not public: protocol assignments with Teredo, documentation, 6to4. */
const RESERVED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const reserved = listOf([...RESERVED_IPV4, ...RESERVED_IPV6]);
const globalIPv6 = listOf(GLOBAL_IPV6);

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network, prefix] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether an IP address is public; false for any other text. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return !reserved.check(address, 'ipv4');
  return globalIPv6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** The IP address that a URL's host is; null: it is a name. */
export function addressOfHost(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** How long and how often a name server is asked. */
const QUESTION = { timeout: 2_000, tries: 2 } as const;

/**
 * Asks name servers for the addresses of a name. The look-up of the system would take a thread for as long as a name's server is silent, and the few
 * threads there are look up the names of everybody, also that of the database.
 * @param servers default: those of the system
 * @throws with the code ENOTFOUND where none is found in time
 */
export async function resolveByDns(hostname: string, servers?: readonly string[]): Promise<readonly string[]> {
  // DNS does not know the names of this machine itself.
  if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver(QUESTION);
  if (servers) resolver.setServers(servers);
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
  return addresses;
}

/** Resolves names, and fails with AddressNotPublic if any of their addresses is not public. */
export function publicLookup(resolve: Resolve = resolveByDns): LookupFunction {
  return (hostname, options, callback) => {
    const connect = (addresses: readonly string[]) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every(isPublicAddress)) {
        return callback(new AddressNotPublic('the name leads to an address that is not public'), '', 0);
      }
      if (!options.all) return callback(null, first, isIP(first));
      const all = addresses.map((address) => ({ address, family: isIP(address) }));
      callback(null, all);
    };
    resolve(hostname).then(connect, (error: NodeJS.ErrnoException) => callback(error, '', 0));
  };
}
