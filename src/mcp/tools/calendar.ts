import { CalendarDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const CALENDAR: ToolOf<typeof CalendarDocument> = {
  document: CalendarDocument,
  title: 'Show a calendar',
  description:
    'Days with availability and lowest prices per night and guest, for a visit type, a hotel, a room type or a destination. An answer has about two months: ask for later days by `dateFrom`.',
  say: ({ days }, { texts }) => [
    texts.days({ count: days.filter(({ availability }) => availability === 'AVAILABLE').length }),
  ],
};
