/** The body of GET /v1/calendar/dates (K2 to K5). */
import { z } from 'zod';
import { AVAILABILITIES } from '../../../domain/stay/availability.ts';
import { amount, byLanguage, CURRENCY, DATE } from '../../openapi/value-schemas.ts';

const CALENDAR_AMOUNT = z
  .strictObject({
    amount: amount('Including the promotion that holds on that night, for the whole room.'),
    currency: CURRENCY,
  })
  .meta({ id: 'CalendarAmount', description: 'The price of one night of the room, in the currency of a language.' });

const CALENDAR_PRICE = byLanguage(CALENDAR_AMOUNT, {
  id: 'CalendarPrice',
  description: 'The price of the night, for each included language whose currency prices it.',
  more: {
    is_final: z
      .boolean()
      .describe(
        'True where the date is AVAILABLE and the price is that of the night alone, in each currency that is shown. False where the date is ON_DEMAND and an operator has to confirm, and where the price of the night is its part of a package.',
      ),
  },
});

const CALENDAR_DATE = z
  .strictObject({
    date: DATE.describe('The day.'),
    selectable: z
      .boolean()
      .describe(
        'Whether the booking flow can start on this day: its night has a price, the shortest stay from it lies in one date range of the visit type and within 24 months from today, and stays may start on it. It promises no capacity for the whole stay, and such a stay may be on demand.',
      ),
    availability: z
      .enum(AVAILABILITIES)
      .describe(
        '`AVAILABLE`: the shortest stay from this day has a price and a room free on each night. `ON_DEMAND`: the night has a price, but that stay cannot be booked at once; where `GET /v1/price` has a price for it, it can be requested, and an operator has to confirm it. `NOT_AVAILABLE`: the night has no price, or is outside the date ranges or the selling period of the visit type.',
      ),
    price: CALENDAR_PRICE.nullable().describe(
      'Null where the day is NOT_AVAILABLE, where the parameters name no visit type or leave more than one room type, and where no included language has a currency that prices the night.',
    ),
  })
  .meta({
    id: 'CalendarDate',
    description: 'A day of the calendar: the best of everything that the parameters allow.',
  });

export const CALENDAR_DATES = z.array(CALENDAR_DATE).describe('The days in order, without gaps.');
