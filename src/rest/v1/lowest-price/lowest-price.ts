/** GET /v1/lowest-price: the lowest price of one night for one guest (P6). */
import { lowestPriceProblems, OCCUPANCY } from '../../../operations/search/search-input.ts';
import { FindLowestPriceDocument } from '../../generated/operations.ts';
import { date, integer, queryReader, reference } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { RouteOf } from '../../route.ts';
import { dateVariable, lowestPriceByLanguage } from '../shapes.ts';
import LOWEST_PRICE_EXAMPLE from './lowest-price.example.json' with { type: 'json' };
import { LOWEST_PRICE_BY_LANGUAGE } from './lowest-price.schema.ts';

const PARAMETERS = {
  visit_type_id: reference({ canonical: 'visitType', description: 'Only this visit type.', example: '101' }),
  hotel_id: reference({ canonical: 'hotel', description: 'Only this hotel.', example: '1' }),
  destination_id: reference({ canonical: 'destination', description: 'Only this destination.', example: '1' }),
  room_type_id: reference({ canonical: 'roomType', description: 'Only this room type.', example: '11' }),
  occupancy: integer({
    canonical: 'occupancy',
    description: 'Only room types with exactly this many beds.',
    example: '2',
    bounds: OCCUPANCY,
  }),
  date_from: date({ canonical: 'dateFrom', description: 'The first night that counts.', example: '2027-02-01' }),
  date_to: date({
    canonical: 'dateTo',
    description: 'The day after the last night that counts; after `date_from`.',
    example: '2027-02-28',
  }),
};

export const lowestPrice: RouteOf<typeof FindLowestPriceDocument> = {
  method: 'GET',
  path: '/v1/lowest-price',
  scopes: ['read'],
  summary: 'Lowest price per night and guest',
  description:
    'The lowest price of a night, after its promotion and divided by the beds of the room, over every visit type, hotel, room type and priced night that the parameters allow. Past nights never count, and are no error. Both amounts are null where nothing is for sale.',
  reference: {
    operationId: 'findLowestPrice',
    success: 'The lowest price by language.',
    body: LOWEST_PRICE_BY_LANGUAGE,
    example: LOWEST_PRICE_EXAMPLE,
  },
  isLocalized: true,
  document: FindLowestPriceDocument,
  ...queryReader(PARAMETERS, {
    problems: ({ occupancy, date_from: dateFrom, date_to: dateTo }) =>
      lowestPriceProblems({ occupancy, dateFrom, dateTo, isEndIncluded: false }),
    variables: (values) => ({
      filter: {
        visitType: values.visit_type_id,
        hotel: values.hotel_id,
        roomType: values.room_type_id,
        destination: values.destination_id,
        occupancy: values.occupancy,
      },
      dateFrom: dateVariable(values.date_from),
      dateTo: dateVariable(values.date_to === null ? null : values.date_to - 1),
    }),
  }),
  answer: ({ result }, locales) => ok(lowestPriceByLanguage(result, locales)),
};
