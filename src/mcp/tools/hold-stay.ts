import { HoldStayDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const HOLD_STAY: ToolOf<typeof HoldStayDocument> = {
  document: HoldStayDocument,
  title: 'Hold a stay',
  description:
    'Keeps rooms and price for some minutes while the guest decides. Give the `offer` of a search, or visit type, rooms, dates and currency. Book it by `hold`; it expires by itself.',
  say: ({ held: { replayed, holds } }, { texts, freeCancellation }) =>
    replayed
      ? [texts.heldBefore]
      : holds.flatMap(({ quote }) => [
          texts.held({ total: quote.total.formatted }),
          freeCancellation(quote.freeCancellationUntil),
        ]),
};
