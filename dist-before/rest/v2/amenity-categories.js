/** GET /v2/amenity-categories: the amenity dictionary (change log of 2026-07-24 to 2026-07-28, V6). */
import { found } from '../answer.js';
import { use } from '../json-schema.js';
import { VERSION_OF_AMENITIES } from '../openapi-headers.js';
import { queryReader } from '../read-query.js';
import { AMENITY_CATEGORIES } from './amenities.schema.js';
import { AMENITIES_VERSION, amenitiesVersionHeader } from './amenities.js';
import { AMENITY_CATEGORIES_EXAMPLE } from './amenity-categories.example.js';
import { listOf } from './page.js';
/** Callers keep it for an hour, each for itself, and then ask whether it still holds. */
const CACHE_CONTROL = 'private, max-age=3600';
export const amenityCategories = {
    method: 'GET',
    path: '/v2/amenity-categories',
    scope: 'read',
    summary: 'The amenity dictionary',
    description: 'All categories with their amenities, in order. `detailKinds` names the details that the values of an amenity carry in hotels. The answer may be kept for an hour, and has an entity tag: a request whose `If-None-Match` names it is answered with 304 and no body.',
    reference: {
        operationId: 'listAmenityCategories',
        success: 'The dictionary. It is never cut into pages.',
        body: use(AMENITY_CATEGORIES),
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
//# sourceMappingURL=amenity-categories.js.map