/** The header `Host` (RFC 9110, section 7.2): under which name a client knows this server. */
import { isIPv6 } from 'node:net';

/** A registered name or IPv4 address, or a bracketed IPv6 address, with or without a port. */
const HOST = /^(\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::(\d{0,5}))?$/i;
const LOOPBACK_NAME = /^(?:[a-z0-9_-]+\.)*localhost$/;
const LOOPBACK_ADDRESS = /^127(?:\.\d{1,3}){3}$/;
const MAX_PORT = 65_535;

/** The name or address in lower case, without the port; null if the value is invalid or empty. */
export function parseHostName(host: string): string | null {
  const [, name = '', port = ''] = HOST.exec(host) ?? [];
  if (name === '' || Number(port) > MAX_PORT) return null;
  return name.startsWith('[') && !isIPv6(name.slice(1, -1)) ? null : name.toLowerCase();
}

/** Whether a name in lower case leads to the machine of whoever asks. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name) || name === '[::1]' || LOOPBACK_ADDRESS.test(name);
}
