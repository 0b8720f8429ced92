/**
 * Keys and guest data do not leak. Canaries go through every path (made and refused bookings, database faults,
 * malformed requests, GraphiQL, the most verbose log) of a gateway in this process and of a real one in development
 * mode. None of them is in a log, nor in any answer except to the holder of the booking's own key. Metrics and traces
 * are checked in `test/server/telemetry/metrics-page` and `test/server/telemetry/traces`.
 */
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import { dateFromNow, environmentFor, PEPPER, servedCatalogue } from '../../support/gateway/served-gateway.ts';
import * as canaries from '../../support/requests/canaries.ts';
import { insideShownBy } from '../../support/requests/inside-words.ts';
import { until } from '../../support/requests/until.ts';

const { BOOKING_FIELDS, canariesIn, canaryInput, GUEST, literalOf } = canaries;

/** An answer, with its headers as text. */
interface Answer {
  status: number;
  headers: string;
  text: string;
}
type Send = (request: canaries.CanaryRequest) => Promise<Answer>;

interface Keys {
  owner: string;
  readOnly: string;
  other: string;
}

const stay = (days: number) => ({ arrival: dateFromNow(days), departure: dateFromNow(days + 2) });

/** Sends all requests; returns the answers that are unexpected, contain a canary or show internals. */
async function leaksOf(send: Send, requests: readonly canaries.CanaryRequest[], key: string): Promise<string[]> {
  const leaks: string[] = [];
  for (const request of requests) {
    const { status, headers, text } = await send(request);
    const shown = [...canariesIn(`${headers}\n${text}`, key), insideShownBy(text.includes('<!doctype') ? '' : text)];
    const found = shown.filter((one) => one !== null);
    if (found.length > 0 || (request.status !== undefined && request.status !== status)) {
      leaks.push(`${request.name}: ${status} ${found.join()} ${text.slice(0, 200)}`);
    }
  }
  return leaks;
}

function everyRequest({ owner, readOnly }: Keys): canaries.CanaryRequest[] {
  return [...canaries.restCanaries(owner, readOnly, stay(30)), ...canaries.addressCanaries(owner)];
}

function operations({ owner, readOnly }: Keys): canaries.CanaryRequest[] {
  return canaries.graphqlCanaries(owner, readOnly, stay(40));
}

