/**
 * Printed once when the server listens: the address, and in demo mode where to start and with which key. One JSON line
 * for programs, sentences for a terminal. It is not part of the log: no log level hides it, and the demo key appears
 * only here.
 */

export interface Announcement {
  /** The address, without a path. */
  url: string;
  /** As at the start; null outside demo mode. */
  demoKey: string | null;
  graphiql: boolean;
}

/** Ends with a line feed. */
export function formatAnnouncement(
  { url, demoKey, graphiql }: Announcement,
  { terminal }: { terminal: boolean },
): string {
  if (!terminal) return `${JSON.stringify({ msg: 'listening', url, ...(demoKey ? { demoKey } : {}) })}\n`;
  const lines = [`listening on ${url}`];
  if (demoKey) {
    lines.push(
      '',
      `  GraphQL   ${url}/graphql${graphiql ? '   (open it in a browser: the demo key is filled in)' : ''}`,
      `  REST      ${url}/api/v1`,
      `  Start     ${url}/`,
      `  Demo key  ${demoKey}`,
      '',
      `  curl -H 'Authorization: Bearer ${demoKey}' ${url}/api/v1/destinations`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The address under which this machine reaches a server bound to `address` and `port`. */
export function formatUrl({ address, port }: { address: string; port: number }): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
