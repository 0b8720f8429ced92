import { ShowHotelDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const SHOW_HOTEL: ToolOf<typeof ShowHotelDocument> = {
  document: ShowHotelDocument,
  title: 'Show a hotel',
  description: 'What is known of a hotel: where it is, its rooms, its house rules and the kinds of stay that it sells.',
  say: (_, { texts }) => [texts.shown],
};
