/** GET /v1/calendar/dates: days with availability and the price of their night (K1 to K8). */
import { CURRENCY_OF, type Locale } from '../../../domain/text/locale.ts';
import { calendarProblems, OCCUPANCY } from '../../../operations/search/search-input.ts';
import { ShowCalendarDocument, type ShowCalendarQuery } from '../../generated/operations.ts';
import { date, integer, queryReader, reference } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { RouteOf } from '../../route.ts';
import { byLanguage, dateVariable } from '../shapes.ts';
import CALENDAR_DATES_EXAMPLE from './calendar-dates.example.json' with { type: 'json' };
import { CALENDAR_DATES } from './calendar-dates.schema.ts';

const PARAMETERS = {
  visit_type_id: reference({ canonical: 'visitType', description: 'Only this visit type.', example: '101' }),
  hotel_id: reference({ canonical: 'hotel', description: 'Only this hotel.', example: '1' }),
  room_type_id: reference({ canonical: 'roomType', description: 'Only this room type.', example: '11' }),
  destination_id: reference({ canonical: 'destination', description: 'Only this destination.', example: '1' }),
  guests: integer({
    canonical: 'occupancy',
    description: 'Only room types with exactly this many beds.',
    example: '2',
    bounds: OCCUPANCY,
  }),
  date_from: date({
    canonical: 'dateFrom',
    description: 'The first day; one in the past stands for today.',
    example: '2027-02-01',
  }),
  date_to: date({
    canonical: 'dateTo',
    description:
      'The last day, included. At most as many days are shown as from today to the last night for sale, 24 months ahead: 731, or 732 where a 29 February lies in between.',
    example: '2027-02-28',
  }),
};

/** The currency of all languages of the answer, in which alone its prices are shown and final (K5); null: they have two. */
function onlyCurrencyOf(locales: readonly Locale[]) {
  const [first, ...others] = new Set(locales.map((locale) => CURRENCY_OF[locale]));
  return others.length === 0 ? first : null;
}

/** Null, too, where the night has no price in the currencies of the included languages (K5). */
function toCalendarPrice(price: NonNullable<ShowCalendarQuery['result']>[number]['price'], locales: readonly Locale[]) {
  if (price === null) return null;
  const amounts = byLanguage(locales, (currency) => {
    const money = price.amounts.find((one) => one.currency === currency);
    return money ? { amount: money.amount, currency } : null;
  });
  return Object.keys(amounts).length > 0 ? { is_final: price.isFinal, ...amounts } : null;
}

export const calendarDates: RouteOf<typeof ShowCalendarDocument> = {
  method: 'GET',
  path: '/v1/calendar/dates',
  scopes: ['read'],
  summary: 'Calendar with availability and prices',
  description: [
    'A day takes the best of every visit type, hotel and room type that the parameters allow; filters that match nothing leave every day NOT_AVAILABLE.',
    'Without dates, and with a hotel and a visit type that is not on demand, the calendar starts with the first month, up to 24 months ahead, in which a stay of the shortest length can be confirmed in one room type, and shows that month and the next. Months in which stays can only be requested are passed over. Where there is none, and in all other cases without dates, it runs from today to the end of the next month.',
    'With `date_from` alone it runs to the end of the month after, with `date_to` alone from today.',
    '`price` is given when the parameters pin one room type of one visit type.',
  ].join('\n\n'),
  reference: {
    operationId: 'showCalendar',
    success: 'The days of the calendar.',
    body: CALENDAR_DATES,
    example: CALENDAR_DATES_EXAMPLE,
  },
  isLocalized: true,
  document: ShowCalendarDocument,
  ...queryReader(PARAMETERS, {
    problems: ({ guests, date_from: dateFrom, date_to: dateTo }, { today, query }) => {
      // Beside a first day that is none, the last day says nothing of how many days are asked for.
      const isWindow = dateFrom !== null || !query.date_from;
      return calendarProblems({ occupancy: guests, dateFrom, dateTo: isWindow ? dateTo : null }, today);
    },
    variables: (values, { languages }) => ({
      filter: {
        visitType: values.visit_type_id,
        hotel: values.hotel_id,
        roomType: values.room_type_id,
        destination: values.destination_id,
        occupancy: values.guests,
      },
      dateFrom: dateVariable(values.date_from),
      dateTo: dateVariable(values.date_to),
      currency: onlyCurrencyOf(languages.included),
    }),
  }),
  answer: ({ result: days }, locales) =>
    ok(
      days.map(({ date, selectable, availability, price }) => ({
        date,
        selectable,
        availability,
        price: toCalendarPrice(price, locales),
      })),
    ),
};
