/** GET /v1/visit-types: the visit types that filters select, paginated (C1 to C3). */
import type { Locale } from '../../../domain/text/locale.ts';
import { asStored } from '../../../graphql/schema/enums.ts';
import { Gap, type SerializedJson, serializeListed } from '../../../operations/page/serialized-json.ts';
import {
  BEDS,
  HOTEL_STARS,
  PAGE_OFFSET,
  PAGE_SIZE,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  pageProblems,
  visitTypeFilterProblems,
} from '../../../operations/search/search-input.ts';
import {
  ListCategoriesOfVisitTypesDocument,
  type ListCategoriesOfVisitTypesQuery,
  ListVisitTypesDocument,
  type ListVisitTypesQuery,
  type StayCategory,
} from '../../generated/operations.ts';
import { TOTAL_COUNT } from '../../openapi/openapi-headers.ts';
import { date, integer, queryReader, reference } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { AskDocument, PageRouteOf } from '../../route.ts';
import { dateVariable, lowestPriceByLanguage } from '../shapes.ts';
import VISIT_TYPES_EXAMPLE from './visit-types.example.json' with { type: 'json' };
import { VISIT_TYPES } from './visit-types.schema.ts';

/**
 * Each record contains all visit types of its categories (C3), so a whole page of a catalogue of a hundred hotels has 4.7 MB. The
 * interface promises pages of 100, so they have room to grow, within what may wait for one reader (A3).
 */
const MAX_PAGE_BYTES = 12_000_000;

const PARAMETERS = {
  max: integer({
    canonical: 'first',
    description: 'Number of records to return.',
    example: '10',
    bounds: PAGE_SIZE,
    defaultValue: PAGE_SIZE_DEFAULT,
  }),
  offset: integer({
    canonical: 'offset',
    description: 'Number of records to skip.',
    example: '0',
    bounds: PAGE_OFFSET,
    defaultValue: 0,
  }),
  hotel_id: reference({ canonical: 'hotel', description: 'Only those sold in this hotel.', example: '1' }),
  destination_id: reference({
    canonical: 'destination',
    description: 'Only those sold in a hotel of this destination.',
    example: '1',
  }),
  hotel_stars_min: integer({
    canonical: 'starsMin',
    description: 'Only those sold in a hotel with at least this many stars.',
    example: '3',
    bounds: HOTEL_STARS,
  }),
  hotel_stars_max: integer({
    canonical: 'starsMax',
    description: 'Only those sold in a hotel with at most this many stars.',
    example: '5',
    bounds: HOTEL_STARS,
  }),
  number_of_beds: integer({
    canonical: 'occupancy',
    description: 'Only those sold in a hotel that has a room type with exactly this many beds.',
    example: '2',
    bounds: BEDS,
  }),
  date_from: date({
    canonical: 'dateFrom',
    description: 'Only those with a night on offer on this date or later.',
    example: '2027-02-01',
  }),
  date_to: date({
    canonical: 'dateTo',
    description: 'Only those with a night on offer on this date or earlier.',
    example: '2027-02-28',
  }),
  nights_min: integer({
    canonical: 'nightsMin',
    description: 'Only those whose own `nights_max` is at least this.',
    example: '3',
  }),
  nights_max: integer({
    canonical: 'nightsMax',
    description: 'Only those whose own `nights_min` is at most this.',
    example: '14',
  }),
};

type VisitTypeNode = NonNullable<ListVisitTypesQuery['result']>['nodes'][number];
type CategoryNode = NonNullable<ListCategoriesOfVisitTypesQuery['result']>[number];

