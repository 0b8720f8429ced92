/** `/rules.md` and `/agents.md`: the documents that whoever programs against the gateway needs, as the release has them (X7). */
import { readFile } from 'node:fs/promises';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { HttpResponse } from '../../../http/response/response.ts';
import type { OpenEndpoint } from '../open-endpoint.ts';
import { publicText } from './public-text.ts';

const FOLDER = new URL('../../../../docs/', import.meta.url);
export const GUIDES = { rules: '/rules.md', agents: '/agents.md' } as const;

export function guideEndpoints(open: OpenEndpoint): Endpoint[] {
  return Object.values(GUIDES).map((path) => {
    let shown: Promise<HttpResponse> | null = null;
    return open(path, () => {
      shown ??= readFile(new URL(`.${path}`, FOLDER), 'utf8').then((text) => publicText(text, 'text/markdown'));
      return shown;
    });
  });
}
