/** GET /v2/amenity-categories: the amenity dictionary (change log of 2026-07-24 to 2026-07-28, V6). */
import { found } from '../answer.ts';
import { VERSION_OF_AMENITIES } from '../openapi-headers.ts';
import { queryReader } from '../read-query.ts';
import type { DocumentedRoute } from '../route.ts';
import { AMENITY_CATEGORIES } from './amenities.schema.ts';
import { AMENITIES_VERSION, amenitiesVersionHeader } from './amenities.ts';
import { AMENITY_CATEGORIES_EXAMPLE } from './amenity-categories.example.ts';
import { listOf } from './page.ts';

interface CategoryResult {
  readonly code: string;
  readonly label: unknown;
  readonly amenities: readonly unknown[];
}

/** Callers keep it for an hour, each for itself, and then ask whether it still holds. */
const CACHE_CONTROL = 'private, max-age=3600';

export const amenityCategories: DocumentedRoute<readonly CategoryResult[]> = {
  method: 'GET',
  path: '/v2/amenity-categories',
  scope: 'read',
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
  document: `
query ListAmenityCategories {
  result: amenityCategories {
    code
    label: name { ...Text }
    amenities { code label { ...Text } detailKinds options { code label { ...Text } } }
  }
  ${AMENITIES_VERSION}
}`,
  ...queryReader({}, { problems: () => [], variables: () => ({}) }),
  answer(result, _locales, beside) {
    const data = result.map(({ code, label, amenities }) => ({ category: { code, label }, amenities }));
    const headers = { 'Cache-Control': CACHE_CONTROL, ...amenitiesVersionHeader(beside) };
    return found(listOf(data), headers);
  },
};
