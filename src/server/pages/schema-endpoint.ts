/** `/schema.graphql`: the schema as text, for editors and code generators. It is public, as is the OpenAPI document. */
import { printedSchema } from '../../graphql/schema/schema.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { computeEntityTag } from '../../http/response/entity-tag.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import type { OpenEndpoint } from './open-endpoint.ts';

export function schemaEndpoint(open: OpenEndpoint): Endpoint {
  let printed: HttpResponse | null = null;
  return open('/schema.graphql', () => {
    printed ??= respond(printedSchema());
    return printed;
  });
}

function respond(text: string): HttpResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache',
      ETag: computeEntityTag(text),
    },
    bytes: Buffer.from(text),
  };
}
