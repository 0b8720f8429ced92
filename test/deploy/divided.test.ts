/**
 * Catalogues divided by destination (docs/scaling.md, issue 32, number 4): four gateways, each with a database and destinations of its own,
 * behind nginx with the file of `deploy/divided`. Which of them a request reached is in its log, by the id of the request. Without nginx on
 * the machine these tests are left out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../support/database/fresh-database.ts';
import { ask } from '../support/gateway/ask-proxy.ts';
import { freePort } from '../support/gateway/free-port.ts';
import { hasProxy, type ReverseProxy, startDividedProxy } from '../support/gateway/reverse-proxy.ts';
import { type Serving, startServing } from '../support/gateway/run-cli.ts';
import { dateFromNow, environmentFor, nightBody, servedCatalogue } from '../support/gateway/served-gateway.ts';
import { until } from '../support/requests/until.ts';
import { ROOT } from './dockerfile.ts';

const NAMES = ['north', 'east', 'south', 'west'] as const;
type Name = (typeof NAMES)[number];
/** In days from today. */
const NIGHT = 30;

interface Division {
  readonly database: FreshDatabase;
  readonly key: string;
  /** Its numbers are those of the served catalogue and so much more. */
  readonly above: number;
  readonly host: string;
  readonly environment: Record<string, string>;
  /** Its processes, the present one last. */
  readonly processes: Serving[];
  /** The ids of the requests to its name. */
  readonly sent: string[];
}

async function openDivision(name: Name): Promise<Division> {
  const above = 1_000_000 * (NAMES.indexOf(name) + 1);
  const host = `${name}.stays.example.com`;
  const pepper = `the pepper of the ${name}, long enough for all`;
  const database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 5, destination: `The ${name}`, above }));
  const rights = { channelCode: 'public', destinationNumbers: null, expiresAt: null, clock: systemClock };
  const make = async (made: Pick<Parameters<typeof createKey>[0], 'scopes' | 'isPublishable'>) =>
    (await createKey({ database, pepper, name: 'Web shop', ...made, ...rights })).key;
  const key = await make({ scopes: ['read', 'book', 'bookings'] });
  const environment = {
    ...{ ...environmentFor(database.url), API_KEY_PEPPER: pepper, LOG_LEVEL: 'info', PORT: String(await freePort()) },
    ...{ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_HOSTS: host },
    PAGES_KEY: await make({ scopes: ['read', 'book'], isPublishable: true }),
  };
  return { database, key, above, host, environment, processes: [await startServing(environment)], sent: [] };
}

/** The ids of the requests that have reached it. */
function reached({ processes }: Division): string[] {
  const lines = processes.flatMap(({ said }) => said.map((line) => JSON.parse(line) as Record<string, string>));
  return lines.flatMap(({ msg, requestId }) => (msg === 'request' ? [requestId!] : []));
}

