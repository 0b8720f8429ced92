import { HoldStayDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const HOLD_STAY: ToolOf<typeof HoldStayDocument> = {
  document: HoldStayDocument,
  title: 'Hold a stay',
  description:
    'Keeps rooms and price for some minutes while the guest decides. Give the `offer` of a search, or visit type, rooms, dates and currency. Book it by `hold`; it expires by itself.',
  say: ({ held: { replayed, holds } }, { texts, freeCancellation, sum }) => {
    const [first] = holds;
    if (replayed || !first) return [texts.heldBefore];
    return [
      texts.held({ total: sum(holds.map(({ quote }) => quote.total)) }),
      freeCancellation(first.quote.freeCancellationUntil, first.arrival),
    ];
  },
};
