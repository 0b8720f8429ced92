/**
 * The front page `/`, as Vite built it from `src/web`: read once, answered from memory to everybody, in the language of the
 * visitor. It needs no key and counts as no request. The page is asked for each time; its assets have names that change with
 * their content. In demo mode, and only to visitors who may see it, the demo key stands in it. Where nothing was built, as when
 * the sources run as they are, a list of links stands in.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Negotiator from 'negotiator';
import type { Endpoint } from '../../http/endpoint.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import type { DemoKey } from '../demo/demo-key.ts';
import type { OpenEndpoint } from '../graphql/open-endpoint.ts';
import { formatSettings, htmlPage, pagePolicy } from './html-page.ts';
import type { PageAssets } from './page-assets.ts';

/** Beside the compiled program. The sources have no built page. */
const BUILT_PAGE = import.meta.url.endsWith('.js') ? fileURLToPath(new URL('../../web', import.meta.url)) : null;
/** The languages of the page; the first is for visitors who want none of them. */
const LANGUAGES = ['en', 'cs', 'de', 'ru'];
/** What the build leaves to be filled in. */
const LANGUAGE_PLACE = '<html lang="en">';
const SETTINGS_PLACE = '{"demoKey":null,"graphiql":true}';

/** What the page is made of. */
export interface FrontPageParts {
  readonly demoKey: DemoKey;
  readonly assets: PageAssets;
  /** Whether there is GraphiQL to lead to. */
  readonly graphiql: boolean;
  /** Where Vite built it; null: nowhere. */
  readonly folder?: string | null;
}

/** The endpoint of the page, whose assets it adds. */
export function frontPageEndpoint(
  open: OpenEndpoint,
  { demoKey, assets, graphiql, folder = BUILT_PAGE }: FrontPageParts,
): Endpoint {
  if (folder === null || !existsSync(join(folder, 'index.html'))) {
    const page = plainPage(graphiql);
    return open('/', () => page);
  }
  for (const name of readdirSync(join(folder, 'assets'))) assets.add(name, readFileSync(join(folder, 'assets', name)));
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const pagesWith = (key: string | null) =>
    new Map(
      LANGUAGES.map((language) => [language, renderPage(language, { built, settings: { demoKey: key, graphiql } })]),
    );
  const pagesBy = new Map([[null as string | null, pagesWith(null)]]);
  return open('/', async ({ headers, query }) => {
    const key = await demoKey.visibleTo(headers);
    const pages = pagesBy.get(key) ?? pagesWith(key);
    pagesBy.set(key, pages);
    const wanted = String(query.lang);
    const language = pages.has(wanted) ? wanted : new Negotiator({ headers }).language(LANGUAGES);
    return { ...pages.get(language ?? LANGUAGES[0]!)!, vary: ['Accept-Language', ...demoKey.vary] };
  });
}

function renderPage(language: string, { built, settings }: { built: string; settings: object }): HttpResponse {
  for (const place of [LANGUAGE_PLACE, SETTINGS_PLACE]) {
    if (!built.includes(place)) throw new Error(`the front page was built without ${place}`);
  }
  const html = built
    .replace(LANGUAGE_PLACE, () => `<html lang="${language}">`)
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
<p>The front page has not been built: <code>npm run build</code> does it.</p>
<ul>${graphiql ? '\n  <li><a href="/graphql">GraphiQL</a></li>' : ''}
  <li><a href="/docs">REST reference</a></li>
  <li><a href="/openapi.json">OpenAPI document</a></li>
  <li><a href="/health">/health</a></li>
  <li><a href="/ready">/ready</a></li>
</ul>
</html>
`,
    { policy: pagePolicy({ 'script-src': "'none'" }) },
  );
