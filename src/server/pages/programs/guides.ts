/** `/rules.md` and `/agents.md`: the documents that whoever programs against the gateway needs, as the release has them (X7). */
import { readFileSync } from 'node:fs';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { HttpResponse } from '../../../http/response/response.ts';
import type { OpenEndpoint } from '../open-endpoint.ts';
import { publicText } from './public-text.ts';

const FOLDER = new URL('../../../../docs/', import.meta.url);
export const GUIDES = { rules: '/rules.md', agents: '/agents.md' } as const;
const SERVED: readonly string[] = Object.values(GUIDES);
const LINK = /\[([^[\]]+)\]\((?!https:|#)([^()#]+)(?:#[^()]*)?\)/g;

/** Links to what is in the repository alone would lead nowhere: their words remain. */
const withServedLinks = (text: string): string =>
  text.replaceAll(LINK, (link, words: string, file: string) => (SERVED.includes(`/${file}`) ? link : words));

export function guideEndpoints(open: OpenEndpoint): Endpoint[] {
  return SERVED.map((path) => {
    let shown: HttpResponse | null = null;
    return open(path, () => {
      shown ??= publicText(withServedLinks(readFileSync(new URL(`.${path}`, FOLDER), 'utf8')), 'text/markdown');
      return shown;
    });
  });
}
