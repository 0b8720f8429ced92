import { BEDS, HOTEL_STARS, PAGE_OFFSET, PAGE_SIZE, PAGE_SIZE_DEFAULT, pageProblems, visitTypeFilterProblems, } from '../../operations/search-input.js';
import { utf8 } from '../../operations/utf8.js';
import { found, WrittenJson } from '../answer.js';
import { TOTAL_COUNT } from '../openapi-headers.js';
import { date, integer, reference } from '../parameters.js';
import { queryReader } from '../read-query.js';
import { dateVariable, LOWEST_PRICE, lowestPriceByLanguage } from './shapes.js';
import { VISIT_TYPES_EXAMPLE } from './visit-types.example.js';
import { VISIT_TYPES } from './visit-types.schema.js';
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
        canonical: 'hotelStarsMin',
        description: 'Only those sold in a hotel with at least this many stars.',
        example: '3',
        bounds: HOTEL_STARS,
    }),
    hotel_stars_max: integer({
        canonical: 'hotelStarsMax',
        description: 'Only those sold in a hotel with at most this many stars.',
        example: '5',
        bounds: HOTEL_STARS,
    }),
    number_of_beds: integer({
        canonical: 'beds',
        description: 'Only those sold in a hotel that has a room type with exactly this many beds.',
        example: '2',
        bounds: BEDS,
    }),
    date_from: date({
        canonical: 'dateFrom',
        description: 'Only those with a priced night on this date or later.',
        example: '2027-02-01',
    }),
    date_to: date({
        canonical: 'dateTo',
        description: 'Only those with a priced night on this date or earlier.',
        example: '2027-02-28',
    }),
    nights_min: integer({
        canonical: 'nightsMin',
        description: 'Only those that allow a stay of at least this many nights.',
        example: '3',
    }),
    nights_max: integer({
        canonical: 'nightsMax',
        description: 'Only those that allow a stay of at most this many nights.',
        example: '14',
    }),
};
const SUMMARY_HEAD = '_id: id id: number priority_position: priorityPosition on_demand: onDemand';
const SUMMARY_NIGHTS = 'nights_min: nightsMin nights_max: nightsMax reservation_time_span: reservationTimeSpan';
/** Every field under its name in the interface, in its order; the lowest prices are reshaped afterwards. */
const DOCUMENT = `
query ListVisitTypes($filter: VisitTypeFilter, $first: Int, $offset: Int) {
  result: visitTypes(filter: $filter, first: $first, offset: $offset) {
    totalCount
    nodes {
      ${SUMMARY_HEAD}
      stay_category: stayCategory
      name { ...Text }
      visit_type_categories: categories { id: number }
      booking_url: bookingUrl { ...Text }
      description { ...Text }
      ${SUMMARY_NIGHTS}
      time_constraints: timeConstraints { date_from: from date_to: to }
      procedures
      procedure_frequency: procedureFrequency
      procedures_per_day: proceduresPerDay
      boarding
      available_boardings: availableBoardings
      tags { _id: id id: number name { ...Text } color }
      lowest_price: lowestPrice { ${LOWEST_PRICE} }
      promotions { ...Promotion }
      commercial_slogan: commercialSlogan { ...Text }
      notice { ...Text }
      services { ...Text }
      hotels {
        hotel { _id: id id: number name }
        lowest_price: lowestPrice { ${LOWEST_PRICE} }
        promotions { ...Promotion }
      }
      loyalty_programs: loyaltyPrograms { _id: id id: number name { ...Text } }
    }
  }
}
fragment Promotion on Promotion { name { ...Text } percentage valid_from: validFrom valid_to: validTo }
`;
/** A category tells of all visit types in it, and most records of a page are in the same few. */
const CATEGORIES = `
query CategoriesOfVisitTypes($ids: [ID!]!) {
  result: visitTypeCategories(ids: $ids) {
    _id: id
    id: number
    name { ...Text }
    visitTypes { ${SUMMARY_HEAD} stay_category: stayCategory name { ...Text } ${SUMMARY_NIGHTS} }
  }
}`;
/** Assigning to a key that exists keeps its place, so the order of the fields stays the document's. */
function visitTypeOf(node, locales) {
    return {
        ...node,
        visit_type_categories: 0,
        lowest_price: lowestPriceByLanguage(node.lowest_price, locales),
        hotels: node.hotels.map(({ hotel, lowest_price, promotions }) => ({
            _id: hotel._id,
            id: hotel.id,
            name: hotel.name,
            lowest_price: lowestPriceByLanguage(lowest_price, locales),
            promotions,
        })),
    };
}
/** No text of a record can hold this: there its quotes would be escaped. */
const CATEGORIES_TO_COME = '"visit_type_categories":0';
const COMMA = utf8(',');
/** A record as JSON, in parts. */
function recordOf(node, { locales, categories }) {
    const [before, after] = JSON.stringify(visitTypeOf(node, locales)).split(CATEGORIES_TO_COME);
    const listed = node.visit_type_categories.flatMap(({ id }) => categories.get(id) ?? []);
    return [utf8(`${before}"visit_type_categories":[`), ...separated(listed.map((one) => [one])), utf8(`]${after}`)];
}
/** With commas between them. */
function separated(values) {
    return values.flatMap((value, index) => (index === 0 ? value : [COMMA, ...value]));
}
export const visitTypes = {
    method: 'GET',
    path: '/v1/visit-types',
    scope: 'read',
    summary: 'List visit types',
    description: 'Filters select records and never change what a record contains. The filters on the hotel must hold for one and the same hotel. Ordered by `priority_position`, then `id`.',
    reference: {
        operationId: 'listVisitTypes',
        success: 'A page of visit types.',
        body: VISIT_TYPES,
        headers: { 'X-Total-Count': TOTAL_COUNT },
        example: VISIT_TYPES_EXAMPLE,
    },
    isLocalized: true,
    document: DOCUMENT,
    shared: {
        document: CATEGORIES,
        numbersIn: ({ nodes }) => nodes.flatMap((node) => node.visit_type_categories.map(({ id }) => id)),
    },
    ...queryReader(PARAMETERS, {
        problems: (values) => [
            ...pageProblems({ first: values.max, offset: values.offset }),
            ...visitTypeFilterProblems({
                hotelStarsMin: values.hotel_stars_min,
                hotelStarsMax: values.hotel_stars_max,
                beds: values.number_of_beds,
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
                hotelStarsMin: values.hotel_stars_min,
                hotelStarsMax: values.hotel_stars_max,
                beds: values.number_of_beds,
                dateFrom: dateVariable(values.date_from),
                dateTo: dateVariable(values.date_to),
                nightsMin: values.nights_min,
                nightsMax: values.nights_max,
            },
        }),
    }),
    answer({ totalCount, nodes }, locales, beside) {
        const categories = beside.shared;
        const records = nodes.map((node) => recordOf(node, { locales, categories }));
        const body = new WrittenJson([utf8('['), ...separated(records), utf8(']')]);
        return found(body, { 'X-Total-Count': String(totalCount) });
    },
};
//# sourceMappingURL=visit-types.js.map