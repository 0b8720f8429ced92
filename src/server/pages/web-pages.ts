/**
 * The pages `/` (the shop), `/developers` and `/desk`, built by Vite from `src/web`. They are read once and answered from memory
 * to everybody, in the visitor's language, without a key or a count against the limit. Every address within a page is answered
 * with its document, so that reloading and sharing work. Browsers revalidate documents; assets have content-addressed names. In
 * demo mode documents hold the demo key for visitors who may see it. Without a build, as when the sources run directly, a list of
 * links replaces them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Negotiator from 'negotiator';
import { preferredLocales } from '../../domain/text/locale.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import type { DemoKey } from '../demo/demo-key.ts';
import { formatSettings, htmlPage, pagePolicy } from './html-page.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import type { PageAssets } from './page-assets.ts';
import { texts } from './texts/generated/texts.ts';

const DESK = 'desk.html';
/** The documents of the build, with the addresses that they answer. `src/web` has the same in its routers. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  'index.html': [
    ...['/', '/offers', '/stays/:visitType/:hotel', '/hotels/:hotel'],
    ...['/book', '/book-party', '/booked', '/booking'],
  ],
  'developers.html': ['/developers'],
  [DESK]: ['/desk', '/desk/*'],
};

/** Next to the compiled program. The sources have no built pages. */
const BUILT_PAGES = import.meta.url.endsWith('.js') ? fileURLToPath(new URL('../../web', import.meta.url)) : null;
/** The languages of the pages; the first is the default. */
const LANGUAGES = ['en', 'cs', 'de', 'ru'];
/** Placeholders of the build. */
const LANGUAGE_PLACE = '<html lang="en">';
const SETTINGS_PLACE = '{"demoKey":null,"graphiql":true,"mail":false}';
const DESCRIPTION_PLACE = /(?<=<meta name="description" content=")[^"]*/;
/** The demo's pictures are our own; those of any other catalogue are where it says. */
const DEMO_POLICY = pagePolicy();
const CATALOGUE_POLICY = pagePolicy({ 'img-src': "'self' https:" });

export interface WebPageParts {
  readonly demoKey: DemoKey;
  /** The demo's key for its desk, shown to browsers on this machine only: it reads guests and changes prices. */
  readonly deskKey: DemoKey;
  readonly assets: PageAssets;
  /** Whether to link to GraphiQL. */
  readonly graphiql: boolean;
  /** Whether the demo shows mails at `/mail`. */
  readonly mail: boolean;
  /** The output of Vite; null: not built. */
  readonly folder?: string | null;
}

/** Returns the endpoints of the pages, and registers their assets. */
export function webPageEndpoints(
  open: OpenEndpoint,
  { demoKey, deskKey, assets, graphiql, mail, folder = BUILT_PAGES }: WebPageParts,
): Endpoint[] {
  if (folder === null || !existsSync(join(folder, 'index.html'))) {
    const page = plainPage(graphiql);
    return Object.values(DOCUMENTS).flatMap((paths) => paths.map((path) => open(path, () => page)));
  }
  for (const name of readdirSync(join(folder, 'assets'))) assets.add(name, readFileSync(join(folder, 'assets', name)));
  return Object.entries(DOCUMENTS).flatMap(([file, paths]) => {
    const built = readFileSync(join(folder, file), 'utf8');
    const render = (key: string | null) =>
      new Map(
        LANGUAGES.map((language) => {
          const settings = { demoKey: key, graphiql, mail: mail && key !== null };
          // biome-ignore lint/style/noNonNullAssertion: all languages are in the order that is preferred.
          const descriptions: Readonly<Record<string, string>> = texts[preferredLocales(language)[0]!];
          return [language, renderPage(language, { built, settings, description: descriptions[file] })];
        }),
      );
    const renderedBy = new Map([[null as string | null, render(null)]]);
    const shownKey = ({ headers, isFromThisMachine }: Exchange) => {
      if (file !== DESK) return demoKey.visibleTo(headers);
      return isFromThisMachine ? deskKey.visibleTo(headers) : null;
    };
    const respond = async (exchange: Exchange) => {
      const { headers, query } = exchange;
      const key = await shownKey(exchange);
      const pages = renderedBy.get(key) ?? render(key);
      renderedBy.set(key, pages);
      const wanted = String(query.lang);
      const language = pages.has(wanted) ? wanted : new Negotiator({ headers }).language(LANGUAGES);
      // biome-ignore lint/style/noNonNullAssertion: there is a page in each language.
      const page = pages.get(language ?? LANGUAGES[0]!)!;
      const policy = (await demoKey.current()) === null ? CATALOGUE_POLICY : DEMO_POLICY;
      return {
        ...page,
        headers: { ...page.headers, 'Content-Security-Policy': policy },
        vary: ['Accept-Language', ...demoKey.vary],
      };
    };
    return paths.map((path) => open(path, respond));
  });
}

function renderPage(
  language: string,
  { built, settings, description }: { built: string; settings: object; description: string | undefined },
): HttpResponse {
  for (const place of [LANGUAGE_PLACE, SETTINGS_PLACE]) {
    if (!built.includes(place)) throw new Error(`a page was built without ${place}`);
  }
  const html = built
    .replace(LANGUAGE_PLACE, () => `<html lang="${language}">`)
    .replace(DESCRIPTION_PLACE, (inEnglish) => description ?? inEnglish)
    .replace(SETTINGS_PLACE, () => formatSettings(settings));
  return htmlPage(html, { language });
}

const plainPage = (graphiql: boolean) =>
  htmlPage(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>spa-stay-gateway</title>
<h1>spa-stay-gateway</h1>
<p>The pages have not been built: <code>npm run build</code> does it.</p>
<ul>${graphiql ? '\n  <li><a href="/graphql">GraphiQL</a></li>' : ''}
  <li><a href="/docs">REST reference</a></li>
  <li><a href="/openapi.json">OpenAPI document</a></li>
  <li><a href="/health">/health</a></li>
  <li><a href="/ready">/ready</a></li>
  <li><a href="/ready/write">/ready/write</a></li>
</ul>
</html>
`,
    { policy: pagePolicy({ 'script-src': "'none'" }) },
  );
