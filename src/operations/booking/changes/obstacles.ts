/** Sentences for people about what stands in the way of a change. */
import type { ObstacleCode } from '../../../domain/booking/changes.ts';

const FOUND: Readonly<Record<ObstacleCode, string>> = {
  CONFIRMED: 'it is confirmed',
  REQUESTED: 'it is a request',
  DECLINED: 'it was declined',
  CANCELLED: 'it was cancelled',
  EXPIRED: 'it has expired: nobody answered it before the day of arrival',
  ARRIVED: 'the stay has begun',
  DEPARTED: 'the stay is over',
};

export function describeObstacle(code: ObstacleCode, change: 'cancelled' | 'confirmed' | 'declined'): string {
  return `The booking cannot be ${change}: ${FOUND[code]}.`;
}
