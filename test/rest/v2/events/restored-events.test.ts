/** S15: after a restored backup the feed has other events, or none yet, at positions that were published: no cursor skips them without a word. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_ORDER } from '../../../../src/operations/events/event-cursors.ts';
import { createCursorSigner, formatCursor } from '../../../../src/operations/search/cursors.ts';
import { requestBody } from '../../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { ask } from '../../../support/gateway/documented-gateway.ts';
import { PEPPER, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['book', 'bookings'] });
});
afterAll(() => gateway?.close());

async function book(): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: requestBody() });
  expect(made.statusCode).toBe(201);
  return (made.json() as { _id: string })._id;
}

interface Page {
  data: { data: { bookingId: string } }[];
  nextCursor: string;
  message: string;
}
async function read(cursor: string | null): Promise<{ status: number; body: Page; bookings: string[] }> {
  const { statusCode, body } = await ask(gateway, key, {
    url: `/api/v2/events${cursor === null ? '' : `?cursor=${cursor}`}`,
  });
  const page = JSON.parse(body) as Page;
  return { status: statusCode, body: page, bookings: page.data?.map(({ data }) => data.bookingId) ?? [] };
}

/** As a backup of the time when there were so many events. */
const restore = (events: number) =>
  gateway.database.prisma.bookingEvent.deleteMany({ where: { position: { gt: events } } });

test('a cursor that the database has not reached, or has another event at, is 410 with a cursor from which nothing is missed', async () => {
  const before = [await book(), await book()];
  const kept = (await read(null)).body.nextCursor;
  gateway.setClock(`${TODAY}T17:00:00Z`);
  await book();
  const { body, bookings } = await read(kept);
  expect(bookings).toHaveLength(1);
  const lost = body.nextCursor;
  expect((await read(lost)).bookings).toEqual([]);

  await restore(2);
  gateway.setClock(`${TODAY}T18:00:00Z`);
  expect((await read(kept)).status).toBe(200);
  const notReached = await read(lost);
  expect([notReached.status, notReached.body]).toEqual([
    410,
    { success: false, message: expect.stringContaining('restored'), nextCursor: kept },
  ]);
  const after = [await book(), await book()];
  const other = await read(lost);
  expect(other.status).toBe(410);
  expect((await read(other.body.nextCursor)).bookings).toEqual(after);
  expect((await read(null)).bookings).toEqual([...before, ...after]);

  // A cursor of a release that knew no timelines.
  const cursors = createCursorSigner(PEPPER);
  expect((await read(formatCursor([4, 0], EVENT_ORDER, cursors))).status).toBe(200);
  const old = await read(formatCursor([5, 0], EVENT_ORDER, cursors));
  expect([old.status, (await read(old.body.nextCursor)).bookings]).toEqual([410, [...before, ...after]]);

  const { data, errors } = await gateway.graphql(`{ events(after: "${lost}") { nodes { id } } }`, { key });
  expect([data, errors]).toEqual([
    { events: null },
    [expect.objectContaining({ extensions: { code: 'CURSOR_GONE', nextCursor: other.body.nextCursor } })],
  ]);
  const stream = await gateway.inject({
    ...{ method: 'POST', url: '/graphql' },
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    payload: { query: `subscription { bookings(after: "${lost}") { endCursor } }` },
  });
  expect(stream.body).toContain('CURSOR_GONE');
});
