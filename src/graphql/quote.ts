/** Quotes: what a concrete stay costs, line by line. */
import type { LoyaltyProgram as LoyaltyProgramRow, Prisma } from '../data/generated/prisma/client.ts';
import { type Day, formatDay } from '../domain/civil-date.ts';
import { CURRENCIES, type Currency } from '../domain/money.ts';
import type { PriceListKind } from '../domain/price-list.ts';
import { type NamedQuote, quoteStayFor } from '../operations/quote-stay.ts';
import { quoteProblems } from '../operations/search-input.ts';
import { builder } from './builder.ts';
import { dayOfArgument } from './civil-dates.ts';
import { QUOTE } from './cost.ts';
import { CurrencyEnum, PriceListKindEnum } from './enums.ts';
import { LocalizedText, localized } from './localized-text.ts';
import { LoyaltyProgram } from './loyalty-program.ts';
import { Money } from './money.ts';
import { percentOf } from './percentage.ts';
import {
  InvalidInput,
  invalidInput,
  LoyaltyNotApplicable,
  NotFound,
  NotPriced,
  problemOf,
  StayNotAllowed,
  typeByKind,
} from './problems.ts';

/** A price as it is shown, whether just calculated or stored with a booking. */
export interface QuoteShape {
  currency: Currency;
  nights: number;
  priceListKind: PriceListKind;
  baseMinor: number;
  promotions: readonly PromotionLineShape[];
  discounts: readonly DiscountLineShape[];
  amountMinor: number;
}

export interface PromotionLineShape {
  name: Prisma.JsonValue;
  basisPoints: number;
  nights: number;
  amountMinor: number;
  validFrom: Day;
  validTo: Day | null;
}

export interface DiscountLineShape {
  guest: number;
  programNumber: number;
  name: Prisma.JsonValue;
  basisPoints: number;
  amountMinor: number;
}

/** A calculated quote as it is shown. */
export function quoteShape({ quote, programs }: NamedQuote): QuoteShape {
  const programOf = (number: number): LoyaltyProgramRow => programs.find((program) => program.number === number)!;
  return {
    ...quote,
    promotions: quote.promotions.map(({ promotion, nights, amountMinor }) => ({ ...promotion, nights, amountMinor })),
    discounts: quote.discounts.map((line) => {
      const { name, basisPoints } = programOf(line.programNumber);
      return { ...line, name, basisPoints };
    }),
  };
}

type WithCurrency<Line> = Line & { currency: Currency };

const QuotePromotion = builder.objectRef<WithCurrency<PromotionLineShape>>('QuotePromotion').implement({
  description: 'A promotion in a price: its percentage of the base of the nights that it won, rounded once, half-up.',
  fields: (t) => ({
    name: t.field({ type: LocalizedText, description: 'Its name.', resolve: ({ name }) => localized(name) }),
    percentage: t.float({
      description: 'Discount in percent.',
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
    nights: t.exposeInt('nights', {
      description: 'Nights that it reduces; of several, the highest percentage wins a night.',
    }),
    amount: t.field({ type: Money, description: 'The reduction.', resolve: (line) => line }),
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

const QuoteDiscount = builder.objectRef<WithCurrency<DiscountLineShape>>('QuoteDiscount').implement({
  description:
    "A loyalty discount in a price: the programme's percentage of the guest's share, which is the price after promotions divided by the beds, rounded once, half-up.",
  fields: (t) => ({
    guest: t.exposeInt('guest', { description: 'Position of the guest, from 1.' }),
    name: t.field({
      type: LocalizedText,
      description: 'Name of the programme.',
      resolve: ({ name }) => localized(name),
    }),
    percentage: t.float({
      description: 'Discount in percent.',
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
    amount: t.field({ type: Money, description: 'The reduction.', resolve: (line) => line }),
    loyaltyProgram: t.field({
      type: LoyaltyProgram,
      nullable: true,
      description: 'The programme as it is now; null when it has been removed since a booking.',
      resolve: ({ programNumber }, _, { session }) => session.catalogue.loyaltyProgram.load(programNumber),
    }),
  }),
});

export const Quote = builder.objectRef<QuoteShape>('Quote').implement({
  description: 'The price of a stay in one currency: `total = basePrice - promotions - discounts`, exactly.',
  fields: (t) => ({
    currency: t.field({ type: CurrencyEnum, description: 'Its currency.', resolve: ({ currency }) => currency }),
    nights: t.exposeInt('nights', { description: 'Nights of the stay; the departure day is not charged.' }),
    priceListKind: t.field({
      type: PriceListKindEnum,
      description: 'Whether the base is a package or a sum of nights.',
      resolve: ({ priceListKind }) => priceListKind,
    }),
    basePrice: t.field({
      type: Money,
      description: 'The price of the room before reductions, whatever share of its beds is taken.',
      resolve: ({ baseMinor, currency }) => ({ amountMinor: baseMinor, currency }),
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
      resolve: ({ amountMinor, currency }) => ({ amountMinor, currency }),
    }),
  }),
});

const StayQuotes = builder.objectRef<{ quotes: readonly QuoteShape[] }>('StayQuotes').implement({
  description: 'The stay can be sold.',
  fields: (t) => ({
    quotes: t.field({
      type: [Quote],
      description: 'Its price in each asked currency that covers it, at least one.',
      resolve: ({ quotes }) => [...quotes],
    }),
  }),
});

const QuoteResult = builder.unionType('QuoteResult', {
  description: 'A price, or why there is none.',
  types: [StayQuotes, InvalidInput, NotFound, StayNotAllowed, NotPriced, LoyaltyNotApplicable],
  resolveType: typeByKind({ quoted: 'StayQuotes' }),
});

const GuestLoyaltyInput = builder.inputType('GuestLoyaltyInput', {
  description: 'A loyalty programme of a guest.',
  fields: (t) => ({
    guest: t.int({ required: true, description: 'Position of the guest, from 1.' }),
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
    loyaltyPrograms: t.field({ type: [GuestLoyaltyInput], description: 'Loyalty programmes, at most one a guest.' }),
    currencies: t.field({ type: [CurrencyEnum], description: 'Currencies to price it in. Default: all.' }),
  }),
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteResult,
    complexity: QUOTE,
    description:
      'What a stay costs. It looks at neither capacity nor on demand. Input is checked before existence, existence before the rules of the stay.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input }, { session }) => {
      const arrival = dayOfArgument(input.arrival)!;
      const departure = dayOfArgument(input.departure)!;
      const loyaltyPrograms = input.loyaltyPrograms ?? [];
      const problems = quoteProblems({ arrival, departure, loyaltyPrograms });
      if (problems.length > 0) return problemOf(invalidInput(problems));
      const asked = input.currencies?.length ? input.currencies : CURRENCIES;
      const outcome = await quoteStayFor(session, {
        visitType: input.visitType,
        roomType: input.roomType,
        stay: { arrival, departure },
        loyaltyPrograms,
        currencies: CURRENCIES.filter((currency) => asked.includes(currency)),
      });
      if (outcome.kind !== 'quoted') return problemOf(outcome);
      return { kind: outcome.kind, quotes: outcome.quotes.map(quoteShape) };
    },
  }),
);
