/** A text for programs that is the same for everybody until the next release: asked for again, it is not sent again. */
import { computeEntityTag } from '../../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../../http/response/response.ts';

export function publicText(text: string, type: 'text/plain' | 'text/markdown' | 'application/json'): HttpResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      ETag: computeEntityTag(text),
    },
    bytes: Buffer.from(text),
  };
}
