/** The shop as the server renders it. It is built for the server alone. */
import { exec } from 'preact-iso/router';
import { isLanguage } from '../format/language.ts';
import { FoundPathsDocument, type FoundPathsQuery } from '../generated/operations.ts';
import type { Renderer } from '../rendering.ts';
import { asked } from './found/found-page.ts';
import { renderHead } from './found/head.tsx';
import { FOUND_PAGES } from './found/pages.ts';

export const renderer: Renderer = {
  async find({ url, language, origin }) {
    if (!isLanguage(language)) return null;
    const { pathname, searchParams } = new URL(url, origin);
    for (const page of FOUND_PAGES) {
      const match = exec(pathname, page.path);
      if (!match) continue;
      const params = (match as { params: Record<string, string> }).params;
      const place = { params, query: Object.fromEntries(searchParams), language, origin };
      const path = pathname.replace(/(?<=.)\/+$/, '');
      const isInLanguage = searchParams.get('lang') === language;
      return {
        name: `${path} ${isInLanguage}`,
        operations: page.asks(place),
        render(answers) {
          const description = page.describe(answers, place);
          if (!description) return { isFound: false, head: '' };
          return {
            isFound: true,
            head: renderHead(description, { address: origin + path, language, isInLanguage }),
          };
        },
      };
    }
    return null;
  },

  async paths(ask) {
    const paths = ['/'];
    for (let after: string | null = null, isMore = true; isMore; ) {
      const answer = (await ask(asked(FoundPathsDocument, { after }))) as FoundPathsQuery;
      if (!answer.hotels) break;
      const { nodes, pageInfo } = answer.hotels;
      for (const { number, visitTypes } of nodes) {
        paths.push(`/hotels/${number}`, ...visitTypes.map((visitType) => `/stays/${visitType.number}/${number}`));
      }
      after = pageInfo.endCursor;
      isMore = pageInfo.hasNextPage;
    }
    return paths;
  },
};
