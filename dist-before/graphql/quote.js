import { CURRENCIES } from '../domain/money.js';
import { quoteStayFor } from '../operations/quote-stay.js';
import { quoteProblems } from '../operations/search-input.js';
import { builder } from './builder.js';
import { dayOfArgument } from './civil-dates.js';
import { QUOTE } from './cost.js';
import { CurrencyEnum, PriceListKindEnum } from './enums.js';
import { texts } from './localized-text.js';
import { LoyaltyProgram } from './loyalty-program.js';
import { Money, money } from './money.js';
import { percentOf } from './percentage.js';
import { InvalidInput, invalidInput, LoyaltyNotApplicable, NotFound, NotPriced, problemOf, StayNotAllowed, typeByKind, } from './problems.js';
import { promotionTerms } from './promotion.js';
/** A quote as it is shown. */
export function quoteShape(quote) {
    const { currency, nights, priceListKind } = quote;
    return {
        currency,
        nights,
        priceListKind,
        basePrice: money(quote.baseMinor, currency),
        promotions: quote.promotions.map((line) => ({
            name: line.name,
            nights: line.nights,
            amount: money(line.amountMinor, currency),
            ...promotionTerms(line),
        })),
        discounts: quote.discounts.map(({ guest, programNumber, name, basisPoints, amountMinor }) => ({
            guest,
            programNumber,
            name,
            percentage: percentOf(basisPoints),
            amount: money(amountMinor, currency),
        })),
        total: money(quote.amountMinor, currency),
    };
}
/** A calculated quote as it is shown. */
export function calculatedQuote({ quote, programs }) {
    return quoteShape({
        ...quote,
        promotions: quote.promotions.map(({ promotion, nights, amountMinor }) => ({ nights, amountMinor, ...promotion })),
        discounts: quote.discounts.map((line) => {
            const { name, basisPoints } = programs.find(({ number }) => number === line.programNumber);
            return { name, basisPoints, ...line };
        }),
    });
}
const QuotePromotion = builder.objectRef('QuotePromotion').implement({
    description: 'A promotion in a price: its percentage of the base of the nights that it won, rounded once, half-up.',
    fields: (t) => ({
        name: t.field(texts('name', 'Its name.')),
        percentage: t.exposeFloat('percentage', { description: 'Discount in percent.' }),
        nights: t.exposeInt('nights', {
            description: 'Nights that it reduces; of several, the highest percentage wins a night.',
        }),
        amount: t.expose('amount', { type: Money, description: 'The reduction.' }),
        validFrom: t.expose('validFrom', { type: 'LocalDate', description: 'First night that it holds for.' }),
        validTo: t.expose('validTo', {
            type: 'LocalDate',
            nullable: true,
            description: 'First night that it does not hold for any more; null: it does not end.',
        }),
    }),
});
const QuoteDiscount = builder.objectRef('QuoteDiscount').implement({
    description: "A loyalty discount in a price: the programme's percentage of the guest's share, which is the price after promotions divided by the beds, rounded once, half-up.",
    fields: (t) => ({
        guest: t.exposeInt('guest', { description: 'Position of the guest, from 1.' }),
        name: t.field(texts('name', 'Name of the programme.')),
        percentage: t.exposeFloat('percentage', { description: 'Discount in percent.' }),
        amount: t.expose('amount', { type: Money, description: 'The reduction.' }),
        loyaltyProgram: t.field({
            type: LoyaltyProgram,
            nullable: true,
            description: 'The programme as it is now; null when it has been removed since a booking.',
            resolve: ({ programNumber }, _, { session }) => session.catalogue.loyaltyProgram.load(programNumber),
        }),
    }),
});
export const Quote = builder.objectRef('Quote').implement({
    description: 'The price of a stay in one currency: `total = basePrice - promotions - discounts`, exactly.',
    fields: (t) => ({
        currency: t.expose('currency', { type: CurrencyEnum, description: 'Its currency.' }),
        nights: t.exposeInt('nights', { description: 'Nights of the stay; the departure day is not charged.' }),
        priceListKind: t.expose('priceListKind', {
            type: PriceListKindEnum,
            description: 'Whether the base is a package or a sum of nights.',
        }),
        basePrice: t.expose('basePrice', {
            type: Money,
            description: 'The price of the room before reductions, whatever share of its beds is taken.',
        }),
        promotions: t.expose('promotions', { type: [QuotePromotion], description: 'Promotions in the price.' }),
        discounts: t.expose('discounts', { type: [QuoteDiscount], description: 'Loyalty discounts in the price.' }),
        total: t.expose('total', { type: Money, description: 'The final price.' }),
    }),
});
const StayQuotes = builder.objectRef('StayQuotes').implement({
    description: 'The stay can be sold.',
    fields: (t) => ({
        quotes: t.expose('quotes', {
            type: [Quote],
            description: 'Its price in each asked currency that covers it, at least one.',
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
builder.queryField('quote', (t) => t.field({
    type: QuoteResult,
    complexity: QUOTE,
    description: 'What a stay costs. It looks at neither capacity nor on demand. Input is checked before existence, existence before the rules of the stay.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input }, { session }) => {
        const arrival = dayOfArgument(input.arrival);
        const departure = dayOfArgument(input.departure);
        const loyaltyPrograms = input.loyaltyPrograms ?? [];
        const problems = quoteProblems({ arrival, departure, loyaltyPrograms });
        if (problems.length > 0)
            return problemOf(invalidInput(problems));
        const asked = input.currencies?.length ? input.currencies : CURRENCIES;
        const outcome = await quoteStayFor(session, {
            visitType: input.visitType,
            roomType: input.roomType,
            stay: { arrival, departure },
            loyaltyPrograms,
            currencies: CURRENCIES.filter((currency) => asked.includes(currency)),
        });
        if (outcome.kind !== 'quoted')
            return problemOf(outcome);
        return { kind: outcome.kind, quotes: outcome.quotes.map(calculatedQuote) };
    },
}));
//# sourceMappingURL=quote.js.map