/**
 * The price of what is booked, with its terms of cancelling. Where the gateway has refused the one that the page asked for, the one that it named instead stands in its
 * place: in the summary, on the button and in the order alike. It does so until something else is chosen, or the page has another price.
 */
import { useState } from 'preact/hooks';
import type { StayPriceLinesFragment } from '../../generated/operations.ts';

interface Change {
  readonly subject: string;
  readonly from: StayPriceLinesFragment;
  readonly to: StayPriceLinesFragment;
}

/** `asked` null: it is on its way. `subject` tells apart all that has a price of its own: dates, rooms, programmes. */
export function useQuote(asked: StayPriceLinesFragment | null, subject: string) {
  const [change, setChange] = useState<Change | null>(null);
  const isChanged = change?.subject === subject && asked !== null && isSamePrice(change.from, asked);
  return {
    quote: isChanged ? change.to : asked,
    onPriceChanged(to: StayPriceLinesFragment): void {
      if (asked) setChange({ subject, from: asked, to });
    },
  };
}

/** The held price in the words of the one that was asked if nothing else differs: it was held in the language of that moment. */
export function inNewWords(
  held: StayPriceLinesFragment,
  asked: StayPriceLinesFragment | undefined,
): StayPriceLinesFragment {
  return asked && withoutWords(held) === withoutWords(asked) ? asked : held;
}

const withoutWords = (quote: StayPriceLinesFragment) =>
  JSON.stringify(quote, (name, value) => (name === 'text' ? undefined : value));

/** Whether two prices have the same total, and cancelling is free until the same day. Their lines may be in different languages. */
export function isSamePrice(
  { total, freeCancellationUntil }: StayPriceLinesFragment,
  other: StayPriceLinesFragment,
): boolean {
  return (
    total.amountMinor === other.total.amountMinor &&
    total.currency === other.total.currency &&
    freeCancellationUntil === other.freeCancellationUntil
  );
}
