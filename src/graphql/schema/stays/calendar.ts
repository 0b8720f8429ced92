import type { CalendarDay } from '../../../domain/calendar/calendar.ts';
import { CURRENCIES } from '../../../domain/pricing/money.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { calendarProblems } from '../../../operations/search/search-input.ts';
import { showCalendar } from '../../../operations/search/show-calendar.ts';
import { builder } from '../builder.ts';
import { calendarCost } from '../cost.ts';
import { AvailabilityEnum, DayReasonEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { LowestPriceType, lowestPriceEntries, Money, toMoney } from './money.ts';

type CalendarPriceShape = ReturnType<typeof toPriceShape>;

interface CalendarDayShape extends Omit<CalendarDay, 'day' | 'price'> {
  readonly date: string;
  readonly price: CalendarPriceShape | null;
}

/** Neighbours with the same price share it, as in the domain's calendar. */
function toDayShapes(days: readonly CalendarDay[]): CalendarDayShape[] {
  let shown: CalendarDay['price'] = null;
  let shape: CalendarPriceShape | null = null;
  return days.map(({ day, price, selectable, availability, reasons, fromPrice }) => {
    if (price !== shown) shape = price && toPriceShape(price);
    shown = price;
    return { date: formatDay(day), selectable, availability, reasons, price: shape, fromPrice };
  });
}

function toPriceShape({ isFinal, amounts }: NonNullable<CalendarDay['price']>) {
  const priced = CURRENCIES.filter((currency) => amounts[currency] !== undefined);
  return { isFinal, amounts: priced.map((currency) => toMoney(amounts[currency]!, currency)) };
}

const CalendarPrice = builder.objectRef<CalendarPriceShape>('CalendarPrice').implement({
  description: 'What a night costs for the whole room.',
  fields: (t) => ({
    isFinal: t.exposeBoolean('isFinal', {
      description: 'Whether it is binding; on demand an operator has to confirm it.',
    }),
    amounts: t.expose('amounts', {
      type: [Money],
      description: 'The price including the promotion of the night, in each currency that prices the night.',
    }),
  }),
});

const CalendarDayType = builder.objectRef<CalendarDayShape>('CalendarDay').implement({
  description: 'A day of the calendar, with the best of what the search allows.',
  fields: (t) => ({
    date: t.expose('date', { type: 'LocalDate', description: 'The day.' }),
    selectable: t.exposeBoolean('selectable', {
      description:
        'Whether the booking flow can start on this day: it is priced, within the dates of the visit type and a starting day. It promises no capacity.',
    }),
    availability: t.expose('availability', {
      type: AvailabilityEnum,
      description: 'Whether the shortest stay from this day can be had.',
    }),
    reasons: t.expose('reasons', {
      type: [DayReasonEnum],
      description: 'Why no stay can start on this day; none when one can.',
    }),
    price: t.expose('price', {
      type: CalendarPrice,
      nullable: true,
      description:
        'The price of the night; null unless the search names a visit type and leaves one room type, and where the day is NOT_AVAILABLE.',
    }),
    fromPrice: t.field({
      type: [LowestPriceType],
      description:
        'The lowest price per night and guest over everything that the search allows, one entry per currency.',
      resolve: ({ fromPrice }) => lowestPriceEntries(fromPrice),
    }),
  }),
});

const CalendarFilter = builder.inputType('CalendarFilter', {
  description: 'What the calendar is about; what is left out allows everything. A reference to nothing finds nothing.',
  fields: (t) => ({
    visitType: t.id({ description: 'ObjectId or number of a visit type.' }),
    hotel: t.id({ description: 'ObjectId or number of a hotel.' }),
    roomType: t.id({ description: 'ObjectId or number of a room type.' }),
    destination: t.id({ description: 'ObjectId or number of a destination.' }),
    guests: t.int({ description: 'Room types with exactly this many beds, 1 or 2.' }),
  }),
});

builder.queryField('calendar', (t) =>
  t.field({
    type: [CalendarDayType],
    complexity: calendarCost,
    description:
      'Days with availability and prices. Without dates: from today to the end of the next month; if the filter names a hotel and a visit type that is not on demand, from the first month, up to 24 months ahead, in which a stay of the minimum length can be confirmed, to the end of the month after it. A stay is always in one room type.',
    args: {
      filter: t.arg({ type: CalendarFilter, description: 'What the calendar is about.' }),
      dateFrom: t.arg({
        type: 'LocalDate',
        description: 'First day; one in the past counts as today. Default: today.',
      }),
      dateTo: t.arg({
        type: 'LocalDate',
        description:
          'Last day, included. At most as many days in all as from today to the last night for sale, 24 months ahead: 731, or 732 where a 29 February lies in between. Default: the end of the month after that of `dateFrom`.',
      }),
    },
    resolve: async (_, { filter: asked, dateFrom = null, dateTo = null }, context) => {
      const { visitType, hotel, roomType, destination, guests } = asked ?? {};
      throwIfInvalid(
        calendarProblems({ guests, dateFrom, dateTo }, context.today).map((problem) =>
          problem.path === 'guests' ? { ...problem, path: 'filter.guests' } : problem,
        ),
      );
      const filter = { visitType, hotel, roomType, destination, beds: guests };
      return toDayShapes(await showCalendar(context, { filter, from: dateFrom, to: dateTo }));
    },
  }),
);
