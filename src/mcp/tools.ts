/** All tools, in the order in which they are listed. */
import type { Tool } from './tool.ts';
import { ANSWER_REQUEST } from './tools/answer-request.ts';
import { BOOK_STAY } from './tools/book-stay.ts';
import { CALENDAR } from './tools/calendar.ts';
import { CANCEL_BOOKING } from './tools/cancel-booking.ts';
import { CHANGE_BOOKING } from './tools/change-booking.ts';
import { FIND_BOOKING } from './tools/find-booking.ts';
import { FIND_STAYS } from './tools/find-stays.ts';
import { HOLD_STAY } from './tools/hold-stay.ts';
import { LIST_BOOKINGS } from './tools/list-bookings.ts';
import { QUOTE } from './tools/quote.ts';
import { SHOW_HOTEL } from './tools/show-hotel.ts';
import { SHOW_STAY } from './tools/show-stay.ts';

export const TOOLS: readonly Tool[] = [
  ...[FIND_STAYS, SHOW_HOTEL, SHOW_STAY, CALENDAR, QUOTE],
  ...[HOLD_STAY, BOOK_STAY, FIND_BOOKING, CANCEL_BOOKING, CHANGE_BOOKING],
  ...[LIST_BOOKINGS, ANSWER_REQUEST],
];