/** Books over GraphQL, and looks the booking up with its own and with another key. */
async function bookAndLookUp(send: Send, { owner, other }: Keys): Promise<{ owners: Answer[]; others: Answer[] }> {
  const ask = (key: string, query: string) =>
    send({
      ...{ name: query, method: 'POST', url: '/graphql', payload: JSON.stringify({ query }) },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  const made = await ask(
    owner,
    `mutation { createBooking(input: ${literalOf(canaryInput(stay(50)))}) { ... on BookingCreated { booking { ${BOOKING_FIELDS} } } } }`,
  );
  const { id } = JSON.parse(made.text).data.createBooking.booking as { id: string };
  const lookUp = `{ booking(id: "${id}") { ${BOOKING_FIELDS} } }`;
  const owners = [made, await ask(owner, lookUp)];
  const others = [await ask(other, lookUp)];
  // No key finds bookings among nodes, not even the one that made them.
  const amongNodes = [
    `{ node(id: "${id}") { ... on Booking { ${BOOKING_FIELDS} } } }`,
    `{ nodes(ids: ["${id}"]) { ... on Booking { ${BOOKING_FIELDS} } } }`,
  ];
  for (const query of amongNodes) others.push(await ask(owner, query), await ask(other, query));
  return { owners, others };
}

const OWN_WORDS = Object.keys(GUEST).filter((name) => name !== 'idempotencyKey');

describe('a gateway with the most verbose log', () => {
  const lines: string[] = [];
  let gateway: TestGateway;
  let keys: Keys;
  let send: Send;
  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    const log = await createLog({ level: 'trace', terminal: false, destination });
    gateway = await startGateway({ catalogue: servedCatalogue({ units: 50 }), today: dateFromNow(0), log });
    keys = {
      owner: await gateway.key(),
      readOnly: await gateway.key({ scopes: ['read'] }),
      other: await gateway.key(),
    };
    send = async ({ method, url, headers, payload }) => {
      const answer = await gateway.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
      return { status: answer.statusCode, headers: JSON.stringify(answer.headers), text: answer.payload };
    };
  });
  afterAll(() => gateway?.close());

  test('no answer to a made or refused booking, or to any address repeats the key or the guest', async () => {
    expect(await leaksOf(send, everyRequest(keys), keys.owner)).toEqual([]);
  });

  test('no answer to an operation that books, taken or refused, repeats the key or the values that were sent', async () => {
    expect(await leaksOf(send, operations(keys), keys.owner)).toEqual([]);
  });

  test('the holder of the key reads the whole booking, the holder of another key nothing of it', async () => {
    const { owners, others } = await bookAndLookUp(send, keys);
    expect(owners.map(({ text }) => canariesIn(text, keys.owner))).toEqual(owners.map(() => OWN_WORDS));
    expect(others.map(({ text }) => canariesIn(text, keys.owner))).toEqual(others.map(() => []));
  });

  test('no answer repeats them when the database refuses the very rows that hold them', async () => {
    const { prisma } = gateway.database;
    await prisma.$executeRaw`ALTER TABLE booking_guest ADD CONSTRAINT none CHECK (first_name LIKE 'nobody%') NOT VALID`;
    const { owner, readOnly } = keys;
    const [booking] = canaries.restCanaries(owner, readOnly, stay(60));
    const [operation] = canaries.graphqlCanaries(owner, readOnly, stay(60));
    const fresh = { ...booking!, status: 500, headers: { ...booking!.headers, 'idempotency-key': 'fresh' } };
    expect(await leaksOf(send, [fresh, operation!], owner)).toEqual([]);
    expect(lines.some((line) => line.includes('the database refused a query'))).toBe(true);
    await prisma.$executeRaw`ALTER TABLE booking_guest DROP CONSTRAINT none`;
  });

  test('the log of all of it holds nothing of the key or the guest', () => {
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => canariesIn(line, keys.owner).length > 0)).toEqual([]);
  });

  test('a log that is given a guest field by field, in either spelling, holds nothing of it', async () => {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const log = await createLog({ level: 'trace', terminal: false, destination });
    for (const [name, word] of Object.entries(GUEST)) {
      const legacyName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      log.trace({ [name]: word, request: { [legacyName]: word } }, 'asked');
    }
    expect(written).toHaveLength(Object.keys(GUEST).length);
    expect(canariesIn(written.join(''), keys.owner)).toEqual([]);
  });

  test('the database holds no key and no pepper in any column of any table, and the guest only in the booking', async () => {
    const columns = await gateway.database.prisma.$queryRaw<{ table: string; column: string }[]>`
      SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = 'public'`;
    expect(columns.length).toBeGreaterThan(150);
    const found = new Map<string, string[]>();
    for (const { table, column } of columns) {
      const rows = await gateway.database.prisma.$queryRawUnsafe<{ text: string | null }[]>(
        `SELECT "${column}"::text AS text FROM "${table}"`,
      );
      const text = rows.map((row) => row.text ?? '').join('\n');
      const words = [...canariesIn(text, keys.owner), ...(text.includes(PEPPER) ? ['pepper'] : [])];
      if (words.length > 0) found.set(`${table}.${column}`, words);
    }
    expect([...found.values()].flat()).not.toEqual(expect.arrayContaining(['key']));
    expect([...found.values()].flat()).not.toEqual(expect.arrayContaining(['pepper']));
    const tables = new Set([...found.keys()].map((column) => column.split('.')[0]));
    expect(tables).toEqual(new Set(['booking', 'booking_contact', 'booking_guest', 'idempotency_record']));
    expect(found.get('idempotency_record.key')).toEqual(['idempotencyKey']);
  });
});

