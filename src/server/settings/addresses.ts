/** What the addresses in the environment must be, before anything uses them. */
import { readFileSync } from 'node:fs';

/** Whether it has one of the schemes and names a host: `smtp:host` parses, too, but is a path. */
export function isAddress(schemes: readonly string[], hostOf = (url: URL): string | null => url.hostname) {
  const isOfServer = (url: URL) => schemes.includes(url.protocol) && Boolean(hostOf(url));
  return (value: string) => URL.canParse(value) && isOfServer(new URL(value));
}

/** Whether it is the address of a PostgreSQL server. That of a socket has its host in the parameters. */
export const isPostgres = isAddress(
  ['postgres:', 'postgresql:'],
  (url) => url.hostname || url.searchParams.get('host'),
);

/** For an address that its driver could not read: it would stop the start without the name of the variable. */
export const PERCENT_RULE = { error: 'must have each percent sign of a name or a password written as %25' };

/** Whether the names in an address can be decoded. What is no address at all is refused for that. */
export function isDecodable(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { username, password, hostname, pathname } = new URL(value);
  try {
    decodeURIComponent([username, password, hostname, pathname].join(' '));
    return true;
  } catch {
    return false;
  }
}

/** As `isDecodable`, where a percent sign before anything but two hexadecimal digits stands for itself: `pg` encodes such an address first. */
function isDecodableByPg(value: string): boolean {
  const isEncodedFirst = / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(value);
  return isDecodable(isEncodedFirst ? encodeURI(value).replaceAll(/%25(\d\d)/g, '%$1') : value);
}

/** The parameter with a file that `pg` reads and cannot read, and why; null: there is none. What is no address at all is refused for that. */
function unreadableFileOf(value: string): { readonly parameter: string; readonly code: string } | null {
  const { searchParams } = URL.canParse(value) ? new URL(value) : new URL('none:');
  for (const parameter of ['sslcert', 'sslkey', 'sslrootcert']) {
    const path = searchParams.getAll(parameter).at(-1);
    try {
      if (path) readFileSync(path);
    } catch (error) {
      return { parameter, code: (error as NodeJS.ErrnoException).code ?? '' };
    }
  }
  return null;
}

/** A refinement: what `pg` could not do with addresses would stop the start without the name of the variable. */
export function suitsPg(addresses: string | string[], { addIssue }: { addIssue: (message: string) => void }): void {
  const all = [addresses].flat();
  if (!all.every(isDecodableByPg)) addIssue(PERCENT_RULE.error);
  const [unread] = all.flatMap((address) => unreadableFileOf(address) ?? []);
  if (unread) addIssue(`must name files that can be read, and that in ${unread.parameter} cannot (${unread.code})`);
}

export function isOrigin(value: string): boolean {
  return value === '*' || (URL.canParse(value) && new URL(value).origin === value);
}

/** Whether a browser would send it as `Host`, the port aside. */
export function isHostName(value: string): boolean {
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value.toLowerCase();
}
