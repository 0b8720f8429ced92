/** What `list_bookings` says of a list whose bookings are counted only up to a bound (M9, X5). */
import { expect, test } from 'vitest';
import { dayOf } from '../../src/domain/time/civil-date.ts';
import { LIST_BOOKINGS } from '../../src/mcp/tools/list-bookings.ts';
import { agentSpeech } from '../../src/wording/agents/agent-speech.ts';
import { TODAY } from '../support/catalogue/small-catalogue.ts';

test.each([
  ['cs_CZ', 'Nalezeno 10000 rezervací.', 'Rezervací je více než 10000.'],
  ['de', 'Es gibt 10000 Buchungen.', 'Es gibt mehr als 10000 Buchungen.'],
  ['en', 'There are 10000 bookings.', 'There are more than 10000 bookings.'],
  ['ru', 'Есть 10000 бронирований.', 'Бронирований больше 10000.'],
] as const)('says that there are more than were counted, where there are: %s', (locale, all, more) => {
  const speech = agentSpeech(locale, dayOf(TODAY));
  const page = { edges: [], pageInfo: { hasNextPage: true, endCursor: null }, totalCount: 10_000 };
  const said = (totalCountIsExact: boolean) =>
    LIST_BOOKINGS.say({ bookings: { ...page, totalCountIsExact } }, speech, {});
  expect([said(true), said(false)]).toEqual([[all], [more]]);
});

test('says in German which stay its guests did not come to', () => {
  const { booking } = agentSpeech('de', dayOf(TODAY)).texts;
  expect(booking({ status: 'NO_SHOW', dates: '3.–10. Mai 2027' })).toBe(
    'Zum Aufenthalt vom 3.–10. Mai 2027 sind die Gäste nicht gekommen.',
  );
});
