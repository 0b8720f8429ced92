/** Visit types: their fields, their sale in hotels, and their list. */
import { chain } from '../../../data/cache/maybe-promise.ts';
import { storedTerms } from '../../../data/cancellation-terms.ts';
import { dayOrNullOfColumn } from '../../../data/civil-dates.ts';
import type { Hotel as HotelRow } from '../../../data/generated/prisma/client.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import { loadRows, visibleHotelsOfVisitType, visibleVisitType } from '../../../operations/access/visibility.ts';
import { lowestPriceInHotel, lowestPriceOfVisitType } from '../../../operations/search/find-lowest-price.ts';
import { promotionsInHotel, promotionsOfVisitType } from '../../../operations/search/list-promotions.ts';
import { listVisitTypes, VISIT_TYPE_ORDER } from '../../../operations/search/list-visit-types.ts';
import { visitTypeFilterProblems } from '../../../operations/search/search-input.ts';
import { builder, DEFAULT_RESOLVER } from '../builder.ts';
import { connectionType, loadPage } from '../connection.ts';
import { CACHED_PRICES, pageCost } from '../cost.ts';
import { DateRange } from '../date-range.ts';
import {
  BoardingEnum,
  inCapitals,
  ProcedureFrequencyEnum,
  ReservationTimeSpanEnum,
  StayCategoryEnum,
  StayPurposeEnum,
  WeekdayEnum,
} from '../enums.ts';
import { prefixPaths } from '../errors.ts';
import { localizedField } from '../localized-text.ts';
import { CancellationTerm } from '../stays/cancellation.ts';
import { LowestPriceType, lowestPriceEntries } from '../stays/money.ts';
import { Promotion, toPromotionShapes } from '../stays/promotion.ts';
import { LoyaltyProgram } from './loyalty-program.ts';
import { Node } from './node.ts';
import { Tag } from './tag.ts';

const dateOrNull = (day: Day | null): string | null => (day === null ? null : formatDay(day));

const VisitTypeHotel = builder.objectRef<{ visitTypeNumber: number; hotel: HotelRow }>('VisitTypeHotel').implement({
  description: 'A visit type as it is sold in one hotel.',
  fields: (t) => ({
    hotel: t.expose('hotel', { type: 'Hotel', description: 'The hotel.' }),
    lowestPrice: t.field({
      type: [LowestPriceType],
      complexity: CACHED_PRICES,
      description: 'The lowest price there from today on, one entry per currency, including promotions.',
      resolve: ({ visitTypeNumber, hotel }, _, context) =>
        chain(lowestPriceInHotel(context, { visitTypeNumber, hotelNumber: hotel.number }), lowestPriceEntries),
    }),
    promotions: t.field({
      type: [Promotion],
      description: 'The promotions that hold there, by number.',
      resolve: ({ visitTypeNumber, hotel }, _, context) =>
        chain(promotionsInHotel(context, { visitTypeNumber, hotelNumber: hotel.number }), toPromotionShapes),
    }),
  }),
});

