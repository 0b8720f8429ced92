/**
 * The front page `/` and its assets, as Vite built them from `src/web`: read once, answered from memory to everybody, in the
 * language of the visitor. It needs no key and counts as no request, and may load and call nothing but this server. Assets
 * have names that change with their content and may be kept for ever; the page is asked for each time. In demo mode, and only
 * then, the demo key stands in it. Where nothing was built, as when the sources run as they are, a list of links stands in.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Negotiator from 'negotiator';
import { entityTagOf } from '../rest/entity-tag.js';
import { sendRepresentation } from '../rest/plugin.js';
import { sendPage } from './security-headers.js';
/** Beside the compiled program. The sources have no built page. */
const BUILT_PAGE = import.meta.url.endsWith('.js') ? fileURLToPath(new URL('../web', import.meta.url)) : null;
/** The languages of the page; the first is for visitors who want none of them. */
const LANGUAGES = ['en', 'cs', 'de', 'ru'];
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable';
const TYPES = {
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.svg': 'image/svg+xml',
};
const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
].join(';');
/** What the build leaves to be filled in. */
const LANGUAGE_PLACE = '<html lang="en">';
const SETTINGS_PLACE = '{"demoKey":null}';
/** Registers the page and its assets. `folder` is where Vite built them; null: nowhere. */
export function registerFrontPage(fastify, { demoKey, folder = BUILT_PAGE }) {
    if (folder === null || !existsSync(join(folder, 'index.html'))) {
        fastify.get('/', async (_request, reply) => sendPage(reply, PLAIN_PAGE));
        return;
    }
    const built = readFileSync(join(folder, 'index.html'), 'utf8');
    const pages = new Map(LANGUAGES.map((language) => [language, pageIn(language, { built, demoKey })]));
    fastify.get('/', async (request, reply) => {
        const { lang } = request.query;
        const language = pages.has(String(lang)) ? String(lang) : new Negotiator(request.raw).language(LANGUAGES);
        return sendRepresentation(reply, pages.get(language ?? LANGUAGES[0]), ['Accept-Language']);
    });
    const assets = assetsIn(join(folder, 'assets'));
    fastify.get('/assets/:name', async (request, reply) => {
        const asset = assets.get(request.params.name);
        return asset ? sendRepresentation(reply, asset) : reply.callNotFound();
    });
}
function pageIn(language, { built, demoKey }) {
    for (const place of [LANGUAGE_PLACE, SETTINGS_PLACE]) {
        if (!built.includes(place))
            throw new Error(`the front page was built without ${place}`);
    }
    // Nothing in the key may end the element that it stands in.
    const settings = JSON.stringify({ demoKey }).replaceAll('<', '\\u003c');
    const html = built.replace(LANGUAGE_PLACE, () => `<html lang="${language}">`).replace(SETTINGS_PLACE, () => settings);
    return {
        status: 200,
        headers: {
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'private, no-cache',
            'Content-Language': language,
            'Content-Security-Policy': POLICY,
            ETag: entityTagOf(html),
        },
        bytes: Buffer.from(html),
    };
}
/** The assets by name. */
function assetsIn(folder) {
    return new Map(readdirSync(folder).map((name) => {
        const type = TYPES[extname(name)];
        if (type === undefined)
            throw new Error(`of the front page's asset ${name} it is not known what it is`);
        const headers = { 'Content-Type': type, 'Cache-Control': KEPT_FOR_EVER };
        return [name, { status: 200, headers, bytes: readFileSync(join(folder, name)) }];
    }));
}
const PLAIN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>spa-stay-gateway</title>
<h1>spa-stay-gateway</h1>
<p>The front page has not been built: <code>npm run build</code> does it.</p>
<ul>
  <li><a href="/graphql">GraphiQL</a></li>
  <li><a href="/docs">REST reference</a></li>
  <li><a href="/openapi.json">OpenAPI document</a></li>
  <li><a href="/health">/health</a></li>
  <li><a href="/ready">/ready</a></li>
</ul>
</html>
`;
//# sourceMappingURL=front-page.js.map