/** The price of several rooms for one stay, as one (Y2). */
import { feesTogether } from '../booking/cancellation-terms.ts';
import type { Promotion } from '../pricing/promotion.ts';
import type { OfferedQuote } from './sellable-stay.ts';

/**
 * The sum of prices in one currency, with the lines of all. Guests are counted through: those of the second room come after the last of
 * the first one.
 */
export function quoteTogether<P extends Promotion>(
  rooms: readonly { readonly quote: OfferedQuote<P>; readonly guests: number }[],
): OfferedQuote<P> {
  const [first, ...others] = rooms;
  if (first === undefined) throw new RangeError('a party has rooms');
  let guests = first.guests;
  let sum = first.quote;
  for (const { quote, guests: inRoom } of others) {
    const before = guests;
    sum = {
      ...sum,
      priceListKind: quote.priceListKind === sum.priceListKind ? sum.priceListKind : 'PER_NIGHT',
      baseMinor: sum.baseMinor + quote.baseMinor,
      amountMinor: sum.amountMinor + quote.amountMinor,
      promotions: [...sum.promotions, ...quote.promotions],
      discounts: [...sum.discounts, ...quote.discounts.map((line) => ({ ...line, guest: before + line.guest }))],
    };
    guests += inRoom;
  }
  return { ...sum, cancellation: feesTogether(rooms.map(({ quote }) => quote.cancellation)) };
}