describe('a process that runs as in development, with its finest log', () => {
  let database: FreshDatabase;
  let server: Serving;
  let keys: Keys;
  let send: Send;
  beforeAll(async () => {
    database = await freshDatabase();
    await putInto(database, servedCatalogue({ units: 50 }));
    const key = async (name: string, scopes: readonly ('read' | 'book')[] = ['read', 'book']) => {
      const scope = { channelCode: 'public', destinationNumbers: null, scopes, expiresAt: null };
      return (await createKey({ database, pepper: PEPPER, name, clock: systemClock, ...scope })).key;
    };
    keys = { owner: await key('owner'), readOnly: await key('read only', ['read']), other: await key('other') };
    server = await startServing({ ...environmentFor(database.url), LOG_LEVEL: 'trace', NODE_ENV: 'development' });
    send = async ({ method, url, headers, payload }) => {
      const answer = await fetch(`${server.url}${url}`, { method, headers, ...(payload ? { body: payload } : {}) });
      return { status: answer.status, headers: JSON.stringify([...answer.headers]), text: await answer.text() };
    };
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await database?.close();
  });

  test('neither answers nor output hold anything of the key or the guest, with the database there, away and back', async () => {
    const { owner, readOnly } = keys;
    expect(await leaksOf(send, [...everyRequest(keys), ...operations(keys)], owner)).toEqual([]);
    const { owners, others } = await bookAndLookUp(send, keys);
    expect(owners.map(({ text }) => canariesIn(text, owner))).toEqual(owners.map(() => OWN_WORDS));
    expect(others.map(({ text }) => canariesIn(text, owner))).toEqual(others.map(() => []));

    const garbled = [
      `GET /api/v1/destinations?access_token=${owner} HTTP/9.9\r\n\r\n`,
      `GET / HTTP/1.1\r\nAuthorization: Bearer ${owner}\r\nX-Guest ${GUEST.email}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nX-Guest: ${GUEST.email.repeat(2_000)}\r\n\r\n`,
      `POST /api/v1/booking HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${GUEST.email}`,
    ];
    for (const request of garbled) expect(canariesIn(await sendRaw(server.url, request), owner)).toEqual([]);

    await inDatabases(database.url, async (run, name) => {
      await run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      try {
        const [booking] = canaries.restCanaries(owner, readOnly, stay(70));
        const [operation] = canaries.graphqlCanaries(owner, readOnly, stay(70));
        const away = [...canaries.addressCanaries(owner), booking!, operation!].map(
          ({ status: _, ...request }) => request,
        );
        expect(await leaksOf(send, away, owner)).toEqual([]);
        expect((await send(booking!)).status).toBeGreaterThanOrEqual(500);
      } finally {
        await run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      }
    });
    await until(
      () => send({ name: 'ready', method: 'GET', url: '/ready', headers: {} }),
      ({ status }) => status === 200,
    );

    const { stdout, stderr, code } = await server.stop();
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.some((line) => /"(?:unavailable|a request failed)"/.test(line))).toBe(true);
    expect(lines.filter((line) => canariesIn(line, owner).length > 0 || line.includes(PEPPER))).toEqual([]);
  });
});

/** The answer to bytes that are not HTTP. */
async function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.end(request);
  return textOf(socket).catch(() => '');
}

/** Runs statements on the database at `url` from outside, and passes its name. */
async function inDatabases(
  url: string,
  use: (run: (statement: string) => Promise<unknown>, name: string) => Promise<void>,
): Promise<void> {
  const { pathname } = new URL(url);
  const outside = await openDatabase({ kind: 'postgresql', url: url.replace(pathname, '/postgres'), poolSize: 1 });
  try {
    await use((statement) => outside.prisma.$queryRawUnsafe(statement), pathname.slice(1));
  } finally {
    await outside.close();
  }
}
