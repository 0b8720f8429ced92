import { describe, expect, test } from 'vitest';
import { RefusedValue } from '../../../src/domain/problem/input-problem.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { DayVariable, LocalDate } from '../../../src/graphql/schema/scalars.ts';

describe('the scalar LocalDate gives resolvers days', () => {
  test('of the texts that clients send', () => {
    expect(LocalDate.parseValue('2028-02-29')).toBe(parseDay('2028-02-29'));
    expect(LocalDate.parseValue('1970-01-01')).toBe(0);
  });

  test('of the days that a stored operation has parsed', () => {
    expect(LocalDate.parseValue(new DayVariable(20_850))).toBe(20_850);
  });

  test.each([20_850, '20850', { day: 20_850 }, '2027-02-29', '0000-01-01', '', null, []])(
    'but a value that is refused of %j',
    (value) => {
      expect(LocalDate.parseValue(value)).toBeInstanceOf(RefusedValue);
    },
  );
});
