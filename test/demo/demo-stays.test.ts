/** The demo as a shop sees it: every day that can be chosen offers a stay, or says why none can be had at once (F1, F2). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const TODAY = '2026-11-22';
const CALENDAR = `query ($filter: CalendarFilter) { calendar(filter: $filter, dateFrom: "2026-11-22", dateTo: "2027-03-31") {
  date selectable reasons stays { nights departure availability total { amountMinor } } } }`;
const QUOTE = `query ($input: QuoteInput!) { quote(input: $input) {
  ... on StayQuotes { availability quotes { total { amountMinor } } } } }`;

interface Day {
  readonly date: string;
  readonly selectable: boolean;
  readonly reasons: readonly string[];
  readonly stays: readonly {
    readonly nights: number;
    readonly departure: string;
    readonly availability: string;
    readonly total: readonly { readonly amountMinor: number }[];
  }[];
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: demoCatalogue(parseDay(TODAY)!), today: TODAY });
});
afterAll(() => gateway.close());

test('every selectable day of every room of the demo offers a stay that can be quoted, or says why not', async () => {
  const { visitTypes } = await gateway.ask<{
    visitTypes: { nodes: { number: number; hotels: { hotel: { roomTypes: { number: number }[] } }[] }[] };
  }>('{ visitTypes(first: 100) { nodes { number hotels { hotel { roomTypes { number } } } } } }');
  const reported = new Map<string, number>();
  for (const { number, hotels } of visitTypes.nodes) {
    for (const room of hotels.flatMap(({ hotel }) => hotel.roomTypes)) {
      const filter = { visitType: String(number), roomType: String(room.number) };
      const { calendar } = await gateway.ask<{ calendar: Day[] }>(CALENDAR, { variables: { filter } });
      for (const { date, selectable, reasons, stays } of calendar) {
        const isBookable = stays.some(({ availability }) => availability === 'AVAILABLE');
        if (!selectable) expect([stays, reasons.length > 0]).toEqual([[], true]);
        else expect([date, number, reasons.length === 0]).toEqual([date, number, isBookable]);
        if (selectable) expect(reasons.includes('NO_STAY_PRICED')).toBe(stays.length === 0);
        for (const reason of selectable ? reasons : []) reported.set(reason, (reported.get(reason) ?? 0) + 1);
      }
      await expectQuoted(filter, calendar);
    }
  }
  expect([...reported.keys()].sort()).toEqual(expect.arrayContaining(['NO_STAY_PRICED', 'ON_REQUEST']));
});

/** The shortest and the longest stay of the first day that has some. */
async function expectQuoted(filter: object, calendar: readonly Day[]): Promise<void> {
  const day = calendar.find(({ stays }) => stays.length > 0);
  for (const stay of day ? [day.stays[0]!, day.stays.at(-1)!] : []) {
    const input = { ...filter, arrival: day!.date, departure: stay.departure };
    const { quote } = await gateway.ask<{
      quote: { availability: string; quotes: { total: { amountMinor: number } }[] };
    }>(QUOTE, { variables: { input } });
    expect([quote.availability, quote.quotes.map(({ total }) => total)]).toEqual([stay.availability, stay.total]);
  }
}
