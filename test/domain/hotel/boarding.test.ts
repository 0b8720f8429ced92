import { expect, test } from 'vitest';
import { boardingOf } from '../../../src/domain/hotel/boarding.ts';

test.each([
  ['the one that is stated', 'HALF_BOARD', ['FULL_BOARD'], 'HALF_BOARD'],
  ['the first that may be chosen where none is stated', null, ['DINNER', 'LUNCH'], 'DINNER'],
  ['breakfast where there is none at all', null, [], 'BREAKFAST'],
])('V8: the boarding of a visit type is %s', (_, boarding, availableBoardings, expected) => {
  expect(boardingOf({ boarding, availableBoardings })).toBe(expected);
});
