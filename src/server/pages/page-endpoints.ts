/** The pages and what belongs to them: the shop's key, what renders them, what search engines read, and the demo's pictures. */
import type { Endpoint } from '../../http/endpoint.ts';
import type { Config } from '../config.ts';
import { type ShownKey, watchShownKey } from '../demo/demo-key.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import { publicFileEndpoints } from './public-files.ts';
import { createPageAnswers, type PageAnswersParts } from './rendered/page-answers.ts';
import { loadRenderer, RenderedPages, type RenderedPagesParts } from './rendered/rendered-pages.ts';
import { sitemapEndpoint } from './rendered/sitemap.ts';
import { type WebPageParts, webPageEndpoints } from './web-pages.ts';

/** For tests: other pages in place of the built ones. */
export interface OtherPages {
  readonly folder: string;
  readonly load: RenderedPagesParts['load'];
}

export interface PageEndpointsParts
  extends PageAnswersParts,
    Pick<WebPageParts, 'deskKey' | 'assets' | 'mail' | 'hasMail'> {
  readonly config: Config;
  readonly demoKey: ShownKey;
  /** What tells whether a key is still active. */
  readonly watched: Pick<Parameters<typeof watchShownKey>[0], 'apiKeys' | 'epochs' | 'log'>;
  readonly otherPages: OtherPages | undefined;
  readonly today: RenderedPagesParts['today'];
}

export function pageEndpoints(
  open: OpenEndpoint,
  { config, watched, otherPages, today, ...parts }: PageEndpointsParts,
): Endpoint[] {
  const { demoKey, deskKey, assets, mail, hasMail } = parts;
  const { publicHosts, pagesKey: key, graphiql, responseStoreMb: megabytes } = config;
  const pagesKey = key === null ? demoKey : watchShownKey({ ...watched, key, publicHosts, name: 'pages' });
  const answers = createPageAnswers(parts);
  const rendered = new RenderedPages({
    answers,
    publicHosts,
    megabytes,
    today,
    load: otherPages?.load ?? loadRenderer,
  });
  return [
    ...webPageEndpoints(open, {
      ...{ demoKey, deskKey, pagesKey, assets, graphiql, mail, hasMail, rendered },
      ...(otherPages && { folder: otherPages.folder }),
    }),
    ...publicFileEndpoints(open, { pagesKey, publicHosts }),
    sitemapEndpoint(open, { pages: rendered, answers, pagesKey, publicHosts }),
  ];
}
