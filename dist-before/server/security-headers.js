/**
 * Headers that tell browsers what answers are not to be used for. An answer of the API is data and nothing else: nothing in
 * it may load, run or be framed. A page may run just the scripts that stand in it, which its policy names by their hashes,
 * and may call this server only.
 */
import { createHash } from 'node:crypto';
import helmet from 'helmet';
/** The same for what is answered before any of this is asked: requests that cannot be read. */
export const HEADERS_OF_UNREADABLE = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
};
/** Sets the headers of the API. Made once: the plugin for the framework makes it anew for each request. */
const setHeaders = helmet({
    contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: true,
    xContentTypeOptions: true,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Of no meaning for data, and for browsers that are gone.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
});
/** Registers the headers of the API for every answer. */
export function registerSecurityHeaders(fastify) {
    fastify.addHook('onRequest', (request, reply, done) => {
        setHeaders(request.raw, reply.raw, (error) => done(error));
    });
}
/** Sends a page, whose scripts all stand in it. Nobody is to keep it: the demo key may stand in it, too. */
export function sendPage(reply, html) {
    return reply
        .header('Cache-Control', 'private, no-store')
        .header('Content-Security-Policy', policyOfPage(html))
        .type('text/html; charset=utf-8')
        .send(html);
}
/** The policy that lets the scripts of a page run and no others; styles, pictures and fonts come from the page itself. */
export function policyOfPage(html) {
    const scripts = scriptsOf(html).map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    return [
        "default-src 'none'",
        `script-src ${scripts.length > 0 ? scripts.join(' ') : "'none'"}`,
        "style-src 'unsafe-inline'",
        'img-src data:',
        'font-src data:',
        'worker-src blob:',
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ].join(';');
}
/** The texts of the script elements, found as a browser finds them: a script ends at the first closing tag. */
function scriptsOf(html) {
    const scripts = [];
    for (const opening = /<script\b[^>]*>/gi;;) {
        const tag = opening.exec(html);
        if (!tag)
            return scripts;
        const end = html.indexOf('</script', opening.lastIndex);
        if (end === -1)
            return scripts;
        scripts.push(html.slice(opening.lastIndex, end));
        opening.lastIndex = end;
    }
}
//# sourceMappingURL=security-headers.js.map