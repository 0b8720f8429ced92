/** What the desk asks of its day. */
import { expect, test } from 'vitest';
import { askToday } from '../../../../src/web/desk/bookings/day/ask-today.ts';
import type { Request } from '../../../../src/web/gateway/request.ts';
import type { BookingFilter } from '../../../../src/web/generated/operations.ts';

const TODAY = '2027-01-10';

/** A gateway with so many bookings that come, and others that are in house, in pages of 100. */
function gatewayWith({ coming, staying }: { readonly coming: number; readonly staying: number }): Request {
  const rows = (what: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${what} ${index}` }));
  const answer = (query: string, { filter, after }: { filter: BookingFilter; after: string | null }) => {
    if (query.includes('DeskViewer')) return { viewer: { today: TODAY } };
    if (query.includes('DeskToday')) {
      return { requests: { nodes: [], pageInfo: { hasNextPage: false } }, newest: { nodes: [] } };
    }
    const all = filter.arrivalFrom === TODAY ? rows('coming', coming) : rows('staying', staying);
    const from = Number(after);
    const pageInfo = { hasNextPage: from + 100 < all.length, endCursor: String(from + 100) };
    return { bookings: { nodes: all.slice(from, from + 100), pageInfo } };
  };
  return (async (document, variables) => answer(document.toString(), variables as never)) as Request;
}

test('the day has all who come today and tomorrow and all who stay, however many they are', async () => {
  const day = await askToday(gatewayWith({ coming: 230, staying: 101 }));
  expect(day.today).toBe(TODAY);
  expect(day.arrivals.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, index) => `coming ${index}`));
  expect(day.inHouse.map(({ id }) => id)).toEqual(Array.from({ length: 101 }, (_, index) => `staying ${index}`));
});
