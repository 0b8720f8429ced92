/** Visit types and their fields. */
import { chain, type MaybePromise } from '../../../data/cache/maybe-promise.ts';
import { storedTerms } from '../../../data/cancellation-terms.ts';
import { dayOrNullOfColumn } from '../../../data/sql/column-types.ts';
import type { LowestPrice } from '../../../domain/minimum-price/lowest-price.ts';
import type { InputProblem } from '../../../domain/problem/input-problem.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import {
  loadRows,
  visibleHotelNumbersOfVisitType,
  visibleHotelOfVisitType,
  visibleVisitType,
} from '../../../operations/access/visibility.ts';
import { lowestPriceOfVisitType } from '../../../operations/search/find-lowest-price.ts';
import { promotionsOfVisitType } from '../../../operations/search/list-promotions.ts';
import { lowestPriceWithin, resolveWithin } from '../../../operations/search/price-within.ts';
import { PAGE_SIZE, pageProblems, visitTypeFilterProblems } from '../../../operations/search/search-input.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder, DEFAULT_RESOLVER, refusesArguments } from '../builder.ts';
import { CACHED_PRICES } from '../cost.ts';
import { DateRange } from '../date-range.ts';
import {
  BoardingEnum,
  inCapitals,
  ProcedureFrequencyEnum,
  ReservationTimeSpanEnum,
  StayCategoryEnum,
  WeekdayEnum,
  withStoredCategory,
} from '../enums.ts';
import { prefixPaths, throwIfInvalid } from '../errors.ts';
import { within } from '../input/bounds.ts';
import { categoriesOfVisitTypeCost, hotelCountOfVisitTypeCost, hotelsOfVisitTypeCost } from '../list-costs.ts';
import { localizedField } from '../localized-text.ts';
import { CancellationTerm } from '../stays/cancellation.ts';
import { CURRENCY, LowestPriceType, lowestPriceEntries } from '../stays/money.ts';
import { Promotion, toPromotionShapes } from '../stays/promotion.ts';
import { LoyaltyProgram } from './loyalty-program.ts';
import { Node } from './node.ts';
import { Tag } from './tag.ts';
import { VisitTypeFilter } from './visit-type-filter.ts';
import { VisitTypeHotel } from './visit-type-hotel.ts';

const dateOrNull = (day: Day | null): string | null => (day === null ? null : formatDay(day));

const Inclusion = builder.prismaObject('Inclusion', {
  fields: (t) => ({
    name: t.field(localizedField('name', 'What it is.')),
    quantity: t.exposeInt('quantity', { nullable: true }),
    per: t.expose('per', { type: ProcedureFrequencyEnum, nullable: true }),
  }),
});

export const VisitType = builder.prismaObject('VisitType', {
  interfaces: [Node],
  fields: (t) => ({
    number: t.exposeInt('number'),
    priorityPosition: t.exposeInt('priorityPosition'),
    onDemand: t.exposeBoolean('onDemand'),
    stayCategory: t.field({
      type: StayCategoryEnum,
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
    inclusions: t.field({
      type: [Inclusion],
      description: 'What a stay includes besides meals, in order.',
      resolve: ({ number }, _, context) => chain(context.hotelDetails.inclusions.load(number), (rows) => rows ?? []),
    }),
    nightsMin: t.exposeInt('nightsMin'),
    nightsMax: t.exposeInt('nightsMax'),
    reservationTimeSpan: t.expose('reservationTimeSpan', { type: ReservationTimeSpanEnum }),
    startingDays: t.expose('startingDays', { type: [WeekdayEnum] }),
    timeConstraints: t.field({
      type: [DateRange],
      description: 'Ranges that the nights of a stay must lie in, all of them in one and the same; none: no limit.',
      resolve: async ({ number }, _, context) =>
        (await context.tariffs.load(number))?.tariff.rules.timeConstraints ?? [],
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
      // biome-ignore lint/style/noNonNullAssertion: the default resolver fills it in.
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
      extensions: refusesArguments(withinProblems),
      description:
        'The lowest price over its hotels from today on, one entry per currency, including the promotions of the channel. With `within`, only that in the hotels of its `hotel`, `destination` and stars, in rooms of its `occupancy`, and of nights from its `dateFrom` to its `dateTo`, both included; the rest of it does not matter. So a list can pass its own `filter` (F5).',
      args: {
        within: t.arg({ type: VisitTypeFilter, description: 'Where and when to look.' }),
        currency: t.arg(CURRENCY),
      },
      resolve: ({ number }, { within, currency }, context) =>
        chain(within ? priceWithin(context, number, within) : lowestPriceOfVisitType(context, number), (lowest) =>
          lowestPriceEntries(lowest, currency),
        ),
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
      complexity: categoriesOfVisitTypeCost,
      description: 'Categories that it belongs to, by number.',
      resolve: ({ number }, _, context) =>
        inTurn(context, () =>
          chain(context.catalogue.related.visitTypeCategories.load(number), (categories) =>
            loadRows(context, 'visitTypeCategory', categories ?? []),
          ),
        ),
    }),
    hotelCount: t.int({
      complexity: hotelCountOfVisitTypeCost,
      description: 'In how many hotels it is sold, as far as the API key sees them.',
      resolve: ({ number }, _, context) =>
        chain(visibleHotelNumbersOfVisitType(context, number), ({ length }) => length),
    }),
    hotels: t.field({
      type: [VisitTypeHotel],
      complexity: hotelsOfVisitTypeCost,
      extensions: refusesArguments(pageProblems),
      description: 'The hotels in which it is sold, as far as the API key sees them, by number.',
      args: {
        hotel: t.arg.id({
          description:
            'ObjectId or number of the one hotel that is shown; none is shown if it does not exist or does not sell the visit type. Left out or null: all.',
        }),
        first: t.arg.int({
          description: 'The most that are shown, 1 to 100; left out or null: all.',
          ...within(PAGE_SIZE),
        }),
      },
      resolve: ({ number }, { hotel, first }, context) => {
        throwIfInvalid(pageProblems({ first }));
        return inTurn(context, () =>
          chain(soldIn(context, number, hotel), (numbers) =>
            chain(loadRows(context, 'hotel', numbers.slice(0, first ?? numbers.length)), (hotels) =>
              hotels.map((hotel) => ({ visitTypeNumber: number, hotel })),
            ),
          ),
        );
      },
    }),
  }),
});

/** Numbers of the hotels in which a visit type is sold, or of the named one alone. */
function soldIn(context: RequestContext, number: number, hotel: string | null | undefined): MaybePromise<number[]> {
  if (hotel == null) return visibleHotelNumbersOfVisitType(context, number);
  return chain(resolveNumber(context, 'hotel', hotel), (named) =>
    named === null ? [] : visibleHotelOfVisitType(context, number, named),
  );
}

type Within = typeof VisitTypeFilter.$inferInput;

function withinProblems({ within }: { within?: Within | null | undefined }): InputProblem[] {
  return within ? prefixPaths('within', visitTypeFilterProblems(withStoredCategory(within))) : [];
}

function priceWithin(context: RequestContext, number: number, within: Within): MaybePromise<LowestPrice> {
  throwIfInvalid(withinProblems({ within }));
  return chain(resolveWithin(context, withStoredCategory(within)), (resolved) =>
    lowestPriceWithin(context, number, resolved),
  );
}

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
