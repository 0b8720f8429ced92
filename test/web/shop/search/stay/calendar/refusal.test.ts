/** Why a day cannot be picked, of days that the gateway describes and of others. */
import { expect, test } from 'vitest';
import { reasonsAgainst } from '../../../../../../src/web/shop/search/stay/calendar/refusal.ts';

const WINDOW = { today: '2027-01-10', last: '2029-01-31' };

test.each([
  ['2027-01-09', undefined, ['IN_THE_PAST']],
  ['2027-01-10', ['STARTING_DAY'], ['STARTING_DAY']],
  ['2029-01-31', ['NOT_PRICED', 'TIME_CONSTRAINTS'], ['NOT_PRICED', 'TIME_CONSTRAINTS']],
  ['2029-02-01', undefined, ['BEYOND_HORIZON']],
  ['2027-05-01', undefined, []],
] as const)('a press on %s, of which the gateway says %j, is answered with %j', (date, reasons, reported) => {
  const day = reasons && { date, reasons: [...reasons], stays: [] };
  expect(reasonsAgainst(date, { day, ...WINDOW })).toEqual(reported);
});
