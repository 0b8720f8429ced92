/** What several rooms of one stay cost together. */
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
  return gathered(
    quotes.flatMap(({ cancellation }) => cancellation),
    ({ from }) => from,
    (fees, first) => ({ ...first, fee: sumOf(fees.map(({ fee }) => fee)) }),
  );
}

/** The prices of all rooms as one, in which reductions of one name are one line; null: there is no room. */
export function together<Price extends StayPriceLinesFragment>(quotes: readonly Price[]): Price | null {
  const [first] = quotes;
  if (!first) return null;
  return {
    ...first,
    basePrice: sumOf(quotes.map(({ basePrice }) => basePrice)),
    promotions: gathered(
      quotes.flatMap(({ promotions }) => promotions),
      ({ name, percentage, nights }) => `${name.text} ${percentage} ${nights}`,
      (lines, line) => ({ ...line, amount: sumOf(lines.map(({ amount }) => amount)) }),
    ),
    discounts: quotes.flatMap(({ discounts }) => discounts),
    total: sumOf(quotes.map(({ total }) => total)),
    cancellation: feesOf(quotes),
    freeCancellationUntil: quotes.flatMap(({ freeCancellationUntil }) => freeCancellationUntil ?? []).sort()[0] ?? null,
  };
}

/** Entries of equal names as one, in the order of the first of each. */
function gathered<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  join: (same: readonly Entry[], first: Entry) => Entry,
): Entry[] {
  const firsts = entries.filter((entry, place) => entries.findIndex((one) => nameOf(one) === nameOf(entry)) === place);
  return firsts.map((first) =>
    join(
      entries.filter((entry) => nameOf(entry) === nameOf(first)),
      first,
    ),
  );
}
