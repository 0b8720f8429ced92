/** From-prices in v2 (change log of 2026-09-10, V4). */
import type { FromPriceFragment, FromPricesFragment, PriceFromFragment } from '../generated/operations.ts';

/** By currency and category, without categories in which the hotel sells nothing. Null: it sells nothing at all. */
export function priceFromOf(prices: readonly PriceFromFragment[] | null) {
  if (!prices) return null;
  return Object.fromEntries(
    prices.map(({ currency, all, health, wellness }) => {
      const categories: Record<string, ReturnType<typeof minimaOf>> = { all: minimaOf(all) };
      if (health) categories.health = minimaOf(health);
      if (wellness) categories.wellness = minimaOf(wellness);
      return [currency, categories];
    }),
  );
}

function minimaOf({ perPersonPerNight, perStay }: FromPricesFragment) {
  return { perPersonPerNight: minimumOf(perPersonPerNight), perStay: minimumOf(perStay) };
}

function minimumOf(minimum: FromPriceFragment) {
  return { ...minimum, amount: minimum.amount.amount, original: minimum.original.amount };
}
