/**
 * Of one holder at most four operations run at once (A9), through the whole gateway. A table that is locked keeps them from ending, so
 * nothing here depends on the speed of the machine.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway?.close());

const waits = () => [...gateway.services.limits.entries()].find(([limit]) => limit === 'concurrency')![1];
/** Each reads by itself. */
const readBooking = (id: number) => `{ booking(id: "${String(id).padStart(24, 'a')}") { id } }`;

test('further ones of GraphQL and REST wait in their turn, and hold up no other holder', async () => {
  const [loud, quiet] = [
    await gateway.key({ scopes: ['read', 'book', 'bookings'] }),
    await gateway.key({ scopes: ['read', 'book'] }),
  ];
  for (const key of [loud, quiet]) await gateway.ask('{ viewer { today } }', { key });
  const locked = latch();
  const release = latch();
  const rival = gateway.database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe('LOCK TABLE booking, booking_event IN ACCESS EXCLUSIVE MODE');
      locked.open();
      await release.opened;
    },
    { timeout: 20_000 },
  );
  await locked.opened;
  try {
    const events = () => gateway.inject({ url: '/api/v2/events', headers: { authorization: `Bearer ${loud}` } });
    const asked = [
      ...Array.from({ length: 5 }, (_, index) => gateway.graphql(readBooking(index), { key: loud })),
      events().then((response) => ({ data: response.json() as object, errors: undefined })),
    ];
    await untilWaiting(gateway.database, 4);
    await until(
      async () => waits(),
      (count) => count === 2,
    );
    const other = gateway.graphql(readBooking(9), { key: quiet });
    await untilWaiting(gateway.database, 5);
    expect(waits()).toBe(2);
    release.open();
    const answers = await Promise.all([...asked, other]);
    expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => undefined));
  } finally {
    release.open();
    await rival;
  }
});
