import { QuoteDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const QUOTE: ToolOf<typeof QuoteDocument> = {
  document: QuoteDocument,
  title: 'Price a stay',
  description:
    'What a stay costs, line by line, and what cancelling it costs. `total.amountMinor` and `freeCancellationUntil` are what `book_stay` expects once the guest has seen them.',
  // A price in each currency, of which one is paid; the terms are the same.
  say: ({ priced: { quotes } }, { texts, freeCancellation }, { arrival }) => [
    texts.priced({ total: quotes.map(({ total }) => total.formatted).join(' / ') }),
    ...quotes.slice(0, 1).map(({ freeCancellationUntil }) => freeCancellation(freeCancellationUntil, String(arrival))),
  ],
};
