/** From-prices in v2 (change log of 2026-09-10, V4). */

const MINIMUM =
  'amount { amount } original { amount } nights occupancy visitType { _id: id id: number name { ...Text } }';
const MINIMA = `{ perPersonPerNight { ${MINIMUM} } perStay { ${MINIMUM} } }`;

/** The selection of a `PriceFromResult`. */
export const PRICE_FROM = `currency all ${MINIMA} health ${MINIMA} wellness ${MINIMA}`;

interface Amount {
  readonly amount: number;
}

interface MinimumResult {
  readonly amount: Amount;
  readonly original: Amount;
}

interface MinimaResult {
  readonly perPersonPerNight: MinimumResult;
  readonly perStay: MinimumResult;
}

export interface PriceFromResult {
  readonly currency: string;
  readonly all: MinimaResult;
  readonly health: MinimaResult | null;
  readonly wellness: MinimaResult | null;
}

/** From-prices by currency and category; a category in which the hotel sells nothing is left out. Null: it sells nothing. */
export function priceFromOf(prices: readonly PriceFromResult[] | null) {
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

function minimaOf({ perPersonPerNight, perStay }: MinimaResult) {
  return { perPersonPerNight: minimumOf(perPersonPerNight), perStay: minimumOf(perStay) };
}

function minimumOf(minimum: MinimumResult) {
  return { ...minimum, amount: minimum.amount.amount, original: minimum.original.amount };
}
