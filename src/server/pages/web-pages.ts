/**
 * The pages `/` (the shop), `/developers` and `/desk`, built by Vite from `src/web`. They are read once and answered from memory
 * to everybody, in the visitor's language, without a key. Every address within a page is answered
 * with its document, so that reloading and sharing work; those that others find are rendered, and count against the limits of their
 * visitor. Browsers revalidate documents; assets have content-addressed names. In
 * demo mode documents hold the demo key for visitors who may see it, those of the shop `PAGES_KEY`. Without a build, as when the sources run directly, a list of
 * links replaces them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Negotiator from 'negotiator';
import { preferredLocales } from '../../domain/text/locale.ts';
import { asServiceUnavailable } from '../../graphql/execution/errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import { RefusedRequest } from '../../http/request/refused-request.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import type { ShownKey } from '../demo/demo-key.ts';
import { htmlPage, pagePolicy, withStatus } from './html-page.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import type { PageAssets } from './page-assets.ts';
import { type Filling, type Manifest, PageDocument } from './page-document.ts';
import type { PageToRender, RenderedPages } from './rendered/rendered-pages.ts';
import { texts } from './texts/generated/texts.ts';

const SHOP = 'index.html';
const DESK = 'desk.html';
/** The documents of the build, with the addresses that they answer. `src/web` has the same in its routers. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  [SHOP]: [
    ...['/', '/offers', '/stays/:visitType/:hotel', '/hotels/:hotel'],
    ...['/book', '/book-party', '/booked', '/booking'],
  ],
  'developers.html': ['/developers'],
  [DESK]: ['/desk', '/desk/*'],
};

/** Next to the compiled program. The sources have no built pages. */
const BUILT_PAGES = import.meta.url.endsWith('.js') ? fileURLToPath(new URL('../../web', import.meta.url)) : null;
/** What the build says of its modules. */
const MANIFEST = join('.vite', 'manifest.json');
const DEFAULT_LANGUAGE = 'en';
/** The languages of the pages, in the order in which they are preferred. */
const LANGUAGES = [DEFAULT_LANGUAGE, 'cs', 'de', 'ru'];
/** The cookie in which a page keeps the language that its visitor has chosen. */
const CHOSEN_LANGUAGE = /(?:^|;\s*)language=(\w+)/;
/** The demo's pictures are our own; those of any other catalogue are where it says. */
const DEMO_IMAGES = "'self'";
const CATALOGUE_IMAGES = "'self' https:";

export interface WebPageParts {
  readonly demoKey: ShownKey;
  /** The demo's key for its desk, shown to browsers on this machine only: it reads guests and changes prices. */
  readonly deskKey: ShownKey;
  /** The key of the shop. */
  readonly pagesKey: ShownKey;
  readonly assets: PageAssets;
  /** Whether to link to GraphiQL. */
  readonly graphiql: boolean;
  /** Whether the demo shows mails at `/mail`. */
  readonly mail: boolean;
  /** Whether there are mails at all (S17). */
  readonly hasMail: boolean;
  /** The output of Vite; null: not built. */
  readonly folder?: string | null;
  /** Renders pages of the shop; null: none is rendered. */
  readonly rendered?: RenderedPages | null;
}

/** Returns the endpoints of the pages, and registers their assets. */
export function webPageEndpoints(
  open: OpenEndpoint,
  { demoKey, deskKey, pagesKey, assets, graphiql, mail, hasMail, folder = BUILT_PAGES, rendered = null }: WebPageParts,
): Endpoint[] {
  if (folder === null || !existsSync(join(folder, SHOP))) {
    const page = plainPage(graphiql);
    return Object.values(DOCUMENTS).flatMap((paths) => paths.map((path) => open(path, () => page)));
  }
  for (const name of readdirSync(join(folder, 'assets'))) assets.add(name, readFileSync(join(folder, 'assets', name)));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const manifest = existsSync(join(folder, MANIFEST)) ? (JSON.parse(read(MANIFEST)) as Manifest) : {};
  return Object.entries(DOCUMENTS).flatMap(([file, paths]) => {
    const document = new PageDocument(read(file), { manifest, read });
    const shownKey = ({ headers, isFromThisMachine }: Exchange) => {
      if (file === SHOP) return pagesKey.visibleTo(headers);
      if (file !== DESK) return demoKey.visibleTo(headers);
      return isFromThisMachine ? deskKey.visibleTo(headers) : null;
    };
    /** Documents by what was filled in: languages and settings, which are few. */
    const unrendered = new Map<string, HttpResponse>();
    const fill = (filling: Filling) => {
      const name = JSON.stringify(filling);
      const page = unrendered.get(name) ?? document.fill(filling);
      unrendered.set(name, page);
      return page;
    };
    const respond = async (exchange: Exchange) => {
      const { headers, query } = exchange;
      const key = await shownKey(exchange);
      const settings = { key, graphiql, mail: mail && (await demoKey.visibleTo(headers)) !== null, hasMail };
      const wanted = [query.lang, CHOSEN_LANGUAGE.exec(headers.cookie ?? '')?.[1]].map(String);
      const preferred = new Negotiator({ headers }).language(LANGUAGES) ?? DEFAULT_LANGUAGE;
      const language = wanted.find((one) => LANGUAGES.includes(one)) ?? preferred;
      // biome-ignore lint/style/noNonNullAssertion: all languages are in the order that is preferred.
      const descriptions: Readonly<Record<string, string>> = texts[preferredLocales(language)[0]!];
      const imageSources = (await demoKey.current()) === null ? CATALOGUE_IMAGES : DEMO_IMAGES;
      const filling = { language, settings, description: descriptions[file], imageSources };
      const shown = file === SHOP ? await renderedOrFilled(exchange, { document, filling }) : fill(filling);
      return {
        ...shown,
        vary: ['Accept-Language', 'Cookie', ...new Set([...demoKey.vary, ...pagesKey.vary])],
      };
    };
    /** The page that asks by itself stands in for what is not rendered, also where the answers are refused for a while (F17). */
    const renderedOrFilled = async (exchange: Exchange, page: PageToRender) => {
      try {
        return (await rendered?.respond(exchange, page)) ?? fill(page.filling);
      } catch (error) {
        const unavailable = asServiceUnavailable(error);
        if (unavailable) {
          return withStatus(fill(page.filling), 503, { 'Retry-After': String(unavailable.retryAfterSeconds) });
        }
        if (error instanceof RefusedRequest && error.status === 429) return withStatus(fill(page.filling), 429);
        throw error;
      }
    };
    return paths.map((path) => open(path, respond));
  });
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
