/** Calendars: days with availability and prices (K1 to K8), and the stays that can be had from them (F1). */
import type { CalendarDay } from '../../../domain/calendar/calendar.ts';
import type { CalendarChanges } from '../../../domain/calendar/calendar-changes.ts';
import { CURRENCIES, type Currency } from '../../../domain/pricing/money.ts';
import type { StayOption } from '../../../domain/stay/stay-options.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { followCalendar } from '../../../operations/search/follow-calendar.ts';
import { calendarProblems, OCCUPANCY, staysProblems } from '../../../operations/search/search-input.ts';
import { type CalendarSearch, countStays, showCalendar } from '../../../operations/search/show-calendar.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { calendarCost, furtherCalendarCost, furtherStaysCost, PAGE_ENTRIES_COST, STAYS_COST } from '../cost.ts';
import { AvailabilityEnum, CurrencyEnum, DayReasonEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { within } from '../input/bounds.ts';
import { selectedFields } from '../selected-fields.ts';
import { CURRENCY, LowestPriceType, lowestPriceEntries, Money, toMoney, toMoneys } from './money.ts';

type NightPrices = NonNullable<CalendarDay['price']>;

/** The currencies of a price that are shown. A calendar asks for hundreds of them, so nothing is copied. */
function shownOf(price: NightPrices, asked: Currency | null | undefined): Currency[] {
  return CURRENCIES.filter((currency) => price[currency] !== undefined && (asked ?? currency) === currency);
}

const CalendarPrice = builder.objectRef<NightPrices>('CalendarPrice').implement({
  description: 'What a night costs for the whole room.',
  fields: (t) => ({
    isFinal: t.boolean({
      description:
        'Whether a stay costs just that: the day is AVAILABLE, and the price of the night is its rate in every currency, or in `currency`. False on demand, where an operator has to confirm it, and for the average of a package.',
      args: { currency: t.arg(CURRENCY) },
      resolve: (price, { currency }) => {
        const shown = shownOf(price, currency);
        return shown.length > 0 && shown.every((one) => price[one]?.isFinal);
      },
    }),
    amounts: t.field({
      type: [Money],
      description: 'The price including the promotion of the night, in each currency that prices the night.',
      args: { currency: t.arg(CURRENCY) },
      resolve: (price, { currency }) =>
        // biome-ignore lint/style/noNonNullAssertion: a currency that is shown has a price.
        shownOf(price, currency).map((one) => toMoney(price[one]!.amountMinor, one)),
    }),
  }),
});

const StayOptionType = builder.objectRef<StayOption>('StayOption').implement({
  description: 'A stay that can be had from a day (F1).',
  fields: (t) => ({
    nights: t.exposeInt('nights', { description: 'Its nights.' }),
    departure: t.field({
      type: 'LocalDate',
      description: 'Day on which the guests leave.',
      resolve: ({ departure }) => formatDay(departure),
    }),
    availability: t.expose('availability', {
      type: AvailabilityEnum,
      description:
        'AVAILABLE: a binding booking would be made now. ON_DEMAND: only a request (`kind: REQUEST`). Never NOT_AVAILABLE.',
    }),
    total: t.field({
      type: [Money],
      args: {
        currency: t.arg({ type: CurrencyEnum, description: 'Only this currency. Default: all that cover the stay.' }),
      },
      description: 'The total of its quote without loyalty, in each currency that covers the stay.',
      resolve: ({ totals }, { currency }) => toMoneys(totals, currency),
    }),
  }),
});

const CalendarDayType = builder.objectRef<CalendarDay>('CalendarDay').implement({
  description: 'A day of the calendar, with the best of what the search allows.',
  fields: (t) => ({
    date: t.field({ type: 'LocalDate', description: 'The day.', resolve: ({ day }) => formatDay(day) }),
    selectable: t.exposeBoolean('selectable', {
      description:
        'Whether the booking flow can start on this day: its night is priced, the shortest stay from it lies within the dates of the visit type and the 24 months for sale, and it is a starting day. It promises no capacity.',
    }),
    availability: t.expose('availability', {
      type: AvailabilityEnum,
      description: 'Whether the shortest stay from this day can be had.',
    }),
    reasons: t.expose('reasons', {
      type: [DayReasonEnum],
      description:
        'Why no stay can start on this day; on a selectable day, why none can be booked; none when one can (F2).',
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
      args: { currency: t.arg(CURRENCY) },
      resolve: ({ fromPrice }, { currency }) => lowestPriceEntries(fromPrice, currency),
    }),
    stays: t.expose('stays', {
      type: [StayOptionType],
      complexity: STAYS_COST,
      description:
        'Every stay that `quote` prices from this day, the shortest first; none unless the search names a visit type and leaves one room type. A calendar with stays has at most 366 days and as many as make 24,000 stays of all its lengths; one that is followed, 12,000 (F1).',
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
    occupancy: t.int({ description: 'Room types with exactly this many beds, 1 or 2.', ...within(OCCUPANCY) }),
  }),
});

const CalendarUpdate = builder.objectRef<CalendarChanges>('CalendarUpdate').implement({
  description: 'What has changed in a calendar that is followed (U6).',
  fields: (t) => ({
    days: t.expose('days', {
      type: [CalendarDayType],
      complexity: PAGE_ENTRIES_COST,
      description: 'At first all days; afterwards new days and those that are different now, each as a whole.',
    }),
    removed: t.field({
      type: ['LocalDate'],
      resolve: ({ removed }) => removed.map(formatDay),
      description:
        'Days that are no longer in the calendar, as those of the past; none at first. Without dates the window may move to another month.',
    }),
  }),
});

const DATE_FROM = {
  type: 'LocalDate',
  description: 'First day; one in the past counts as today. Default: today.',
} as const;
const DATE_TO = {
  type: 'LocalDate',
  description:
    'Last day, included. At most as many days in all as from today to the last night for sale, 24 months ahead: 731, or 732 where a 29 February lies in between; 366 with the stays of each day, fewer where these would be too many (`CalendarDay.stays`). Default: the end of the month after that of `dateFrom`.',
} as const;

interface CalendarArguments {
  readonly filter?: typeof CalendarFilter.$inferInput | null | undefined;
  readonly dateFrom?: Day | null | undefined;
  readonly dateTo?: Day | null | undefined;
}

/**
 * What the query and the subscription (U6) search for.
 * @throws GraphQLError BAD_USER_INPUT with all problems
 */
function toSearch(
  { filter: asked, dateFrom = null, dateTo = null }: CalendarArguments,
  { today }: RequestContext,
  { withStays }: { withStays: boolean },
): CalendarSearch {
  const { visitType, hotel, roomType, destination, occupancy } = asked ?? {};
  throwIfInvalid(
    calendarProblems({ occupancy, dateFrom, dateTo, withStays }, today).map((problem) =>
      problem.path === 'occupancy' ? { ...problem, path: 'filter.occupancy' } : problem,
    ),
  );
  return { filter: { visitType, hotel, roomType, destination, beds: occupancy }, from: dateFrom, to: dateTo };
}

/**
 * Bounds the stays that a search is about to show, and charges what their estimate leaves out.
 * @returns how many it shows at most
 * @throws GraphQLError BAD_USER_INPUT for too many
 */
async function admitStays(context: RequestContext, search: CalendarSearch, isFollowed: boolean): Promise<number> {
  const counted = await countStays(context, search);
  if (counted === null) return 0;
  throwIfInvalid(staysProblems(counted, { isFollowed }));
  await context.charge?.(furtherStaysCost(counted), { isLimited: true });
  return counted.stays;
}

builder.queryField('calendar', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: [CalendarDayType],
    complexity: calendarCost,
    description:
      'Days with availability and prices. Without dates: from today to the end of the next month; if the filter names a hotel and a visit type that is not on demand, from the first month, up to 24 months ahead, in which a stay of the minimum length can be confirmed, to the end of the month after it. A stay is always in one room type.',
    args: {
      filter: t.arg({ type: CalendarFilter, description: 'What the calendar is about.' }),
      dateFrom: t.arg(DATE_FROM),
      dateTo: t.arg(DATE_TO),
    },
    resolve: async (_, asked, context, info) => {
      const selected = selectedFields(info);
      const detail = { reasons: selected.has('reasons'), stays: selected.has('stays') };
      const search = toSearch(asked, context, { withStays: detail.stays });
      if (detail.stays) await admitStays(context, search, false);
      await context.charge?.(furtherCalendarCost(asked, context));
      return showCalendar(context, { ...search, detail });
    },
  }),
);

builder.subscriptionField('calendar', (t) =>
  t.field({
    type: CalendarUpdate,
    complexity: calendarCost,
    description:
      'The days of `Query.calendar`, and then, whenever prices, rooms, bookings or the date have changed some, those that are different. Changes that follow each other closely come together, at most every 250 ms; a subscriber that reads slowly gets what leads to the newest state. Only over `text/event-stream`; 100 open subscriptions of a key are the most (U6).',
    args: {
      filter: t.arg({ type: CalendarFilter, required: true, description: 'What the calendar is about.' }),
      dateFrom: t.arg(DATE_FROM),
      dateTo: t.arg(DATE_TO),
    },
    subscribe: async (_, asked, context, info) => {
      const stays = selectedFields(info, 'days').has('stays');
      const search = toSearch(asked, context, { withStays: stays });
      const mostStays = stays ? await admitStays(context, search, true) : 0;
      await context.charge?.(furtherCalendarCost(asked, context));
      return followCalendar(context, { ...search, stays, mostStays });
    },
    resolve: (changes) => changes,
  }),
);
