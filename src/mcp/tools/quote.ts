import { QuoteDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const QUOTE: ToolOf<typeof QuoteDocument> = {
  document: QuoteDocument,
  title: 'Price a stay',
  description:
    'What a stay costs, line by line, and what cancelling it costs. `total.amountMinor` and `freeCancellationUntil` are what `book_stay` expects once the guest has seen them.',
  say: ({ priced: { quotes } }, { texts, freeCancellation }) =>
    quotes.flatMap(({ total, freeCancellationUntil }) => [
      texts.priced({ total: total.formatted }),
      freeCancellation(freeCancellationUntil),
    ]),
};
