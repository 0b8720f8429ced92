import { describe, expect, test } from 'vitest';
import {
  type ChangedBooking,
  decideAnswer,
  decideCancellation,
  decideNoShow,
  decideReinstatement,
  type Ending,
  endingAfter,
} from '../../../src/domain/booking/changes.ts';
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
  cancellationFeeMinor: status === 'CANCELLED' || status === 'NO_SHOW' ? 12 : null,
  ending: null,
  isErased: false,
});

/** `cancel 150001`, or the code of what stands in the way. */
function cancelled(status: BookingStatus, today: number, isOperator: boolean): string {
  const decision = decideCancellation(booking(status), { today, isOperator, isByHotel: false, feeMinor: null });
  if (decision.kind === 'feeBeyond') return decision.kind;
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
      'NO_SHOW: NO_SHOW',
    ]);
    expect(outcomes('DECLINED', DAYS.before)).toEqual([
      'CONFIRMED: CONFIRMED',
      'REQUESTED: answer',
      'DECLINED: alreadyAnswered',
      'CANCELLED: CANCELLED',
      'EXPIRED: EXPIRED',
      'NO_SHOW: NO_SHOW',
    ]);
  });

  test('a request is answered until the end of the day of arrival, and EXPIRED from the next day on, whatever is recorded', () => {
    for (const answer of ['CONFIRMED', 'DECLINED'] as const) {
      expect(outcomes(answer, DAYS.arrival)).toContain('REQUESTED: answer');
      expect(outcomes(answer, DAYS.arrival + 1)).toContain('REQUESTED: EXPIRED');
    }
  });
});

describe('a fee that the house sets (M6)', () => {
  const cancel = (status: BookingStatus, feeMinor: number | null, isByHotel = false) =>
    decideCancellation(booking(status), { today: DAYS.before, isOperator: true, isByHotel, feeMinor });

  test('is from 0 to the total; a cancellation by the hotel is free unless a fee is set', () => {
    expect(cancel('CONFIRMED', 0)).toEqual({ kind: 'cancel', feeMinor: 0 });
    expect(cancel('CONFIRMED', 300_001)).toEqual({ kind: 'cancel', feeMinor: 300_001 });
    expect(cancel('CONFIRMED', 300_002)).toEqual({ kind: 'feeBeyond', maximum: 300_001 });
    expect(cancel('CONFIRMED', null, true)).toEqual({ kind: 'cancel', feeMinor: 0 });
    expect(cancel('CONFIRMED', 7, true)).toEqual({ kind: 'cancel', feeMinor: 7 });
  });

  test('is 0 for a request, and none for what is cancelled already', () => {
    expect(cancel('REQUESTED', 1)).toEqual({ kind: 'feeBeyond', maximum: 0 });
    expect(cancel('CANCELLED', 300_002)).toEqual({ kind: 'alreadyCancelled', feeMinor: 12 });
  });
});

describe('a no-show (M4)', () => {
  const marked = (status: BookingStatus, today: number, isEvening: boolean, feeMinor: number | null = null) => {
    const decision = decideNoShow(booking(status), { today, isEvening, feeMinor });
    return 'feeMinor' in decision
      ? `${decision.kind} ${decision.feeMinor}`
      : 'code' in decision
        ? decision.code
        : decision.kind;
  };

  test('is marked from the evening of arrival on until the day of departure, for the fee of the day of arrival', () => {
    const days = [DAYS.before, DAYS.arrival, DAYS.lastNight, DAYS.departure];
    expect(days.map((today) => marked('CONFIRMED', today, false))).toEqual([
      ...['TOO_EARLY', 'TOO_EARLY', 'mark 150001', 'DEPARTED'],
    ]);
    expect(days.map((today) => marked('CONFIRMED', today, true))).toEqual([
      ...['TOO_EARLY', 'mark 150001', 'mark 150001', 'DEPARTED'],
    ]);
    expect(marked('CONFIRMED', DAYS.arrival, true, 0)).toBe('mark 0');
    expect(marked('CONFIRMED', DAYS.arrival, true, 300_002)).toBe('feeBeyond');
  });

  test('is only what was confirmed; the same again is none', () => {
    expect(BOOKING_STATUSES.map((status) => `${status}: ${marked(status, DAYS.lastNight, false)}`)).toEqual([
      ...['CONFIRMED: mark 150001', 'REQUESTED: EXPIRED', 'DECLINED: DECLINED', 'CANCELLED: CANCELLED'],
      ...['EXPIRED: EXPIRED', 'NO_SHOW: alreadyMarked 12'],
    ]);
    expect(marked('REQUESTED', DAYS.arrival, true)).toBe('REQUESTED');
  });
});

