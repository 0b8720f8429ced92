/** The shop as the server renders it (F17). It is built for the server alone. */
import { exec } from 'preact-iso/router';
import { render } from 'preact-render-to-string';
import { isLanguage } from '../format/language.ts';
import { allNodes, type Page } from '../gateway/all-nodes.ts';
import { nameOfAsked } from '../gateway/known-answers.ts';
import type { Whole } from '../gateway/request.ts';
import {
  FoundHotelPathsDocument,
  type FoundHotelPathsQuery,
  FoundStayPathsDocument,
  type FoundStayPathsQuery,
} from '../generated/operations.ts';
import { PageRoot } from '../page.tsx';
import type { Renderer, UnansweredError } from '../rendering.ts';
import { loadView } from '../views/views.tsx';
import { asked } from './found/found-page.ts';
import { renderHead } from './found/head.tsx';
import { FOUND_PAGES } from './found/pages.ts';
import { WithoutScript } from './found/without-script.tsx';
import { Shop, VIEWS } from './shop.tsx';

const PAGE_SIZE_MAX = 100;
/** A page that cannot be answered is split into so many smaller ones. */
const SMALLER = 10;

export const renderer: Renderer = {
  async find({ url, language, origin, today, settings }) {
    if (!isLanguage(language)) return null;
    if (!url.startsWith('/')) return null;
    // The texts are joined, because resolved against the origin an address that begins with two slashes would name another host.
    const { pathname, searchParams } = new URL(origin + url);
    if (pathname.startsWith('//')) return null;
    for (const page of FOUND_PAGES) {
      const match = exec(pathname, page.path);
      if (!match || !(await loadView(VIEWS, pathname))) continue;
      const { params } = match as { readonly params: Readonly<Record<string, string>> };
      const query = Object.fromEntries(searchParams);
      const place = { params, query, language, origin, today };
      let end = pathname.length;
      while (end > 1 && pathname[end - 1] === '/') end--;
      const path = pathname.slice(0, end);
      const isInLanguage = searchParams.get('lang') === language;
      const asks = page.asks(place);
      return {
        name: `${path} ${page.queryOf(query)} ${isInLanguage}`,
        module: page.module ?? null,
        operations: asks,
        render(answers) {
          const description = page.describe(answers, place);
          const own = description?.path ?? path;
          const known = new Map(
            asks.flatMap(({ query, variables, isShown }, index) =>
              isShown ? [[nameOfAsked(query, variables), answers[index]] as const] : [],
            ),
          );
          const start = { settings, language, key: settings.key, known, url, isRendered: true };
          return {
            isFound: description !== null,
            head: description && renderHead(description, { address: origin + own, language, isInLanguage }),
            body: render(<PageRoot App={Shop} views={VIEWS} start={start} />),
            answers: Object.fromEntries(known),
            withoutScript: render(
              <WithoutScript {...{ path: own, language, isInLanguage, links: description?.links ?? [] }} />,
            ),
          };
        },
      };
    }
    return null;
  },

  async paths(ask) {
    const hotels = await allNodes(
      async (after) => ((await ask(asked(FoundHotelPathsDocument, { after }))) as Whole<FoundHotelPathsQuery>).list,
    );
    const visitTypes = await allInPages(
      async (page) => ((await ask(asked(FoundStayPathsDocument, page))) as Whole<FoundStayPathsQuery>).list,
    );
    return [
      '/',
      ...hotels.map(({ number }) => `/hotels/${number}`),
      ...visitTypes.flatMap(({ number, hotels: sold }) =>
        sold
          .filter(({ lowestPrice }) => lowestPrice.some(({ amountPerNight }) => amountPerNight !== null))
          .map(({ hotel }) => `/stays/${number}/${hotel.number}`),
      ),
    ];
  },
};

/**
 * All nodes of a list in pages that can be answered: a visit type may be sold in thousands of hotels. A page that cannot be is asked for in
 * smaller ones, and larger ones are tried again behind it, each time after twice as many. Nothing else is asked for again: a process that
 * is late or away has no time for more questions.
 */
async function allInPages<Node>(
  ask: (page: { readonly first: number; readonly after: string | null }) => Promise<Page<Node>>,
): Promise<Node[]> {
  const nodes: Node[] = [];
  let first = PAGE_SIZE_MAX;
  let wait = SMALLER;
  let pagesUntilLarger = wait;
  for (let after: string | null = null; ; ) {
    try {
      const page: Page<Node> = await ask({ first, after });
      nodes.push(...page.nodes);
      if (!page.pageInfo.hasNextPage) return nodes;
      after = page.pageInfo.endCursor;
      if (first === PAGE_SIZE_MAX || --pagesUntilLarger > 0) continue;
      first *= SMALLER;
      pagesUntilLarger = wait;
    } catch (error) {
      const isUnanswered = error instanceof Error && error.name === ('Unanswered' satisfies UnansweredError['name']);
      if (first === 1 || !isUnanswered) throw error;
      first /= SMALLER;
      pagesUntilLarger = wait;
      wait *= 2;
    }
  }
}
