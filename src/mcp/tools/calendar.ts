import { CalendarDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const CALENDAR: ToolOf<typeof CalendarDocument> = {
  document: CalendarDocument,
  title: 'Show a calendar',
  description:
    'Days with availability and lowest prices per night and guest, for a visit type, a hotel, a room type or a destination. A stay that can be booked begins on the days without `reasons`. An answer has about two months: ask for later days by `dateFrom`.',
  // `availability` is that of the nights: it knows no starting days, and only the shortest stay (K3, F2).
  say: ({ days }, { texts }) => [texts.days({ count: days.filter(({ reasons }) => reasons.length === 0).length })],
};