describe('reinstating (M6)', () => {
  const AT = 1_000_000;
  const ending = (status: BookingStatus, hasRooms = false): Ending => ({ at: AT, status, hasRooms });
  const reinstated = (
    status: BookingStatus,
    was: Ending | null,
    { today = DAYS.before, at = AT, isErased = false } = {},
  ) => {
    const decision = decideReinstatement({ status, arrival: ARRIVAL, ending: was, isErased }, { today, at });
    if (decision.kind === 'obstacle') return decision.code;
    return decision.kind === 'reinstate' ? `${decision.was.status} ${decision.was.hasRooms}` : decision.kind;
  };

  test('leads back to the state of before with its rooms, for 24 hours', () => {
    expect(reinstated('CANCELLED', ending('CONFIRMED', true))).toBe('CONFIRMED true');
    expect(reinstated('CANCELLED', ending('REQUESTED'))).toBe('REQUESTED false');
    expect(reinstated('DECLINED', ending('REQUESTED'))).toBe('REQUESTED false');
    expect(reinstated('NO_SHOW', ending('CONFIRMED'), { today: DAYS.departure })).toBe('CONFIRMED false');
    const was = ending('CONFIRMED');
    expect(reinstated('CANCELLED', was, { at: AT + 86_399_999 })).toBe('CONFIRMED false');
    expect(reinstated('CANCELLED', was, { at: AT + 86_400_000 })).toBe('TOO_LATE');
    expect(reinstated('CANCELLED', null)).toBe('TOO_LATE');
  });

  test('is none of a booking whose guests were erased', () => {
    expect(reinstated('CANCELLED', ending('CONFIRMED', true), { isErased: true })).toBe('ERASED');
    expect(reinstated('CONFIRMED', ending('CONFIRMED', true), { isErased: true })).toBe('alreadyReinstated');
  });

  test('is no way around the expiry of a request, nor for what did not end', () => {
    expect(reinstated('DECLINED', ending('REQUESTED'), { today: DAYS.arrival })).toBe('REQUESTED false');
    expect(reinstated('DECLINED', ending('REQUESTED'), { today: DAYS.arrival + 1 })).toBe('EXPIRED');
    expect(reinstated('REQUESTED', ending('REQUESTED'), { today: DAYS.arrival + 1 })).toBe('EXPIRED');
    expect(reinstated('EXPIRED', null)).toBe('EXPIRED');
    expect(reinstated('CONFIRMED', null)).toBe('CONFIRMED');
    expect(reinstated('REQUESTED', null)).toBe('REQUESTED');
    expect(reinstated('CONFIRMED', ending('CONFIRMED', true))).toBe('alreadyReinstated');
  });

  test('what ends keeps what it was, also when it ends again; nothing else changes that', () => {
    const confirmed = { status: 'CONFIRMED', hasRooms: true, ending: null } as const;
    for (const status of ['CANCELLED', 'DECLINED', 'NO_SHOW'] as const) {
      expect(endingAfter(confirmed, { status, at: AT })).toEqual(ending('CONFIRMED', true));
    }
    const again = { ...confirmed, ending: { at: 1, status: 'REQUESTED', hasRooms: false } } as const;
    expect(endingAfter(again, { status: 'CANCELLED', at: AT })).toEqual(ending('CONFIRMED', true));
    expect(endingAfter(again, { status: 'CONFIRMED', at: AT })).toBe(again.ending);
  });
});
