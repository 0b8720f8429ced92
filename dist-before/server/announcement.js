/**
 * What is said once when the server listens: the address, and in demo mode where to look first and with which key. One JSON
 * line for programs, sentences for people on a terminal. It is no part of the log: no log level hides it, and the demo key,
 * which is made to be shown, is shown here only.
 */
/** The announcement as text that ends with a line feed. */
export function announcementOf({ url, demoKey }, { terminal }) {
    if (!terminal)
        return `${JSON.stringify({ msg: 'listening', url, ...(demoKey ? { demoKey } : {}) })}\n`;
    const lines = [`listening on ${url}`];
    if (demoKey) {
        lines.push('', `  GraphQL   ${url}/graphql   (open it in a browser: the demo key is filled in)`, `  REST      ${url}/api/v1`, `  Start     ${url}/`, `  Demo key  ${demoKey}`, '', `  curl -H 'Authorization: Bearer ${demoKey}' ${url}/api/v1/destinations`, '');
    }
    return `${lines.join('\n')}\n`;
}
/** The address under which the server's own machine reaches what listens at `address` and `port`. */
export function urlOf({ address, port }) {
    const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
//# sourceMappingURL=announcement.js.map