/** What several rooms of one stay cost together. */
import { groupBy } from '../../domain/group-by.ts';
import type { AmountFragment, StayPriceLinesFragment } from '../generated/operations.ts';

/** There is an amount at least, and all are in one currency. */
export function sumOf([first, ...others]: readonly AmountFragment[]): AmountFragment {
  if (!first) throw new RangeError('There is no amount.');
  return { ...first, amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, first.amountMinor) };
}

/** What cancelling all of them costs, from which day on: rooms of one stay have the same days. */
export function feesOf(
  quotes: readonly Pick<StayPriceLinesFragment, 'cancellation'>[],
): StayPriceLinesFragment['cancellation'] {
  const fees = quotes.flatMap(({ cancellation }) => cancellation);
  return [...groupBy(fees, ({ from }) => from).values()].map((same) => ({
    ...same[0],
    fee: sumOf(same.map(({ fee }) => fee)),
  }));
}

/** The prices of all rooms as one, in which reductions of one name are one line; null: there is no room. */
export function together<Price extends StayPriceLinesFragment>(quotes: readonly Price[]): Price | null {
  const [first] = quotes;
  if (!first) return null;
  const promotions = groupBy(
    quotes.flatMap((quote) => quote.promotions),
    ({ name, percentage, nights }) => `${name.text} ${percentage} ${nights}`,
  );
  return {
    ...first,
    basePrice: sumOf(quotes.map(({ basePrice }) => basePrice)),
    promotions: [...promotions.values()].map((same) => ({
      ...same[0],
      amount: sumOf(same.map(({ amount }) => amount)),
    })),
    discounts: quotes.flatMap(({ discounts }) => discounts),
    total: sumOf(quotes.map(({ total }) => total)),
    cancellation: feesOf(quotes),
    freeCancellationUntil: quotes.flatMap(({ freeCancellationUntil }) => freeCancellationUntil ?? []).sort()[0] ?? null,
  };
}
