/**
 * `/sitemap.xml`: the pages that search engines should find (F17), as far as the key of the pages sees them. One document has at most so many;
 * for more it is an index of its parts.
 */
import type { Endpoint } from '../../../http/endpoint.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { RefusedRequest } from '../../../http/request/refused-request.ts';
import type { HttpResponse } from '../../../http/response/response.ts';
import { failure, toHttpResponse } from '../../../rest/rest-response.ts';
import type { ShownKey } from '../../demo/demo-key.ts';
import type { OpenEndpoint } from '../open-endpoint.ts';
import { type PageAnswers, Unanswered } from './page-answers.ts';
import { pageOrigin } from './page-origin.ts';
import type { RenderedPages } from './rendered-pages.ts';

export const SITEMAP_PATH = '/sitemap.xml';
/** Less than the 50,000 of the protocol, so that a part is small enough for an answer. */
const PATHS_MAX = 20_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const PART = /^[1-9]\d{0,4}$/;

export interface SitemapParts {
  readonly pages: RenderedPages;
  readonly answers: PageAnswers;
  readonly pagesKey: ShownKey;
  readonly publicHosts: readonly string[];
}

export function sitemapEndpoint(open: OpenEndpoint, parts: SitemapParts): Endpoint {
  return open(SITEMAP_PATH, async (exchange) => {
    const response = await respond(exchange, parts);
    return { ...(response ?? toHttpResponse(failure(404))), isPage: true, vary: parts.pagesKey.vary };
  });
}

async function respond(
  exchange: Exchange,
  { pages, answers, pagesKey, publicHosts }: SitemapParts,
): Promise<HttpResponse | null> {
  const key = await pagesKey.visibleTo(exchange.headers);
  const origin = pageOrigin(exchange, publicHosts);
  if (key === null || origin === null) return null;
  const questions = await answers(exchange, key);
  if (!questions) return null;
  const { part } = exchange.query;
  if (part !== undefined && !PART.test(String(part))) return null;
  const renderer = await pages.load();
  const paths = await renderer
    .paths(async (operation) => (await questions.ask(operation, 'en')).data)
    .catch((error) => {
      throw error instanceof Unanswered ? new RefusedRequest(503) : error;
    });
  const parts = Math.ceil(paths.length / PATHS_MAX);
  if (part === undefined && parts > 1) {
    const addresses = Array.from({ length: parts }, (_, index) => `${SITEMAP_PATH}?part=${index + 1}`);
    return xml(listOf('sitemapindex', 'sitemap', addresses, origin));
  }
  const first = (Number(part ?? 1) - 1) * PATHS_MAX;
  const listed = paths.slice(first, first + PATHS_MAX);
  return listed.length === 0 ? null : xml(listOf('urlset', 'url', listed, origin));
}

/** Paths have nothing that XML would have to escape. */
function listOf(list: string, entry: string, paths: readonly string[], origin: string): string {
  const entries = paths.map((path) => `<${entry}><loc>${origin}${path}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${NAMESPACE}">\n${entries.join('')}</${list}>\n`;
}

function xml(text: string): HttpResponse {
  const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'private, no-cache' };
  return { status: 200, headers, bytes: Buffer.from(text) };
}
