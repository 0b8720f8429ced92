import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HeldTerms, holdEnd, holdMismatches } from '../../../src/domain/booking/hold.ts';

const terms: fc.Arbitrary<HeldTerms & { programs: ReadonlyMap<number, number> }> = fc.record({
  currency: fc.constantFrom('CZK', 'EUR'),
  ...{ visitType: fc.nat(1), hotel: fc.nat(1), roomType: fc.nat(1) },
  ...{ arrival: fc.constantFrom('2027-01-01', '2027-01-02'), departure: fc.constantFrom('2027-01-03', '2027-01-04') },
  programs: fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(1)), { selector: ([guest]) => guest })
    .map((pairs) => new Map(pairs)),
});

test('S13: the fields of a booking that are not as held are named, each once, and no others', () => {
  fc.assert(
    fc.property(terms, terms, (held, asked) => {
      const flat = ({ programs, ...rest }: typeof held) =>
        new Map<string, unknown>([
          ...Object.entries(rest),
          ...[1, 2, 3].map((guest) => [`guests.${guest - 1}.loyaltyProgram`, programs.get(guest) ?? 'none'] as const),
        ]);
      const [one, other] = [flat(held), flat(asked)];
      const expected = [...one].filter(([path, value]) => other.get(path) !== value);
      expect(holdMismatches(held, asked)).toEqual(expected.map(([path, value]) => ({ path, held: String(value) })));
    }),
  );
});

test('S13: a hold ends so many minutes after its beginning', () => {
  expect(holdEnd(1_000, 30)).toBe(1_801_000);
});
