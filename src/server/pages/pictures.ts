/**
 * The demo's pictures, `/pictures/HOTEL/NAME.svg`. They are drawn when the first of them is asked for, and belong to no catalogue,
 * so they need no key and do not depend on the mode.
 */

import { drawPictures } from '../../demo/pictures/pictures.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import { pagePolicy } from './html-page.ts';
import type { OpenEndpoint } from './open-endpoint.ts';

/** A week: a release may draw them anew. */
const CACHED = 'public, max-age=604800';
const ENDING = '.svg';

export function pictureEndpoint(open: OpenEndpoint): Endpoint {
  let drawn: ReadonlyMap<string, HttpResponse> | null = null;
  return open('/pictures/:hotel/:file', ({ params: { hotel, file } }) => {
    drawn ??= new Map([...drawPictures()].map(([name, svg]) => [name + ENDING, respond(svg)]));
    return drawn.get(`${hotel}/${file}`) ?? toHttpResponse(failure(404));
  });
}

function respond(svg: string): HttpResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': CACHED,
      'Content-Security-Policy': pagePolicy({ 'script-src': "'none'" }),
      ETag: computeEntityTag(svg),
    },
    bytes: Buffer.from(svg),
    isPage: true,
  };
}
