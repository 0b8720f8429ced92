/**
 * The demo's pictures, `/pictures/HOTEL/NAME.svg`: files that are read when the first of them is asked for. They belong to no
 * catalogue, so they need no key and do not depend on the mode.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Endpoint } from '../../http/endpoint.ts';
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import { pagePolicy } from './html-page.ts';
import type { OpenEndpoint } from './open-endpoint.ts';

const FOLDER = new URL('../../demo/pictures/', import.meta.url);
/** A week: a release may change them. */
const CACHED = 'public, max-age=604800';

export function pictureEndpoint(open: OpenEndpoint): Endpoint {
  let pictures: ReadonlyMap<string, HttpResponse> | null = null;
  return open('/pictures/:hotel/:file', ({ params: { hotel, file } }) => {
    pictures ??= readPictures();
    return pictures.get(`${hotel}/${file}`) ?? toHttpResponse(failure(404));
  });
}

/** Answers by the names of files, such as `aurora/front.svg`. */
function readPictures(): Map<string, HttpResponse> {
  const names = readdirSync(FOLDER).flatMap((hotel) =>
    readdirSync(new URL(hotel, FOLDER)).map((file) => `${hotel}/${file}`),
  );
  return new Map(names.map((name) => [name, respond(readFileSync(new URL(name, FOLDER)))]));
}

function respond(svg: Buffer): HttpResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': CACHED,
      // Front ends of other origins show them, too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': pagePolicy({ 'script-src': "'none'" }),
      ETag: computeEntityTag(svg),
    },
    bytes: svg,
    isPage: true,
  };
}