export const VisitType = builder.prismaObject('VisitType', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    priorityPosition: t.exposeInt('priorityPosition'),
    onDemand: t.exposeBoolean('onDemand'),
    stayCategory: t.expose('stayCategory', {
      type: StayCategoryEnum,
      nullable: true,
      deprecationReason: 'Use `purpose`.',
    }),
    purpose: t.field({
      type: StayPurposeEnum,
      nullable: true,
      description: 'What it is for; null: the property has not said.',
      resolve: ({ stayCategory }) => stayCategory && inCapitals(stayCategory),
    }),
    name: t.field(localizedField('name', 'Its name.')),
    bookingUrl: t.field(localizedField('bookingUrl', 'Address of its page in a web shop.')),
    description: t.field(localizedField('description', 'Its description.')),
    commercialSlogan: t.field(localizedField('commercialSlogan', 'Its slogan.')),
    notice: t.field(localizedField('notice', 'What guests should note.')),
    services: t.field(localizedField('services', 'Services included.')),
    nightsMin: t.exposeInt('nightsMin'),
    nightsMax: t.exposeInt('nightsMax'),
    reservationTimeSpan: t.expose('reservationTimeSpan', { type: ReservationTimeSpanEnum }),
    startingDays: t.expose('startingDays', { type: [WeekdayEnum] }),
    timeConstraints: t.field({
      type: [DateRange],
      description: 'Ranges that the nights of a stay must lie in, all of them in one and the same; none: no limit.',
      resolve: async ({ number }, _, context) => [
        ...((await context.tariffs.load(number))?.tariff.rules.timeConstraints ?? []),
      ],
    }),
    sellingFrom: t.field({
      type: 'LocalDate',
      nullable: true,
      description: 'First day on which it may be booked; null: no limit.',
      resolve: ({ sellingFrom }) => dateOrNull(dayOrNullOfColumn(sellingFrom)),
    }),
    sellingTo: t.field({
      type: 'LocalDate',
      nullable: true,
      description: 'Last day on which it may be booked; null: no limit.',
      resolve: ({ sellingTo }) => dateOrNull(dayOrNullOfColumn(sellingTo)),
    }),
    cancellationTerms: t.field({
      type: [CancellationTerm],
      description:
        'What cancelling a stay costs, the earliest term first; the percentage never falls. None: cancelling is free until arrival (S12).',
      resolve: storedTerms,
    }),
    procedures: t.exposeInt('procedures'),
    procedureFrequency: t.expose('procedureFrequency', { type: ProcedureFrequencyEnum }),
    proceduresPerDay: t.exposeInt('proceduresPerDay'),
    boarding: t.field({
      type: BoardingEnum,
      description:
        'Meals included. Of a visit type whose catalogue does not state them the first of `availableBoardings`, without any breakfast.',
      extensions: DEFAULT_RESOLVER,
      resolve: ({ boarding }) => boarding!,
    }),
    availableBoardings: t.expose('availableBoardings', { type: [BoardingEnum] }),
    tags: t.field({
      type: [Tag],
      description: 'Its labels, by number.',
      resolve: ({ number }, _, context) =>
        chain(context.catalogue.related.visitTypeTags.load(number), (tags) => loadRows(context, 'tag', tags ?? [])),
    }),
    lowestPrice: t.field({
      type: [LowestPriceType],
      complexity: CACHED_PRICES,
      description:
        'The lowest price over its hotels from today on, one entry per currency, including the promotions of the channel.',
      resolve: ({ number }, _, context) => chain(lowestPriceOfVisitType(context, number), lowestPriceEntries),
    }),
    promotions: t.field({
      type: [Promotion],
      description: 'Its promotions that run now or start later, for the channel of the API key, by number.',
      resolve: ({ number }, _, context) => chain(promotionsOfVisitType(context, number), toPromotionShapes),
    }),
    loyaltyPrograms: t.field({
      type: [LoyaltyProgram],
      description: 'Loyalty programmes that it takes part in, by number.',
      resolve: ({ number }, _, context) =>
        chain(context.catalogue.related.visitTypeLoyaltyPrograms.load(number), (programs) =>
          loadRows(context, 'loyaltyProgram', programs ?? []),
        ),
    }),
    categories: t.field({
      type: ['VisitTypeCategory'],
      description: 'Categories that it belongs to, by number.',
      resolve: ({ number }, _, context) =>
        chain(context.catalogue.related.visitTypeCategories.load(number), (categories) =>
          loadRows(context, 'visitTypeCategory', categories ?? []),
        ),
    }),
    hotels: t.field({
      type: [VisitTypeHotel],
      description: 'The hotels in which it is sold, as far as the API key sees them, by number.',
      resolve: ({ number }, _, context) =>
        chain(visibleHotelsOfVisitType(context, number), (hotels) =>
          hotels.map((hotel) => ({ visitTypeNumber: number, hotel })),
        ),
    }),
  }),
});

const VisitTypeConnection = connectionType('VisitType', VisitType);

const VisitTypeFilter = builder.inputType('VisitTypeFilter', {
  description:
    'Which visit types to list; what is left out does not select. `hotel`, `destination`, stars and `beds` must hold for one and the same hotel. Filters select visit types and never change what is shown of them.',
  fields: (t) => ({
    hotel: t.id({ description: 'ObjectId or number of a hotel in which it is sold.' }),
    destination: t.id({ description: 'ObjectId or number of a destination in which it is sold.' }),
    hotelStarsMin: t.int({ description: 'Fewest stars of the hotel, 1 to 5.' }),
    hotelStarsMax: t.int({ description: 'Most stars of the hotel, 1 to 5.' }),
    beds: t.int({ description: 'Some room type of the hotel has exactly this many beds; at least 1.' }),
    dateFrom: t.field({
      type: 'LocalDate',
      description:
        'Some night from this date on, and up to `dateTo` where that is given, is on offer: from today on, priced, and inside one of the `timeConstraints` if there are any. Outside its selling period a visit type has no such night. The same nights have a lowest price and are not NOT_AVAILABLE in the calendar.',
    }),
    dateTo: t.field({
      type: 'LocalDate',
      description:
        'Some night up to this date, itself included, and from `dateFrom` on where that is given, is on offer.',
    }),
    nightsMin: t.int({ description: 'Stays of this many nights or more are possible.' }),
    nightsMax: t.int({ description: 'Stays of this many nights or fewer are possible.' }),
  }),
});

builder.queryField('visitTypes', (t) =>
  t.field({
    type: VisitTypeConnection,
    complexity: pageCost,
    description: 'Visit types that the API key sees, by priority position and number.',
    args: {
      filter: t.arg({ type: VisitTypeFilter, description: 'Which visit types.' }),
      first: t.arg.int({ defaultValue: 10, required: true, description: 'Rows of a page, 1 to 100.' }),
      after: t.arg.string({ description: 'Cursor of the row before the page.' }),
      offset: t.arg.int({ description: 'Rows to skip (after `after`, if given), from 0.' }),
    },
    resolve: (_, { filter, ...asked }, context) =>
      loadPage(asked, {
        order: VISIT_TYPE_ORDER,
        cursors: context.services.cursors,
        problems: prefixPaths('filter', visitTypeFilterProblems(filter ?? {})),
        keys: () => listVisitTypes(context, filter ?? {}),
        rowsOf: (numbers) => loadRows(context, 'visitType', numbers),
      }),
  }),
);

builder.queryField('visitType', (t) =>
  t.field({
    type: VisitType,
    nullable: true,
    description: 'A visit type; null when there is none that the API key sees.',
    args: { id: t.arg.id({ required: true, description: 'ObjectId or number.' }) },
    resolve: async (_, { id }, context) => {
      const number = await resolveNumber(context, 'visitType', id);
      return number === null ? null : visibleVisitType(context, number);
    },
  }),
);
