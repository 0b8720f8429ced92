import { describe, expect, test } from 'vitest';
import { type ChangedBooking, decideAnswer, decideCancellation } from '../../../src/domain/booking/changes.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../../src/domain/booking/status.ts';

const ARRIVAL = 20_000;
const DEPARTURE = ARRIVAL + 3;
const DAYS = { before: ARRIVAL - 1, arrival: ARRIVAL, lastNight: DEPARTURE - 1, departure: DEPARTURE };

const booking = (status: BookingStatus): ChangedBooking => ({
  status,
  arrival: ARRIVAL,
  departure: DEPARTURE,
  amountMinor: 300_001,
  cancellationTerms: [{ daysBeforeArrival: 7, basisPoints: 5_000 }],
  cancellationFeeMinor: status === 'CANCELLED' ? 12 : null,
});

/** `cancel 150001`, or the code of what stands in the way. */
function cancelled(status: BookingStatus, today: number, isOperator: boolean): string {
  const decision = decideCancellation(booking(status), { today, isOperator });
  return decision.kind === 'obstacle' ? decision.code : `${decision.kind} ${decision.feeMinor}`;
}

describe('cancelling (S10)', () => {
  test.each([
    ['CONFIRMED', 'before', 'cancel 150001', 'cancel 150001'],
    ['CONFIRMED', 'arrival', 'ARRIVED', 'cancel 150001'],
    ['CONFIRMED', 'lastNight', 'ARRIVED', 'cancel 150001'],
    ['CONFIRMED', 'departure', 'DEPARTED', 'DEPARTED'],
    ['REQUESTED', 'before', 'cancel 0', 'cancel 0'],
    ['REQUESTED', 'arrival', 'cancel 0', 'cancel 0'],
    ['REQUESTED', 'lastNight', 'EXPIRED', 'EXPIRED'],
    ['REQUESTED', 'departure', 'EXPIRED', 'EXPIRED'],
    ['DECLINED', 'before', 'DECLINED', 'DECLINED'],
    ['EXPIRED', 'departure', 'EXPIRED', 'EXPIRED'],
    ['CANCELLED', 'before', 'alreadyCancelled 12', 'alreadyCancelled 12'],
    ['CANCELLED', 'departure', 'alreadyCancelled 12', 'alreadyCancelled 12'],
  ] as const)('%s, %s: %s for a client, %s for an operator', (status, day, client, operator) => {
    expect([cancelled(status, DAYS[day], false), cancelled(status, DAYS[day], true)]).toEqual([client, operator]);
  });
});

describe('answering a request (S11)', () => {
  const outcomes = (answer: 'CONFIRMED' | 'DECLINED', today: number) =>
    BOOKING_STATUSES.map((status) => {
      const decision = decideAnswer(booking(status), { answer, today });
      return `${status}: ${decision.kind === 'obstacle' ? decision.code : decision.kind}`;
    });

  test('only a request that has not expired is answered; the same answer again is none', () => {
    expect(outcomes('CONFIRMED', DAYS.before)).toEqual([
      'CONFIRMED: alreadyAnswered',
      'REQUESTED: answer',
      'DECLINED: DECLINED',
      'CANCELLED: CANCELLED',
      'EXPIRED: EXPIRED',
    ]);
    expect(outcomes('DECLINED', DAYS.before)).toEqual([
      'CONFIRMED: CONFIRMED',
      'REQUESTED: answer',
      'DECLINED: alreadyAnswered',
      'CANCELLED: CANCELLED',
      'EXPIRED: EXPIRED',
    ]);
  });

  test('a request is answered until the end of the day of arrival, and EXPIRED from the next day on, whatever is recorded', () => {
    for (const answer of ['CONFIRMED', 'DECLINED'] as const) {
      expect(outcomes(answer, DAYS.arrival)).toContain('REQUESTED: answer');
      expect(outcomes(answer, DAYS.arrival + 1)).toContain('REQUESTED: EXPIRED');
    }
  });
});