describe.skipIf(!hasProxy('nginx'))('four divisions behind one proxy', () => {
  let divisions: Record<Name, Division>;
  let proxy: ReverseProxy;
  /** What was booked in each. */
  const booked: Partial<Record<Name, string>> = {};
  beforeAll(async () => {
    const opened = await Promise.all(NAMES.map(async (name) => [name, await openDivision(name)] as const));
    divisions = Object.fromEntries(opened) as Record<Name, Division>;
    proxy = await startDividedProxy(
      Object.fromEntries(opened.map(([name, { environment }]) => [name, Number(environment.PORT)])),
    );
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const { processes, database } of Object.values(divisions ?? {})) {
      await processes.at(-1)!.stop();
      await database.close();
    }
  });

  interface Sent {
    readonly path: string;
    readonly body?: object;
    readonly headers?: readonly string[];
    /** The key of the division, if none is given. */
    readonly key?: string;
  }
  /** Asks by the name of a division. */
  async function askAt(name: Name, { path, body, headers = [], key = divisions[name].key }: Sent) {
    const { host, sent } = divisions[name];
    const id = `${name}-${sent.length}`;
    sent.push(id);
    const { status, body: text } = await ask(proxy, {
      ...{ host, path },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: [
        ...['Authorization', `Bearer ${key}`, 'X-Request-Id', id],
        ...(body ? ['Content-Type', 'application/json'] : []),
        ...headers,
      ],
    });
    return { status, text, json: <Body>() => JSON.parse(text) as Body };
  }
  const read = async <Body>(name: Name, path: string): Promise<Body> => {
    const answer = await askAt(name, { path });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json<Body>();
  };
  const query = async <Data>(name: Name, text: string): Promise<Data> =>
    (await askAt(name, { path: '/graphql', body: { query: text } })).json<{ data: Data }>().data;
  /** Books by the name of a division, with the same idempotency key in all of them. */
  const book = (name: Name, { of = name, idempotencyKey = 'first' }: { of?: Name; idempotencyKey?: string } = {}) => {
    const { above } = divisions[of];
    const stay = { visit_type_id: above + 101, hotel_id: above + 1, room_type_id: above + 11 };
    const headers = ['Idempotency-Key', idempotencyKey];
    return askAt(name, { path: '/api/v1/booking', body: { ...nightBody(NIGHT), ...stay }, headers });
  };
  const stayOf = ({ above }: Division) =>
    `visit_type_id=${above + 101}&room_type_id=${above + 11}&date_from=${dateFromNow(NIGHT)}&date_to=${dateFromNow(NIGHT + 1)}`;
  const lookAt = (id: string) => `{ booking(id: "${id}") { status hotel { number } } }`;

  test.each(NAMES)('the gateway of the %s answers what is asked by its name, of its own destinations', async (name) => {
    const { above, host, environment } = divisions[name];
    expect(await read<{ id: number }[]>(name, '/api/v1/destinations')).toMatchObject([{ id: above + 1 }]);
    expect((await read<{ id: number }[]>(name, '/api/v1/visit-types')).map(({ id }) => id)).toEqual([above + 101]);
    expect(await read(name, `/api/v1/price?${stayOf(divisions[name])}`)).toMatchObject({ cs_CZ: { amount: 1000 } });
    expect(await read(name, `/api/v1/calendar/dates?${stayOf(divisions[name])}`)).toMatchObject([
      { date: dateFromNow(NIGHT), availability: 'AVAILABLE' },
      { date: dateFromNow(NIGHT + 1), availability: 'AVAILABLE' },
    ]);
    const filter = `{ arrival: "${dateFromNow(NIGHT)}", nights: 1, guests: 2, currency: CZK }`;
    expect(await query(name, `{ offers(filter: ${filter}) { nodes { hotel { number } } } }`)).toEqual({
      offers: { nodes: [{ hotel: { number: above + 1 } }] },
    });

    const made = await book(name);
    expect(made.status).toBe(201);
    const { id } = made.json<{ id: string }>();
    booked[name] = id;
    const replayed = await book(name);
    expect([replayed.status, replayed.text]).toEqual([201, made.text]);
    expect(await query(name, lookAt(id))).toEqual({ booking: { status: 'CONFIRMED', hotel: { number: above + 1 } } });
    expect(await read(name, '/api/v2/events')).toMatchObject({ data: [{ data: { bookingId: id, hotel: above + 1 } }] });

    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = ['Accept', 'application/json, text/event-stream'];
    expect((await askAt(name, { path: '/mcp', body: tools, headers: accept })).text).toContain('"find_stays"');
    // Its pages lead to its own name, and ask with a key of its own.
    expect((await askAt(name, { path: '/sitemap.xml' })).text).toContain(`https://${host}/`);
    expect((await askAt(name, { path: '/' })).text).toContain(environment.PAGES_KEY);
  });

  test('one idempotency key books once in each of them', () => {
    expect(new Set(Object.values(booked)).size).toBe(NAMES.length);
  });

  test('what belongs to another one is not found; its keys, its cursors and unknown names are refused', async () => {
    const { above, key } = divisions.north;
    expect((await askAt('south', { path: `/api/v1/price?${stayOf(divisions.north)}` })).status).toBe(404);
    expect((await askAt('south', { path: `/api/v2/hotels/${above + 1}` })).status).toBe(404);
    expect((await book('south', { of: 'north', idempotencyKey: 'second' })).status).toBe(404);
    expect(await query('south', lookAt(booked.north!))).toEqual({ booking: null });

    expect((await askAt('south', { path: '/api/v1/destinations', key })).status).toBe(401);
    const { nextCursor } = await read<{ nextCursor: string }>('north', '/api/v2/events');
    expect((await askAt('south', { path: `/api/v2/events?cursor=${nextCursor}` })).status).toBe(400);
    for (const host of ['stays.example.com', 'northern.stays.example.com', 'localhost']) {
      const headers = ['Authorization', `Bearer ${key}`];
      expect((await ask(proxy, { host, path: '/api/v1/destinations', headers })).status).toBe(404);
    }
  });

  test('a process that is down takes its own destinations away and no others, until it is started again', async () => {
    const { west } = divisions;
    await until(
      async () => reached(west),
      ({ length }) => length === west.sent.length,
    );
    await west.processes[0]!.stop('SIGKILL');
    expect((await ask(proxy, { host: west.host, path: '/ready' })).status).toBe(502);
    for (const name of NAMES.filter((one) => one !== 'west')) {
      expect((await askAt(name, { path: '/ready' })).status).toBe(200);
      expect(await read(name, '/api/v1/visit-types')).toHaveLength(1);
      expect((await book(name, { idempotencyKey: 'second' })).status).toBe(201);
    }
    west.processes.push(await startServing(west.environment));
    expect((await book('west')).json<{ id: string }>().id).toBe(booked.west);
  });

  test('all that was asked by a name has reached the gateway of that name, and nothing has reached another one', async () => {
    for (const name of NAMES) {
      const { sent } = divisions[name];
      const ids = await until(
        async () => reached(divisions[name]),
        ({ length }) => length >= sent.length,
      );
      expect(ids.sort()).toEqual([...sent].sort());
    }
  });
});

test('from its first server on the file is that of a single gateway but for the division, and so is each upstream', () => {
  const [single, divided] = ['nginx.conf', 'divided/nginx.conf'].map((file) =>
    readFileSync(join(ROOT, 'deploy', file), 'utf8'),
  ) as [string, string];
  const serversOf = (file: string) => file.slice(file.indexOf('    server {'));
  const [unknownName] = /\n {8}# Another name leads nowhere\.\n {8}if [^}]*\}\n/.exec(divided)!;
  expect(serversOf(divided).replace(unknownName!, '').replaceAll('http://$division', 'http://gateway')).toBe(
    serversOf(single),
  );
  const upstreamsOf = (file: string) =>
    [...file.matchAll(/ upstream (\w+) \{([^}]*)\}/g)].map(([, name, body]) => ({
      name: name!,
      settings: body!.replaceAll(/#.*|server .*/g, '').match(/\S.*;/g),
    }));
  const [{ settings } = { settings: null }] = upstreamsOf(single);
  expect(settings).toHaveLength(2);
  expect(upstreamsOf(divided)).toEqual(NAMES.map((name) => ({ name, settings })));
  const named = [...divided.matchAll(/^ {8}(\S+) (\w+);$/gm)].filter(([, host]) => host!.includes('.example.com'));
  expect(named.map(([, host, division]) => [host, division])).toEqual(
    NAMES.map((name) => [`${name}.stays.example.com`, name]),
  );
});
