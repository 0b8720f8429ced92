/** Quotes: the price of a stay, line by line, whether it can be booked, and until when the price is valid (F3). */

import { chain } from '../../../data/cache/maybe-promise.ts';
import type { Prisma } from '../../../data/generated/prisma/client.ts';
import {
  type CancellationFee as CancellationFeeOfDay,
  lastFreeDay,
} from '../../../domain/booking/cancellation-terms.ts';
import { CURRENCIES, type Currency } from '../../../domain/pricing/money.ts';
import type { PriceListKind } from '../../../domain/pricing/price-list.ts';
import { RefusedValue } from '../../../domain/problem/input-problem.ts';
import { invalidInput } from '../../../domain/problem/refusal.ts';
import { type Day, formatDay, startOfDay } from '../../../domain/time/civil-date.ts';
import { channelProblems } from '../../../operations/access/named-channel.ts';
import { isDeskOf } from '../../../operations/booking/booking-access.ts';
import {
  loadRoomsLeft,
  type NamedQuote,
  quoteForCaller,
  type SoldStay,
} from '../../../operations/search/quote-stay.ts';
import { GUEST_POSITION, GUESTS_SENT, quoteProblems } from '../../../operations/search/search-input.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { LoyaltyProgram } from '../catalogue/loyalty-program.ts';
import { QUOTE_COST } from '../cost.ts';
import { AvailabilityEnum, CurrencyEnum, PriceListKindEnum } from '../enums.ts';
import { withEntries, within } from '../input/bounds.ts';
import { localizedField } from '../localized-text.ts';
import { refusalTypes, typeOfRefusal } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { CancellationFee, toCancellationFees } from './cancellation.ts';
import { CURRENCY, Money, toMoney } from './money.ts';
import { percentOf } from './percentage.ts';

/** A price, just calculated or stored with a booking, as the schema shows it. Amounts are in minor units of its currency. */
export interface ShownQuote {
  readonly currency: Currency;
  readonly nights: number;
  readonly priceListKind: PriceListKind;
  readonly baseMinor: number;
  readonly amountMinor: number;
  readonly promotions: readonly ShownPromotion[];
  readonly cancellation: readonly CancellationFeeOfDay[];
  readonly discounts: readonly ShownDiscount[];
}

interface ShownPromotion {
  readonly name: Prisma.JsonValue;
  readonly basisPoints: number;
  readonly nights: number;
  readonly amountMinor: number;
  readonly validFrom: Day;
  readonly validTo: Day | null;
}

interface ShownDiscount {
  readonly guest: number;
  readonly programNumber: number;
  readonly name: Prisma.JsonValue;
  readonly basisPoints: number;
  readonly amountMinor: number;
}

/** The price of the rules with the names of its lines. */
export function toShownQuote({ quote, programs }: NamedQuote): ShownQuote {
  return {
    ...quote,
    promotions: quote.promotions.map(({ promotion, nights, amountMinor }) => ({ nights, amountMinor, ...promotion })),
    discounts: quote.discounts.map((line) => {
      // biome-ignore lint/style/noNonNullAssertion: a discount is that of a presented programme.
      const { name, basisPoints } = programs.find(({ number }) => number === line.programNumber)!;
      return { name, basisPoints, ...line };
    }),
  };
}

type LineOf<Shown> = Shown & { readonly currency: Currency };

