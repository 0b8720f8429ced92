/** What a client sees beyond the rate limit, and while the database is away (I7). */
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startPostgres } from '../../support/database/postgres-server.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { restClient } from '../../support/requests/rest-client.ts';

const client = restClient({ config: { rateLimitPerMinute: 2 } });

test('429: too many requests with one key carry Retry-After and an ErrorResponse; another key goes on', async () => {
  const key = await client.key();
  for (const _ of [1, 2]) expect((await client.get('/destinations', {}, { key })).status).toBe(200);
  for (const answer of [await client.get('/destinations', {}, { key }), await client.book(requestBody(), { key })]) {
    expect([answer.status, answer.body]).toEqual([429, { success: false, message: expect.any(String) }]);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  }
  expect((await client.get('/destinations', {}, { key: await client.key() })).status).toBe(200);
});

test('429: other spellings of an address count as the address; GraphQL reports it in its own shape', async () => {
  const key = await client.key();
  const spellings = ['/%61pi/v1/destinations', '/api/v1/%64estinations', '/api/v1/destinations'];
  const statuses: number[] = [];
  for (const url of spellings) statuses.push((await client.send({ method: 'GET', url }, { key })).status);
  expect(statuses).toEqual([200, 200, 429]);
  const url = '/graphql?query={viewer{today}}';
  const answer = await client.send({ method: 'GET', url }, { key, headers: { accept: 'application/json' } });
  expect([answer.status, answer.body]).toEqual([
    429,
    { errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }] },
  ]);
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

test('503: while the database is away, reading and booking carry Retry-After and an ErrorResponse that names nothing of it', async () => {
  const server = await startPostgres();
  const url = `${server.address}postgres`;
  const database = { ...(await openDatabase({ kind: 'postgresql', url })), url };
  await migrate(database);
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database });
  const authorization = `Bearer ${await gateway.key()}`;
  const read = { method: 'GET', url: '/api/v1/visit-types', headers: { authorization } } as const;
  const book = { method: 'POST', url: '/api/v1/booking', headers: { authorization }, payload: requestBody() } as const;
  expect((await gateway.inject(book)).statusCode).toBe(201);
  await server.stop();
  for (const request of [read, book]) {
    const response = await gateway.inject(request);
    expect([request.url, response.statusCode, response.json()]).toEqual([
      request.url,
      503,
      { success: false, message: expect.any(String) },
    ]);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(response.payload).not.toMatch(/127\.0|prisma|postgres|ECONN/i);
  }
  await gateway.close();
});