/** A category lists all its visit types, and the few categories of a page make up most of the answer, so each is loaded once. */
async function categoriesOf(
  records: readonly SerializedJson[],
  ask: AskDocument,
): Promise<Map<number, SerializedJson>> {
  const numbers = [...new Set(records.flatMap(({ gaps }) => gaps.flatMap((gap) => gap.numbers)))];
  const categories = new Map<number, SerializedJson>();
  for (let start = 0; start < numbers.length; start += PAGE_SIZE_MAX) {
    const { result } = await ask(ListCategoriesOfVisitTypesDocument, {
      ids: numbers.slice(start, start + PAGE_SIZE_MAX),
    });
    for (const category of serializeListed(result, (one) => toCategoryRecord(one as CategoryNode)))
      categories.set(category.number, category);
  }
  return categories;
}

function withStoredCategory<Node extends { readonly stay_category: StayCategory | null }>(node: Node) {
  return { ...node, stay_category: node.stay_category && asStored(node.stay_category) };
}

function toCategoryRecord(node: CategoryNode) {
  return { ...node, visitTypes: node.visitTypes.map(withStoredCategory) };
}

/** Assigning to an existing key keeps its position, so the field order is the document's. */
function toVisitTypeRecord(node: VisitTypeNode, locales: readonly Locale[]) {
  return {
    ...withStoredCategory(node),
    visit_type_categories: new Gap(node.visit_type_categories.map(({ id }) => id)),
    lowest_price: lowestPriceByLanguage(node.lowest_price, locales),
    hotels: node.hotels.map(({ hotel, lowest_price, promotions }) => ({
      ...hotel,
      lowest_price: lowestPriceByLanguage(lowest_price, locales),
      promotions,
    })),
  };
}

export const visitTypes: PageRouteOf<typeof ListVisitTypesDocument> = {
  method: 'GET',
  path: '/v1/visit-types',
  scopes: ['read'],
  summary: 'List visit types',
  description: [
    'Filters select records and never change what a record contains. The filters on the hotel and the dates must hold for one and the same hotel, `number_of_beds` and the dates for one room type there. Ordered by `priority_position`, then `id`.',
    'A night is on offer when it is not past, is priced there, and lies inside one of `time_constraints` if there are any; with both dates given, one and the same night must lie between them, both included. Outside its selling period a visit type has no night on offer. The same nights have a lowest price and are not NOT_AVAILABLE in the calendar.',
  ].join('\n\n'),
  reference: {
    operationId: 'listVisitTypes',
    success: 'A page of visit types.',
    body: VISIT_TYPES,
    headers: { 'X-Total-Count': TOTAL_COUNT },
    example: VISIT_TYPES_EXAMPLE,
  },
  isLocalized: true,
  maxAnswerBytes: MAX_PAGE_BYTES,
  document: ListVisitTypesDocument,
  furtherDocuments: [{ document: ListCategoriesOfVisitTypesDocument, toRecord: toCategoryRecord }],
  ...queryReader(PARAMETERS, {
    problems: (values) => [
      ...pageProblems({ first: values.max, offset: values.offset }),
      ...visitTypeFilterProblems({
        starsMin: values.hotel_stars_min,
        starsMax: values.hotel_stars_max,
        occupancy: values.number_of_beds,
        dateFrom: values.date_from,
        dateTo: values.date_to,
        nightsMin: values.nights_min,
        nightsMax: values.nights_max,
      }),
    ],
    variables: (values) => ({
      first: values.max,
      offset: values.offset,
      filter: {
        hotel: values.hotel_id,
        destination: values.destination_id,
        starsMin: values.hotel_stars_min,
        starsMax: values.hotel_stars_max,
        occupancy: values.number_of_beds,
        dateFrom: dateVariable(values.date_from),
        dateTo: dateVariable(values.date_to),
        nightsMin: values.nights_min,
        nightsMax: values.nights_max,
      },
    }),
  }),
  toRecord: toVisitTypeRecord,
  async answer({ result: { totalCount, nodes } }, _locales, ask) {
    const categories = await categoriesOf(nodes, ask);
    const records = nodes.map((record) =>
      record.filled(({ numbers }) => numbers.flatMap((number) => categories.get(number) ?? [])),
    );
    return ok(records, { 'X-Total-Count': String(totalCount) });
  },
};
