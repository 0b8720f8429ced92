/** What keys of one client share, so that one can replace another (S5). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rotateKey } from '../../../../src/data/keys/rotate-key.ts';
import { bindingBody } from '../../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { PEPPER, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterEach(async () => {
  await gateway.database.prisma.booking.deleteMany();
  await gateway.database.prisma.inventoryNight.updateMany({ data: { sold: 0 } });
});
afterAll(() => gateway?.close());

const HOUR = 3_600_000;
const book = async (key: string, idempotencyKey: string, changes: Record<string, unknown> = {}) => {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey };
  const answer = await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers,
    payload: bindingBody(changes),
  });
  return { status: answer.statusCode, id: answer.json().id as string | undefined };
};
const read = (key: string, id: string) =>
  gateway.ask<{ booking: { id: string } | null }>('query ($id: ID!) { booking(id: $id) { id } }', {
    ...{ key, variables: { id } },
  });
const clock = { now: () => Date.parse(`${TODAY}T12:00:00Z`) };
const rotate = async (old: string, overlapMs: number) => {
  const { database, epochs } = gateway;
  const { key } = await rotateKey({ database, pepper: PEPPER, prefix: old, overlapMs, clock });
  epochs.observe(await readRaised(database));
  return key;
};

describe('a rotated key', () => {
  test('repeats a booking that the old one made, once, and reads it', async () => {
    const old = await gateway.key();
    const first = await book(old, 'order-1');
    expect(first.status).toBe(201);
    const key = await rotate(old, 24 * HOUR);
    expect(await book(key, 'order-1')).toEqual(first);
    expect(await book(old, 'order-1')).toEqual(first);
    expect(await book(key, 'order-1', { customer_note: 'another' })).toMatchObject({ status: 422 });
    expect(await gateway.database.prisma.booking.count()).toBe(1);
    for (const either of [old, key]) expect(await read(either, first.id!)).toEqual({ booking: { id: first.id } });
  });

  test('does so too when the old one has expired, which is refused', async () => {
    const old = await gateway.key();
    const first = await book(old, 'order-2');
    const key = await rotate(old, 0);
    expect(await book(key, 'order-2')).toEqual(first);
    expect(await book(old, 'order-2')).toEqual({ status: 401, id: undefined });
  });

  test('of requests with both keys at once, one books and the others get its booking', async () => {
    const old = await gateway.key();
    const key = await rotate(old, HOUR);
    const made = await Promise.all([old, key, old, key].map((either) => book(either, 'order-3')));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });
});

test('a key of another client has its own idempotency keys, and sees no booking of this one', async () => {
  const [mine, alsoMine, other] = [
    await gateway.key({ client: 'One' }),
    await gateway.key({ client: 'One', scopes: ['bookings'] }),
    await gateway.key({ client: 'Other' }),
  ];
  const first = await book(mine, 'order-4');
  const second = await book(other, 'order-4');
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.id).not.toBe(first.id);
  expect(await read(alsoMine, first.id!)).toEqual({ booking: { id: first.id } });
  expect(await read(other, first.id!)).toEqual({ booking: null });
});
