import type { VisitType as VisitTypeRow } from '../../../data/generated/prisma/client.ts';
import type { CategoryFromPrices, FromPrice, FromPrices, PriceFrom } from '../../../domain/minimum-price/price-from.ts';
import { CURRENCIES, type Currency } from '../../../domain/pricing/money.ts';
import { canSeeDestination, loadRows } from '../../../operations/access/visibility.ts';
import { builder } from '../builder.ts';
import { Hotel } from '../catalogue/hotel.ts';
import { VisitType } from '../catalogue/visit-type.ts';
import { CACHED_PRICES } from '../cost.ts';
import { CurrencyEnum } from '../enums.ts';
import { CURRENCY, Money, toMoney } from './money.ts';

/** A value with the currency of its amounts and the rows of its visit types. */
type In<Value> = Value & { readonly currency: Currency; readonly visitTypes: ReadonlyMap<number, VisitTypeRow> };

const FromPriceType = builder.objectRef<In<FromPrice>>('FromPrice').implement({
  description: 'A minimum and the stay that it belongs to; all of its figures are of that one stay.',
  fields: (t) => ({
    amount: t.field({
      type: Money,
      description: 'Less the promotion; rounded once, half-up, where it is a share of the total.',
      resolve: ({ amountMinor, currency }) => toMoney(amountMinor, currency),
    }),
    original: t.field({
      type: Money,
      description: '`amount` before the promotion; equal when there is none.',
      resolve: ({ originalMinor, currency }) => toMoney(originalMinor, currency),
    }),
    nights: t.exposeInt('nights', { description: 'Nights of the stay, the fewest that the visit type allows.' }),
    guests: t.exposeInt('guests', { description: 'Guests of the stay: as many as the room has beds.' }),
    visitType: t.field({
      type: VisitType,
      description: 'The visit type.',
      // biome-ignore lint/style/noNonNullAssertion: the price belongs to one of the visit types that were compared.
      resolve: ({ visitTypeNumber, visitTypes }) => visitTypes.get(visitTypeNumber)!,
    }),
  }),
});

const FromPricesType = builder.objectRef<In<FromPrices>>('FromPrices').implement({
  description: 'Two minima that know nothing of each other: they may belong to different stays, rooms and visit types.',
  fields: (t) => ({
    perPersonPerNight: t.field({
      type: FromPriceType,
      description: 'The lowest price of a stay divided by its nights and its guests.',
      resolve: ({ perPersonPerNight, currency, visitTypes }) => ({ currency, visitTypes, ...perPersonPerNight }),
    }),
    perStay: t.field({
      type: FromPriceType,
      description: 'The lowest price of a whole stay in a whole room.',
      resolve: ({ perStay, currency, visitTypes }) => ({ currency, visitTypes, ...perStay }),
    }),
  }),
});

const PriceFromType = builder.objectRef<In<CategoryFromPrices>>('PriceFrom').implement({
  description: 'From-prices of a hotel in a currency.',
  fields: (t) => ({
    currency: t.expose('currency', { type: CurrencyEnum, description: 'The currency.' }),
    all: t.field({
      type: FromPricesType,
      description: 'Over all its visit types; those without a category count here only.',
      resolve: ({ all, currency, visitTypes }) => ({ currency, visitTypes, ...all }),
    }),
    health: t.field({
      type: FromPricesType,
      nullable: true,
      description: 'Over its spa cures; null: it sells none.',
      resolve: ({ health, currency, visitTypes }) => (health ? { currency, visitTypes, ...health } : null),
    }),
    wellness: t.field({
      type: FromPricesType,
      nullable: true,
      description: 'Over its wellness stays; null: it sells none.',
      resolve: ({ wellness, currency, visitTypes }) => (wellness ? { currency, visitTypes, ...wellness } : null),
    }),
  }),
});

builder.prismaObjectFields(Hotel, (t) => ({
  priceFrom: t.field({
    type: [PriceFromType],
    complexity: CACHED_PRICES,
    nullable: true,
    description:
      'Its from-prices, one entry for each currency that it sells in; null: nothing is for sale, or a booking names a hotel that the API key does not see. They are the lowest over every visit type and room type, with every bed taken, and over every stay of minimum length that starts today or later, is allowed and is priced on every night, whether rooms are free or not. Of the promotions of the public channel that cover the whole stay the highest percentage is taken off. Visit types outside their selling period do not count; those on demand do.',
    args: { currency: t.arg(CURRENCY) },
    resolve: async ({ number, destinationNumber }, { currency: only }, context) => {
      if (!canSeeDestination(context, destinationNumber)) return null;
      const prices = await context.pricesFrom.load(number);
      if (!prices) return null;
      const rows = await loadRows(context, 'visitType', [...new Set(namedVisitTypes(prices))]);
      const visitTypes = new Map(rows.map((row) => [row.number, row]));
      return (only ? [only] : CURRENCIES).flatMap((currency) => {
        const price = prices[currency];
        return price ? [{ currency, visitTypes, ...price }] : [];
      });
    },
  }),
}));

/** The visit types of the minima. */
function namedVisitTypes(prices: PriceFrom): number[] {
  return CURRENCIES.flatMap((currency) => {
    const { all, health, wellness } = prices[currency] ?? {};
    const minima = [all, health, wellness].flatMap((pair) => (pair ? [pair.perPersonPerNight, pair.perStay] : []));
    return minima.map(({ visitTypeNumber }) => visitTypeNumber);
  });
}
