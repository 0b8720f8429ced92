/** What forbids an operation on a booking (S10, S11, M3, M4, M6). */
import { date } from './fact.ts';

/** Its state, or how far the stay is. */
export const OBSTACLES = {
  CONFIRMED: { description: 'The booking is confirmed.' },
  DECLINED: { description: 'The request was declined.' },
  CANCELLED: { description: 'The booking was cancelled.' },
  EXPIRED: { description: 'Nobody answered the request by the end of the day of arrival.' },
  ARRIVED: { description: 'The stay has begun.' },
  DEPARTED: { description: 'The stay is over.' },
  NO_SHOW: { description: 'The guests did not come.' },
  REQUESTED: { description: 'The request is not answered yet.' },
  TOO_EARLY: { description: 'It is before 18:00 on the day of arrival.' },
  TOO_LATE: { description: 'It was cancelled, declined or a no-show more than 24 hours ago.' },
  ERASED: { description: 'What the booking said of people was erased.' },
} as const;
export type ObstacleCode = keyof typeof OBSTACLES;

const { DECLINED, CANCELLED, EXPIRED, NO_SHOW, ARRIVED, DEPARTED, ERASED } = OBSTACLES;

/** What forbids a change of what it is about. */
export const UNCHANGEABLE = {
  ...{ DECLINED, CANCELLED, EXPIRED, NO_SHOW, ARRIVED, DEPARTED, ERASED },
  FEE_DUE: {
    description: 'Cancelling is not free any more, so only keys with `BOOKINGS` or `OPERATE` may change the stay.',
    facts: { freeCancellationUntil: date('The last day on which cancelling was free, and the stay could be changed.') },
  },
} as const;
