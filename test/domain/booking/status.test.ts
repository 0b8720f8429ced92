import { expect, test } from 'vitest';
import { BOOKING_STATUSES, firstStatus, mayBecome, statusOn } from '../../../src/domain/booking/status.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';

const ARRIVAL = parseDay('2026-07-10')!;

test('a request that nobody answered reads as expired from the day after arrival on, and nothing else expires (S1)', () => {
  for (const status of BOOKING_STATUSES) {
    const booking = { status, arrival: ARRIVAL };
    expect(statusOn(booking, ARRIVAL)).toBe(status);
    const later = status === 'REQUESTED' ? 'EXPIRED' : status;
    expect(statusOn(booking, ARRIVAL + 1)).toBe(later);
    expect(statusOn(booking, ARRIVAL + 400)).toBe(later);
  }
});

test('a request is answered once, a confirmed booking is cancelled or a no-show, and what somebody ended goes back to what it was (S1, M4, M6)', () => {
  const allowed = BOOKING_STATUSES.flatMap((status) =>
    BOOKING_STATUSES.filter((next) => mayBecome(status, next)).map((next) => `${status} ${next}`),
  );
  expect(allowed.sort()).toEqual([
    'CANCELLED CONFIRMED',
    'CANCELLED REQUESTED',
    'CONFIRMED CANCELLED',
    'CONFIRMED NO_SHOW',
    'DECLINED REQUESTED',
    'NO_SHOW CONFIRMED',
    'REQUESTED CANCELLED',
    'REQUESTED CONFIRMED',
    'REQUESTED DECLINED',
    'REQUESTED EXPIRED',
  ]);
  expect([firstStatus('BINDING'), firstStatus('REQUEST')]).toEqual(['CONFIRMED', 'REQUESTED']);
});
