/** Issue 29, number 1. What may be changed of a booking, by whom and until when, against a table of the rule's sentences (M3, M4). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOOKING_PARTS, type BookingPart } from '../../../src/domain/booking/booking-parts.ts';
import {
  type ChangeableBooking,
  type Changer,
  changedParts,
  decideChange,
  nightsInBoth,
  type PriceChoice,
} from '../../../src/domain/booking/changed-booking.ts';
import { BOOKING_STATUSES } from '../../../src/domain/booking/status.ts';

const ARRIVAL = 20_000;
const booking: fc.Arbitrary<ChangeableBooking> = fc.record({
  status: fc.constantFrom(...BOOKING_STATUSES),
  isErased: fc.boolean(),
  arrival: fc.constant(ARRIVAL),
  departure: fc.integer({ min: ARRIVAL + 1, max: ARRIVAL + 5 }),
  amountMinor: fc.constantFrom(0, 1, 100_000),
  cancellationTerms: fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 })
    .chain((days) =>
      fc.tuple(
        ...days
          .sort((one, other) => other - one)
          .map((daysBeforeArrival) =>
            fc.record({ daysBeforeArrival: fc.constant(daysBeforeArrival), basisPoints: fc.constantFrom(0, 5_000) }),
          ),
      ),
    ),
  visitType: fc.constant(100),
  roomType: fc.constant(11),
});
const asked = fc.record({
  arrival: fc.option(fc.integer({ min: ARRIVAL - 3, max: ARRIVAL + 1 })),
  departure: fc.option(fc.integer({ min: ARRIVAL + 2, max: ARRIVAL + 7 })),
  visitType: fc.option(fc.constantFrom(100, 101)),
  roomType: fc.option(fc.constantFrom(11, 12)),
  price: fc.option(fc.constantFrom<PriceChoice>('KEEP', 'REQUOTE')),
  changer: fc.constantFrom<Changer>('operator', 'client', 'guest'),
  today: fc.integer({ min: ARRIVAL - 8, max: ARRIVAL + 7 }),
});

/** The sentences of M3 and M4, each as a condition, the first that holds: the answer as a text. */
function bySentences(of: ChangeableBooking, ask: typeof asked extends fc.Arbitrary<infer Ask> ? Ask : never): string {
  const other = (['arrival', 'departure', 'visitType', 'roomType'] as const).filter(
    (part) => ask[part] !== null && ask[part] !== of[part],
  );
  const expired = of.status === 'REQUESTED' && of.arrival < ask.today;
  const days = of.arrival - ask.today;
  const feeDue = (day: number) => {
    let due = 0;
    for (const { daysBeforeArrival, basisPoints } of of.cancellationTerms) {
      if (of.arrival - day <= daysBeforeArrival) due = Math.round((of.amountMinor * basisPoints) / 10_000);
    }
    return due;
  };
  let free = of.arrival - 400;
  while (free < of.arrival + 400 && feeDue(free) === 0) free++;
  const onlyDeparture = other.length === 1 && other[0] === 'departure';
  const early = of.status === 'CONFIRMED' && days <= 0 && onlyDeparture && ask.departure! < of.departure;
  const sentences: [boolean, string][] = [
    [expired, 'EXPIRED'],
    [['DECLINED', 'CANCELLED', 'EXPIRED', 'NO_SHOW'].includes(of.status), of.status],
    [of.isErased, 'ERASED'],
    [ask.today >= of.departure, 'DEPARTED'],
    [days <= 0 && ask.changer === 'guest', 'ARRIVED'],
    [days <= 0 && other.length > 0 && !(ask.changer === 'operator' && onlyDeparture), 'ARRIVED'],
    [
      ask.changer === 'guest' && other.length > 0 && of.status === 'CONFIRMED' && free <= ask.today,
      `FEE_DUE ${free - 1}`,
    ],
    [ask.price === 'KEEP' && !early && other.length > 0, 'notKept'],
    [early && ask.price !== 'REQUOTE', 'kept'],
    [true, other.length > 0 ? 'requoted' : 'kept'],
  ];
  return sentences.find(([holds]) => holds)![1];
}

test('a change is allowed, refused and priced as the sentences of the rule say', () => {
  fc.assert(
    fc.property(booking, asked, (of, ask) => {
      const { price, changer, today, ...stay } = ask;
      const becomes = { ...of, ...Object.fromEntries(Object.entries(stay).filter(([, value]) => value !== null)) };
      const decision = decideChange(of, { becomes, price, changer, today });
      const said =
        decision.kind === 'change'
          ? decision.isRequoted
            ? 'requoted'
            : 'kept'
          : decision.kind === 'notKept'
            ? 'notKept'
            : decision.code === 'FEE_DUE'
              ? `FEE_DUE ${decision.freeCancellationUntil}`
              : decision.code;
      expect(said).toBe(bySentences(of, ask));
    }),
    { numRuns: 2_000 },
  );
});

test('the nights that a booking keeps are those that are in both stays', () => {
  const stay = fc
    .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 6 }))
    .map(([arrival, nights]) => ({ arrival, departure: arrival + nights }));
  const nightsOf = ({ arrival, departure }: { arrival: number; departure: number }) =>
    Array.from({ length: departure - arrival }, (_, index) => arrival + index);
  fc.assert(
    fc.property(stay, stay, (has, becomes) => {
      const both = nightsInBoth(has, becomes);
      const wanted = new Set(nightsOf(becomes));
      expect(both === null ? [] : nightsOf(both)).toEqual(nightsOf(has).filter((night) => wanted.has(night)));
    }),
  );
});

describe('what others are notified of when a booking changes (M7)', () => {
  const parts = Object.keys(BOOKING_PARTS) as BookingPart[];
  const values = fc.record(
    Object.fromEntries(parts.map((part) => [part, fc.jsonValue()])) as Record<BookingPart, fc.Arbitrary<unknown>>,
  );

  test('are the parts whose values are others, however their fields are ordered', () => {
    const reversed = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : Array.isArray(value)
          ? value.map(reversed)
          : Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, inner]) => [name, reversed(inner)]),
            );
    fc.assert(
      fc.property(values, fc.subarray(parts), (before, changed) => {
        const after = Object.fromEntries(
          parts.map((part) => [part, changed.includes(part) ? { other: before[part] } : reversed(before[part])]),
        ) as Record<BookingPart, unknown>;
        expect(changedParts(before, after)).toEqual(changed);
      }),
    );
  });
});
