/** GET /v2/amenity-categories: the amenity dictionary (V6). */
import { detailKindOf } from '../../../graphql/schema/catalogue/amenity-enums.ts';
import { ListAmenityCategoriesDocument } from '../../generated/operations.ts';
import { VERSION_OF_AMENITIES } from '../../openapi/openapi-headers.ts';
import { queryReader } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { RouteOf } from '../../route.ts';
import { toPageBody } from '../page.ts';
import { AMENITY_CATEGORIES } from './amenities.schema.ts';
import { amenitiesVersionHeader } from './amenities.ts';
import AMENITY_CATEGORIES_EXAMPLE from './amenity-categories.example.json' with { type: 'json' };

/** Each caller caches it for an hour, privately, and then revalidates. */
const CACHE_CONTROL = 'private, max-age=3600';

export const amenityCategories: RouteOf<typeof ListAmenityCategoriesDocument> = {
  method: 'GET',
  path: '/v2/amenity-categories',
  scopes: ['read'],
  summary: 'The amenity dictionary',
  description:
    'All categories with their amenities, in order. `detailKinds` names the details that the values of an amenity carry in hotels. The answer may be kept for an hour, and has an entity tag: a request whose `If-None-Match` names it is answered with 304 and no body.',
  reference: {
    operationId: 'listAmenityCategories',
    success: 'The dictionary. It is never cut into pages.',
    body: AMENITY_CATEGORIES,
    headers: VERSION_OF_AMENITIES,
    cacheControl: CACHE_CONTROL,
    example: AMENITY_CATEGORIES_EXAMPLE,
  },
  isLocalized: true,
  document: ListAmenityCategoriesDocument,
  ...queryReader({}, { problems: () => [], variables: () => ({}) }),
  answer({ result, ...version }) {
    const data = result.map(({ code, label, amenities }) => ({
      category: { code, label },
      amenities: amenities.map((amenity) => ({ ...amenity, detailKinds: amenity.detailKinds.map(detailKindOf) })),
    }));
    return ok(toPageBody(data), { 'Cache-Control': CACHE_CONTROL, ...amenitiesVersionHeader(version) });
  },
};
