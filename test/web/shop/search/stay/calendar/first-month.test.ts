/** Which month the calendar of a stay shows to who has chosen none. */
import { expect, test } from 'vitest';
import type { Request } from '../../../../../../src/web/gateway/request.ts';
import { findFirstMonth } from '../../../../../../src/web/shop/search/stay/calendar/first-month.ts';

type Day = readonly [date: string, selectable: boolean, reasons: readonly string[]];

const closed: Day = ['2027-01-30', false, ['NOT_PRICED']];
const unpriced: Day = ['2027-01-31', true, ['NO_STAY_PRICED']];
const soldOut: Day = ['2027-02-01', true, ['SOLD_OUT']];
const bookable: Day = ['2027-02-02', true, []];

test.each<[string, readonly Day[], string | null]>([
  ['the first in which a stay with a price can begin', [closed, unpriced, bookable], '2027-02'],
  ['one in which such stays are sold out, too', [closed, unpriced, soldOut], '2027-02'],
  ['without such a stay, the first with a day that can be selected', [['2026-12-31', false, []], unpriced], '2027-01'],
  ['without such a day, the first that the gateway shows', [closed, ['2027-02-01', false, ['NOT_PRICED']]], '2027-01'],
  ['none where the gateway shows none', [], null],
])('it is %s', async (_, days, month) => {
  const calendar = days.map(([date, selectable, reasons]) => ({ date, selectable, reasons }));
  const request = (async () => ({ calendar })) as unknown as Request;
  expect(await findFirstMonth(request, { visitType: 101, hotel: 1, roomType: 11 })).toBe(month);
});
