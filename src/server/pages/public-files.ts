/** What anybody may read without a page around it: the demo's pictures, `/robots.txt`, and texts for programs. */
import type { Endpoint } from '../../http/endpoint.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import { pictureEndpoint } from './pictures.ts';
import { catalogEndpoints } from './programs/api-catalog.ts';
import { guideEndpoints } from './programs/guides.ts';
import { schemaEndpoints } from './programs/schema-endpoints.ts';
import { robotsEndpoint } from './robots.ts';

export function publicFileEndpoints(open: OpenEndpoint, parts: Parameters<typeof robotsEndpoint>[1]): Endpoint[] {
  return [
    pictureEndpoint(open),
    robotsEndpoint(open, parts),
    ...schemaEndpoints(open),
    ...guideEndpoints(open),
    ...catalogEndpoints(open, parts),
  ];
}
