import { FindStaysDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const FIND_STAYS: ToolOf<typeof FindStaysDocument> = {
  document: FindStaysDocument,
  title: 'Find stays',
  description:
    'Searches for stays that can be booked, the cheapest first, for one room or for a party in several rooms. Give `nights`, or `nightsMin` and `nightsMax`. Each stay has an `id` to hold or book it by, its price and until when cancelling is free.',
  say({ stays: { totalCount, lowestTotal } }, { texts }) {
    return [texts.stays({ count: totalCount, total: lowestTotal?.formatted ?? '' })];
  },
};
