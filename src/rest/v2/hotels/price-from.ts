/** From-prices in v2 (V4). */
import type { FromPriceFragment, FromPricesFragment, PriceFromFragment } from '../../generated/operations.ts';

/** From-prices of each currency and category in which the hotel sells something. Null: it sells nothing at all. */
export function toPriceFromRecord(prices: readonly PriceFromFragment[] | null) {
  if (!prices) return null;
  return Object.fromEntries(
    prices.map(({ currency, all, health, wellness }) => {
      const categories: Record<string, ReturnType<typeof toMinimaRecord>> = { all: toMinimaRecord(all) };
      if (health) categories.health = toMinimaRecord(health);
      if (wellness) categories.wellness = toMinimaRecord(wellness);
      return [currency, categories];
    }),
  );
}

function toMinimaRecord({ perPersonPerNight, perStay }: FromPricesFragment) {
  return { perPersonPerNight: toMinimumRecord(perPersonPerNight), perStay: toMinimumRecord(perStay) };
}

function toMinimumRecord(minimum: FromPriceFragment) {
  return { ...minimum, amount: minimum.amount.amount, original: minimum.original.amount };
}
