/** The body of GET /v1/visit-types (C1 to C3, V8). */
import { z } from 'zod';
import {
  Boarding,
  ProcedureFrequency,
  ReservationTimeSpan,
  StayCategory,
} from '../../../data/generated/prisma/enums.ts';
import { DATE, IDENTIFIERS, LOCALIZED_STRING, NAMED_ENTITY } from '../../openapi/value-schemas.ts';
import { LOWEST_PRICE_BY_LANGUAGE } from '../lowest-price/lowest-price.schema.ts';
import { LOYALTY_PROGRAM } from '../loyalty-program.schema.ts';
import { PROMOTION_FIELDS } from '../promotion.schema.ts';

const LOWEST_PRICE = LOWEST_PRICE_BY_LANGUAGE.describe('The lowest price from today on, including active promotions.');

const PROMOTION = z.strictObject(PROMOTION_FIELDS).meta({
  id: 'Promotion',
  description:
    'A promotion that runs now or starts later, in the channel of the key. It is here to be named: the lowest prices include it already.',
});

const TAG = z
  .strictObject({
    ...NAMED_ENTITY,
    color: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/)
      .describe('Hexadecimal colour without `#`.'),
  })
  .meta({ id: 'Tag', description: 'A label of visit types.' });

const TIME_CONSTRAINT = z
  .strictObject({ date_from: DATE.describe('The first night.'), date_to: DATE.describe('The last night.') })
  .meta({ id: 'TimeConstraint', description: 'A range of nights; both ends are included.' });

/** The fields of a summary, in two parts, because a visit type has others in between. */
const HEAD = {
  ...IDENTIFIERS,
  priority_position: z.int().describe('Its place in listings, the lowest first; equal places are ordered by `id`.'),
  on_demand: z.boolean().describe('Whether its stays can only be requested, never confirmed at once.'),
  stay_category: z
    .enum(StayCategory)
    .nullable()
    .describe('`health` is a spa cure, `wellness` a wellness stay; null: the property has not classified it.'),
  name: LOCALIZED_STRING.describe('Its name.'),
};
const NIGHTS = {
  nights_min: z.int().min(1).describe('Fewest nights of a stay.'),
  nights_max: z.int().min(1).describe('Most nights of a stay.'),
  reservation_time_span: z
    .enum(ReservationTimeSpan)
    .describe('`DAYS`: any number of nights between the two. `WEEKS`: a multiple of seven nights.'),
};

const SUMMARY = z
  .strictObject({ ...HEAD, ...NIGHTS })
  .meta({ id: 'VisitTypeSummary', description: 'A visit type in short.' });

const CATEGORY = z
  .strictObject({
    ...NAMED_ENTITY,
    visitTypes: z.array(SUMMARY).describe('All visit types in it that the key sees, whatever the filters select.'),
  })
  .meta({ id: 'VisitTypeCategory', description: 'A category of visit types.' });

const HOTEL = z
  .strictObject({
    ...IDENTIFIERS,
    name: z.string().describe('Its name, the same in every language.'),
    lowest_price: LOWEST_PRICE,
    promotions: z.array(PROMOTION).describe('Those promotions of the visit type that hold in this hotel.'),
  })
  .meta({ id: 'VisitTypeHotel', description: 'A hotel in which a visit type is sold.' });

const VISIT_TYPE = z
  .strictObject({
    ...HEAD,
    visit_type_categories: z.array(CATEGORY).describe('The categories that it belongs to.'),
    booking_url: LOCALIZED_STRING.describe('Address of its page in a web shop.'),
    description: LOCALIZED_STRING.describe('Its description.'),
    ...NIGHTS,
    time_constraints: z
      .array(TIME_CONSTRAINT)
      .describe('All nights of a stay must lie in one and the same of these ranges; empty: no constraint.'),
    procedures: z.int().min(0).describe('Number of procedures in each period of `procedure_frequency`.'),
    procedure_frequency: z.enum(ProcedureFrequency).describe('Per day, per week, or per stay.'),
    procedures_per_day: z.int().min(0).describe('Procedures a day.'),
    boarding: z
      .enum(Boarding)
      .describe(
        'Meals included. Of a visit type whose catalogue does not state them the first of `available_boardings`, without any `BREAKFAST`.',
      ),
    available_boardings: z.array(z.enum(Boarding).describe('Meals.')).describe('Meals that may be chosen.'),
    tags: z.array(TAG).describe('Its labels.'),
    lowest_price: LOWEST_PRICE,
    promotions: z.array(PROMOTION).describe('Promotions of the visit type; empty when there are none.'),
    commercial_slogan: LOCALIZED_STRING.describe('Its slogan.'),
    notice: LOCALIZED_STRING.describe('What guests should note.'),
    services: LOCALIZED_STRING.describe('Services included.'),
    hotels: z.array(HOTEL).describe('The hotels in which it is sold, as far as the key sees them.'),
    loyalty_programs: z.array(LOYALTY_PROGRAM).describe('Loyalty programs that it takes part in.'),
  })
  .meta({ id: 'VisitType', description: 'A stay package.' });

export const VISIT_TYPES = z.array(VISIT_TYPE).describe('By `priority_position`, then `id`.');