const QuotePromotion = builder.objectRef<LineOf<ShownPromotion>>('QuotePromotion').implement({
  description: 'A promotion in a price: its percentage of the base of the nights that it won, rounded once, half-up.',
  fields: (t) => ({
    name: t.field(localizedField('name', 'Its name.')),
    percentage: t.float({
      description: 'Discount in percent.',
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
    nights: t.exposeInt('nights', {
      description: 'Nights that it reduces; of several, the highest percentage wins a night.',
    }),
    amount: t.field({
      type: Money,
      description: 'The reduction.',
      resolve: ({ amountMinor, currency }) => toMoney(amountMinor, currency),
    }),
    validFrom: t.field({
      type: 'LocalDate',
      description: 'First night that it holds for.',
      resolve: ({ validFrom }) => formatDay(validFrom),
    }),
    validTo: t.field({
      type: 'LocalDate',
      nullable: true,
      description: 'First night that it does not hold for any more; null: it does not end.',
      resolve: ({ validTo }) => (validTo === null ? null : formatDay(validTo)),
    }),
  }),
});

const QuoteDiscount = builder.objectRef<LineOf<ShownDiscount>>('QuoteDiscount').implement({
  description:
    "A loyalty discount in a price: the programme's percentage of the guest's share, which is the price after promotions divided by the beds, rounded once, half-up.",
  fields: (t) => ({
    guest: t.exposeInt('guest', { description: 'Position of the guest, from 1.' }),
    name: t.field(localizedField('name', 'Name of the programme.')),
    percentage: t.float({
      description: 'Discount in percent.',
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
    amount: t.field({
      type: Money,
      description: 'The reduction.',
      resolve: ({ amountMinor, currency }) => toMoney(amountMinor, currency),
    }),
    loyaltyProgram: t.field({
      type: LoyaltyProgram,
      nullable: true,
      description: 'The programme as it is now; null when it has been removed since a booking.',
      resolve: ({ programNumber }, _, context) => context.catalogue.loyaltyProgram.load(programNumber),
    }),
  }),
});

/** The fields of a price. */
export const priceFields = (t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, ShownQuote>) => ({
  currency: t.expose('currency', { type: CurrencyEnum, description: 'Its currency.' }),
  nights: t.exposeInt('nights', { description: 'Nights of the stay; the departure day is not charged.' }),
  priceListKind: t.expose('priceListKind', {
    type: PriceListKindEnum,
    description: 'Whether the base is a package or a sum of nights.',
  }),
  basePrice: t.field({
    type: Money,
    description: 'The price of the room before reductions, whatever share of its beds is taken.',
    resolve: ({ baseMinor, currency }) => toMoney(baseMinor, currency),
  }),
  promotions: t.field({
    type: [QuotePromotion],
    description: 'Promotions in the price.',
    resolve: ({ promotions, currency }) => promotions.map((line) => ({ ...line, currency })),
  }),
  discounts: t.field({
    type: [QuoteDiscount],
    description: 'Loyalty discounts in the price.',
    resolve: ({ discounts, currency }) => discounts.map((line) => ({ ...line, currency })),
  }),
  total: t.field({
    type: Money,
    description: 'The final price.',
    resolve: ({ amountMinor, currency }) => toMoney(amountMinor, currency),
  }),
  cancellation: t.field({
    type: [CancellationFee],
    description: 'What cancelling costs, the earliest date first; none: nothing (S12).',
    resolve: ({ cancellation, currency }) => toCancellationFees(cancellation, currency),
  }),
  freeCancellationUntil: t.field({
    type: 'LocalDate',
    nullable: true,
    description:
      'The last day on which cancelling is free, for `expectedCancellation` of `createBooking`; it may have passed. Null: cancelling never costs anything (S12).',
    resolve: ({ cancellation }) => {
      const day = lastFreeDay(cancellation);
      return day === null ? null : formatDay(day);
    },
  }),
});

export const Quote = builder.objectRef<ShownQuote>('Quote').implement({
  description: 'The price of a stay in one currency: `total = basePrice - promotions - discounts`, exactly.',
  fields: priceFields,
});

const StayQuotes = builder.objectRef<{ quotes: readonly ShownQuote[]; sold: SoldStay }>('StayQuotes').implement({
  description: 'The stay can be sold.',
  fields: (t) => ({
    quotes: t.field({
      type: [Quote],
      description: 'Its price in each asked currency that covers it, at least one; with `currency` that one, or none.',
      args: { currency: t.arg(CURRENCY) },
      resolve: ({ quotes }, { currency }) => (currency ? quotes.filter((one) => one.currency === currency) : quotes),
    }),
    availability: t.field({
      type: AvailabilityEnum,
      description:
        'AVAILABLE: a binding booking would be made now. ON_DEMAND: only a request (`kind: REQUEST`). Never NOT_AVAILABLE (F3).',
      resolve: ({ sold }, _, context) =>
        chain(loadRoomsLeft(context, sold), (left) => (left === null || left === 0 ? 'ON_DEMAND' : 'AVAILABLE')),
    }),
    roomsLeft: t.int({
      nullable: true,
      description:
        'Rooms left on its scarcest night, 0 to 5: more are shown as 5. 0 where no capacity is recorded; null: the visit type is on demand (F3).',
      resolve: ({ sold }, _, context) => loadRoomsLeft(context, sold),
    }),
    validUntil: t.field({
      type: 'DateTime',
      description:
        'When the business day ends, and with it the promise of these prices; until then they change only with the catalogue (F3).',
      resolve: (_, __, { today, services }) => new Date(startOfDay(today + 1, services.businessTimeZone)),
    }),
  }),
});

const QuoteResult = builder.unionType('QuoteResult', {
  description: 'A price, or why there is none.',
  types: [StayQuotes, ...refusalTypes('quote')],
  resolveType: (result: { readonly kind?: string }, context) =>
    result.kind === 'quoted' ? 'StayQuotes' : typeOfRefusal(result, context),
});

export const GuestLoyaltyInput = builder.inputType('GuestLoyaltyInput', {
  description: 'A loyalty programme of a guest.',
  fields: (t) => ({
    guest: t.int({ required: true, description: 'Position of the guest, from 1.', ...within(GUEST_POSITION) }),
    program: t.id({ required: true, description: 'ObjectId or number of the programme.' }),
  }),
});

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'A stay to be priced.',
  fields: (t) => ({
    visitType: t.id({ required: true, description: 'ObjectId or number of the visit type.' }),
    roomType: t.id({ required: true, description: 'ObjectId or number of the room type, which names the hotel too.' }),
    arrival: t.field({ type: 'LocalDate', required: true, description: 'First day of the stay.' }),
    departure: t.field({
      type: 'LocalDate',
      required: true,
      description: 'Day on which the guests leave; after `arrival`.',
    }),
    loyaltyPrograms: t.field({
      type: [GuestLoyaltyInput],
      description: 'Loyalty programmes, 100 at most and one a guest.',
      ...withEntries(GUESTS_SENT),
    }),
    currencies: t.field({ type: [CurrencyEnum], description: 'Currencies to price it in. Default: all.' }),
    channel: t.string({
      description:
        'Code of a channel of the catalogue, whose promotions price the stay, as in `createBooking`. Default: the channel of the key. Needs `OPERATE` for the hotel (M11).',
    }),
  }),
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteResult,
    complexity: QUOTE_COST,
    extensions: REPORTS_REFUSED_VALUES,
    description:
      'What a stay costs. Neither capacity nor on demand matter; `availability` tells them. Input is checked before existence, existence before the rules of the stay.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input: sent }, context) => {
      const isRefused = [sent.arrival, sent.departure].some((day: unknown) => day instanceof RefusedValue);
      const { input, refused } = isRefused ? readInput(sent) : { input: sent, refused: [] };
      const { visitType, roomType, arrival, departure } = input;
      const loyaltyPrograms = input.loyaltyPrograms ?? [];
      const channel = input.channel ?? null;
      // Whether it may be named depends on the key.
      if (channel !== null) context.dependencies.isPrivate = true;
      const isDesk = channel !== null && (await isDeskOf(context, ['roomType', roomType]));
      const found = [
        ...quoteProblems({ arrival, departure, loyaltyPrograms }),
        ...(channel === null ? [] : await channelProblems(context, { channel, isDesk })),
      ];
      const problems = isRefused ? withRefused(refused, found) : found;
      if (problems.length > 0) return invalidInput(problems);
      const asked = input.currencies?.length ? input.currencies : CURRENCIES;
      const outcome = await quoteForCaller(context, {
        visitType,
        roomType,
        stay: { arrival, departure },
        loyaltyPrograms,
        currencies: CURRENCIES.filter((currency) => asked.includes(currency)),
        channel: channel ?? context.caller.channel,
      });
      if (outcome.kind !== 'quoted') return outcome;
      return { kind: outcome.kind, quotes: outcome.quotes.map(toShownQuote), sold: outcome.sold };
    },
  }),
);
