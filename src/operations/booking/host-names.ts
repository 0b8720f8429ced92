/** Which words are names of hosts, by the public suffixes that registries delegate (A5). */
import { parse } from 'tldts';

/** Suffixes that ICANN knows, not those of companies. Words come without a protocol, port or path. */
const OPTIONS = { allowPrivateDomains: false, extractHostname: false } as const;

/** Whether a word in lower case is an IP address, or a host under a public suffix: `pay.example.com`, not `st.john`. */
export function isHostName(word: string): boolean {
  const { isIcann, domain, isIp } = parse(word, OPTIONS);
  return isIp === true || (isIcann === true && domain !== null);
}
