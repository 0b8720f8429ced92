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

test('a request is answered once, a confirmed booking can only be cancelled, and what is over stays as it is (S1)', () => {
  const allowed = BOOKING_STATUSES.flatMap((status) =>
    BOOKING_STATUSES.filter((next) => mayBecome(status, next)).map((next) => `${status} ${next}`),
  );
  expect(allowed.sort()).toEqual([
    'CONFIRMED CANCELLED',
    'REQUESTED CANCELLED',
    'REQUESTED CONFIRMED',
    'REQUESTED DECLINED',
    'REQUESTED EXPIRED',
  ]);
  expect([firstStatus('BINDING'), firstStatus('REQUEST')]).toEqual(['CONFIRMED', 'REQUESTED']);
});
