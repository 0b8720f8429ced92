/** The figures of a hotel, for those who run it (M15). */
import { chain } from '../../../data/cache/maybe-promise.ts';
import {
  type EndedStays,
  type HotelFigures,
  occupancyOf,
  type PeriodFigures,
  type PeriodUnit,
  type SoldNights,
} from '../../../domain/figures/figures.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { reachesVisibleHotel } from '../../../operations/access/hotel-reach.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import { figuresProblems, readFigures } from '../../../operations/figures/read-figures.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { figuresCost, PAGE_ENTRIES_COST } from '../cost.ts';
import { described } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { visitTypesOfHotelCost } from '../list-costs.ts';
import { referredRow } from '../referred-row.ts';
import { Money, toMoneys } from '../stays/money.ts';

const PeriodUnitEnum = builder.enumType('PeriodUnit', {
  description: 'How long the periods of figures are.',
  values: described<PeriodUnit>({
    DAY: 'A period for each day.',
    MONTH: 'A period for each calendar month; the first and the last are cut to the range.',
  }),
});

const SOLD = 'Nights of rooms of confirmed bookings, one for each room and night.';
const REVENUE =
  'Totals of confirmed bookings, each spread over its nights, by currency: equal parts, the first nights have what is left over, one minor unit each. A currency without an amount is missing.';

const ChannelFigures = builder.objectRef<SoldNights & { readonly channel: string }>('ChannelFigures').implement({
  description: 'What was sold through a channel.',
  fields: (t) => ({
    channel: t.exposeString('channel', { description: 'Code of the channel.' }),
    sold: t.exposeInt('sold', { description: SOLD }),
    revenue: t.field({ type: [Money], description: REVENUE, resolve: ({ revenue }) => toMoneys(revenue) }),
  }),
});

const VisitTypeFigures = builder.objectRef<SoldNights & { readonly visitType: number }>('VisitTypeFigures').implement({
  description: 'What was sold of a visit type.',
  fields: (t) => ({
    visitType: t.field({
      type: 'VisitType',
      description: 'The visit type.',
      resolve: ({ visitType }, _, context) => chain(context.catalogue.visitType.load(visitType), referredRow),
    }),
    sold: t.exposeInt('sold', { description: SOLD }),
    revenue: t.field({ type: [Money], description: REVENUE, resolve: ({ revenue }) => toMoneys(revenue) }),
  }),
});

const EndedStayFigures = builder.objectRef<EndedStays>('EndedStayFigures').implement({
  description: 'Stays that did not take place, by the dates of the stay, not by when they were called off.',
  fields: (t) => ({
    bookings: t.exposeInt('bookings', { description: 'Bookings whose day of arrival is in the period.' }),
    nights: t.exposeInt('nights', { description: 'Their nights of rooms in the period, as `sold` counts them.' }),
    fees: t.field({
      type: [Money],
      description:
        'What they cost, spread over their nights as totals are, by currency; a currency without an amount is missing.',
      resolve: ({ fees }) => toMoneys(fees),
    }),
  }),
});

const PeriodFiguresType = builder.objectRef<PeriodFigures>('PeriodFigures').implement({
  description: 'The figures of the nights of a period.',
  fields: (t) => ({
    from: t.field({ type: 'LocalDate', description: 'First night.', resolve: ({ from }) => formatDay(from) }),
    to: t.field({ type: 'LocalDate', description: 'Last night, included.', resolve: ({ to }) => formatDay(to) }),
    roomsForSale: t.expose('roomsForSale', {
      type: 'SafeInt',
      description: 'Recorded rooms of all nights, one for each room and night, sold and blocked ones included.',
    }),
    sold: t.exposeInt('sold', { description: SOLD }),
    blocked: t.expose('blocked', {
      type: 'SafeInt',
      description: 'Unsold rooms of closed nights, which are among `roomsForSale`.',
    }),
    occupancyBasisPoints: t.int({
      nullable: true,
      description:
        '`sold` of `roomsForSale` in hundredths of a percent, half up: 7550 is 75.5 %. Above 10000 where requests were confirmed without rooms. Null when no rooms are recorded.',
      resolve: occupancyOf,
    }),
    revenue: t.field({ type: [Money], description: REVENUE, resolve: ({ revenue }) => toMoneys(revenue) }),
    byChannel: t.expose('byChannel', {
      type: [ChannelFigures],
      description: 'What each channel has of it, in the order of their codes; channels that sold nothing are missing.',
    }),
    byVisitType: t.expose('byVisitType', {
      type: [VisitTypeFigures],
      complexity: visitTypesOfHotelCost,
      description:
        'What each visit type has of it, in the order of their numbers; those of which nothing was sold are missing.',
    }),
    cancelled: t.expose('cancelled', { type: EndedStayFigures, description: 'Cancelled bookings, requests included.' }),
    noShows: t.expose('noShows', { type: EndedStayFigures, description: 'Bookings whose guests did not come.' }),
  }),
});

const Figures = builder.objectRef<HotelFigures>('Figures').implement({
  description: 'What a hotel has sold: a sum over its bookings, exact to the minor unit (M15).',
  fields: (t) => ({
    periods: t.expose('periods', {
      type: [PeriodFiguresType],
      complexity: PAGE_ENTRIES_COST,
      description: 'The days or months of the range, ascending.',
    }),
    total: t.expose('total', { type: PeriodFiguresType, description: 'The whole range.' }),
  }),
});

builder.queryField('figures', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: Figures,
    extensions: requiresScope('operate'),
    complexity: figuresCost,
    description:
      'What a hotel has sold, by the nights of stays: rooms, revenue, and what did not take place. Requests count from their confirmation on; tests count only for test keys. Null when there is no such hotel that the API key operates. It needs the right `OPERATE` (M15).',
    args: {
      hotel: t.arg.id({ required: true, description: 'ObjectId or number of the hotel.' }),
      from: t.arg({ type: 'LocalDate', required: true, description: 'First night.' }),
      to: t.arg({
        type: 'LocalDate',
        required: true,
        description: 'Last night, included: at most 400 nights by day, 3660 by month.',
      }),
      by: t.arg({ type: PeriodUnitEnum, required: true, description: 'How long the periods are.' }),
    },
    resolve: async (_, { hotel, ...range }, context) => {
      context.dependencies.isPrivate = true;
      throwIfInvalid(figuresProblems(range));
      const number = await resolveNumber(context, 'hotel', hotel);
      if (number === null || !(await reachesVisibleHotel(context, number))) return null;
      const { caller, services } = context;
      return readFigures(services.database, { ...range, hotel: number, isTest: caller.isTest });
    },
  }),
);
