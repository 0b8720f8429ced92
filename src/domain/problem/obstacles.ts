/** What forbids an operation on a booking (S10, S11, M3). */
import { date } from './fact.ts';

/** Its state, or how far the stay is. */
export const OBSTACLES = {
  CONFIRMED: { description: 'The booking is confirmed.' },
  DECLINED: { description: 'The request was declined.' },
  CANCELLED: { description: 'The booking was cancelled.' },
  EXPIRED: { description: 'Nobody answered the request by the end of the day of arrival.' },
  ARRIVED: { description: 'The stay has begun.' },
  DEPARTED: { description: 'The stay is over.' },
} as const;
export type ObstacleCode = keyof typeof OBSTACLES;

const { CONFIRMED: _, ...OF_ANY_CHANGE } = OBSTACLES;

/** What forbids a change of what it is about: a confirmed booking may change. */
export const UNCHANGEABLE = {
  ...OF_ANY_CHANGE,
  FEE_DUE: {
    description: 'Cancelling is not free any more, so only keys with `BOOKINGS` or `OPERATE` may change the stay.',
    facts: { freeUntil: date('The last day on which cancelling was free, and the stay could be changed.') },
  },
  ERASED: { description: 'What the booking said of people was erased.' },
} as const;
