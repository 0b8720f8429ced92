/** The guide for those who integrate: its operations are valid, and its programs and shell lines run as they stand. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { bindingBody } from '../support/booking/booking-body.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../support/database/fresh-database.ts';
import { freePort } from '../support/gateway/free-port.ts';
import { hasProgram } from '../support/gateway/programs.ts';
import { type Serving, startServing } from '../support/gateway/run-cli.ts';
import {
  dateFromNow,
  environmentFor,
  nightBody,
  type ServedClient,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../support/gateway/served-gateway.ts';
import { until } from '../support/requests/until.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const GUIDE = await read('docs/integrating.md');

/** The blocks of the guide in a language. */
const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text!);

test('the guide says what a guest can do to an entry of `errors` beside defects', () => {
  const [said] = /An entry in `errors`.*?\n\n/s.exec(GUIDE)!;
  for (const code of ['RATE_LIMITED', 'INVALID_REFERENCE']) expect(said).toContain(code);
});

test('every operation of the guide is valid', async () => {
  const schema = buildSchema(await read('schema.graphql'));
  const operations = blocks('graphql');
  expect(operations.length).toBeGreaterThan(2);
  for (const text of operations) expect([text, validate(schema, parse(text))]).toEqual([text, []]);
});

const [KEYS, EARLY_DEPARTURE] = blocks('sh');

/** Runs shell lines; returns what they print. */
const shell = async (script: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env: { PATH: process.env.PATH, ...env } }))
    .stdout;

test('each key of the guide is one that the command makes', async () => {
  const lines = await shell(`npm() { printf '%s\\t' "$@"; printf '\\n'; }\n${KEYS}`);
  const create = createProgram()
    .commands.find((command) => command.name() === 'keys')!
    .commands.find((command) => command.name() === 'create')!;
  const asked = lines
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().split('\t'));
  expect(asked.length).toBeGreaterThan(2);
  for (const [run, cli, dashes, keys, command, ...options] of asked) {
    expect([run, cli, dashes, keys, command]).toEqual(['run', 'cli', '--', 'keys', 'create']);
    expect(create.parseOptions(options)).toEqual({ operands: [], unknown: [] });
  }
});

describe('a program of the guide', () => {
  const running: ChildProcessByStdio<Writable, Readable, Readable>[] = [];
  let folder: string;
  let database: FreshDatabase;
  let gateway: Serving;
  let shop: ServedClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-guide-'));
    for (const text of blocks('js')) await writeFile(join(folder, /^\/\/ ([\w-]+\.mjs)/.exec(text)![1]!), text);
    database = await freshDatabase();
    await putInto(database, servedCatalogue({ units: 5 }));
    gateway = await startServing({ ...environmentFor(database.url), WEBHOOKS_ALLOW_PRIVATE: '1' });
    shop = servedClient({ url: gateway.url, key: (await servedKey(database)).key });
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await gateway?.stop();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const keyWith = async (scopes: readonly ('operate' | 'manage')[]) => {
    const { pepper } = { pepper: environmentFor(database.url).API_KEY_PEPPER! };
    const rights = { channelCode: 'public', destinationNumbers: null, expiresAt: null };
    const made = await createKey({ database, pepper, name: 'Hotel system', scopes, clock: systemClock, ...rights });
    // The gateway is notified of it a moment later.
    await until(
      () => fetch(`${gateway.url}/graphql?query={viewer{today}}`, { headers: { authorization: `Bearer ${made.key}` } }),
      ({ status }) => status !== 401,
    );
    return made.key;
  };

  /** Starts it; returns the lines that it has printed so far. */
  function start(program: string, env: Record<string, string>) {
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.push(child);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    return { child, lines: () => printed.split('\n').filter((line) => line !== '') };
  }

  let nights = 20;
  /** A new booking. */
  async function bookStay(body: object) {
    const { status } = await shop.book(body);
    expect(status).toBe(201);
    const { id, reference } = await database.prisma.booking.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    return { id, reference: `${reference.slice(0, 4)}-${reference.slice(4)}` };
  }
  /** The reference of a new booking. */
  async function book(): Promise<string> {
    nights += 2;
    return (await bookStay(nightBody(nights))).reference;
  }

  test('that follows the feed prints every booking once, and goes on where it was when it is started again', async () => {
    const env = { GATEWAY: gateway.url, API_KEY: await keyWith(['operate']) };
    const references = [await book(), await book()];
    const first = start('feed-reader.mjs', env);
    references.push(await book());
    const bookings = (lines: string[]) => lines.map((line) => line.split(' ')[2]);
    await until(
      async () => first.lines(),
      (lines) => lines.length === 3,
    );
    // Its cursor is written after the line.
    await until(
      () => readFile(join(folder, 'cursor'), 'utf8').catch(() => ''),
      (cursor) => cursor !== '',
    );
    expect(bookings(first.lines())).toEqual(references);
    const ended = once(first.child, 'close');
    first.child.kill('SIGKILL');
    await ended;
    const later = [await book()];
    const second = start('feed-reader.mjs', env);
    await until(
      async () => second.lines().includes(second.lines().find((line) => line.includes(later[0]!)) ?? ''),
      (isThere) => isThere,
    );
    expect(bookings(second.lines()).at(-1)).toBe(later[0]);
    expect(second.lines().every((line) => /^evt_\w+ booking\.confirmed \S+ room type 11$/.test(line))).toBe(true);
  });

  test('that writes back what a hotel decides does so once, at the price that was expected, and takes what others change, but not its own changes', async () => {
    const env = { GATEWAY: gateway.url, API_KEY: await keyWith(['operate']) };
    const { id, reference } = await bookStay(nightBody(200));
    const [arrival, short, long] = [200, 201, 202].map(dateFromNow);
    const system = start('pms-writer.mjs', env);
    const about = () => system.lines().filter((line) => line.includes(reference) || /^(?:folio|a line)/.test(line));
    const printed = (count: number) =>
      until(
        async () => about(),
        ({ length }) => length >= count,
      );
    const decide = (stay: object, total?: number) =>
      system.child.stdin.write(`${JSON.stringify({ id: 'folio-17-2', bookingId: id, stay, total })}\n`);
    await printed(1);
    // What can never be written holds up nothing.
    system.child.stdin.write('{"id": "folio-17-1", \nnull\n');
    decide({ departur: long });
    await printed(4);
    const refused = about()
      .slice(1, 4)
      .map((line) => /^a line is no decision|^[^,]+/.exec(line)![0]);
    expect(refused).toEqual(['a line is no decision', 'a line is no decision', 'folio-17-2: BAD_USER_INPUT']);
    const said = () => about().toSpliced(1, 3);
    decide({ departure: long });
    await printed(5);
    // Sent twice, as after a lost answer.
    decide({ departure: long }, 200_000);
    decide({ departure: long }, 200_000);
    await printed(7);
    const elsewhere = servedClient({ url: gateway.url, key: await keyWith(['operate']) });
    const back = `mutation { changeBooking(input: { id: "${id}", stay: { departure: "${short}" }, expectedTotal: 100000 }) { __typename } }`;
    expect((await elsewhere.graphql(back)).text).toContain('BookingChanged');
    await printed(8);
    expect(said()).toEqual([
      `taken: ${reference} CONFIRMED ${arrival} to ${short}, room type 11`,
      'folio-17-2: the price is 200000',
      'folio-17-2: written',
      'folio-17-2: was written before',
      `taken: ${reference} CONFIRMED ${arrival} to ${short}, room type 11`,
    ]);
    const history = await database.prisma.bookingEvent.findMany({
      where: { bookingId: id },
      orderBy: { sequence: 'asc' },
    });
    expect(history.map(({ type }) => type)).toEqual(['CONFIRMED', 'CHANGED', 'CHANGED']);
  });

  test.skipIf(!hasProgram('curl'))(
    'whose guests leave early shortens their stay by the lines of the shell, and the total stays',
    async () => {
      const { reference } = await bookStay(bindingBody({ date_from: dateFromNow(0), date_to: dateFromNow(2) }));
      const lines = EARLY_DEPARTURE!.replace('7KQ2-M4RV', reference).replace('2027-05-08', dateFromNow(1));
      const answer = JSON.parse(await shell(lines, { GATEWAY: gateway.url, API_KEY: await keyWith(['operate']) }));
      expect(answer.data.changeBooking).toEqual({
        __typename: 'BookingChanged',
        booking: { departure: dateFromNow(1), price: { total: { amount: 2000 } } },
      });
    },
  );

  test('that receives webhooks prints what becomes of a booking, also one that is given back, and neither what is not signed nor what is broken off or too long ends it', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/bookings`;
    const hotel = servedClient({ url: gateway.url, key: await keyWith(['manage', 'operate']) });
    const ask = async <Answer>(query: string) => (await hotel.graphql(query)).json<{ data: Answer }>().data;
    const { createWebhook } = await ask<{ createWebhook: { __typename: string; secret: string } }>(
      blocks('graphql')
        .find((text) => text.includes('createWebhook'))!
        .replace('https://pms.example.com/bookings', url),
    );
    expect(createWebhook.__typename).toBe('WebhookCreated');
    const receiver = start('webhook-receiver.mjs', { PORT: String(port), SECRET: createWebhook.secret });
    await until(
      async () => receiver.lines(),
      ([line]) => line === `listening on ${port}`,
    );
    const stranger = connect(port, '127.0.0.1').on('error', () => {});
    stranger.write('POST /bookings HTTP/1.1\r\nHost: pms\r\nContent-Length: 100\r\n\r\n{"id":', () =>
      stranger.destroy(),
    );
    await once(stranger, 'close');
    // It is answered, or closed while it is still sent.
    const long = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) }).catch(() => null);
    expect(long?.status ?? 413).toBe(413);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    const reference = await book();
    const { id } = await database.prisma.booking.findFirstOrThrow({
      where: { reference: reference.replace('-', '') },
    });
    await ask(`mutation { cancelBooking(input: { id: "${id}", by: HOTEL }) { __typename } }`);
    await ask(`mutation { reinstateBooking(input: { id: "${id}" }) { __typename } }`);
    const lines = await until(
      async () => receiver.lines(),
      (printed) => printed.length > 3,
    );
    const told = lines.slice(1).map((line) => line.split(' ').slice(1));
    expect(told.toSorted()).toEqual(
      ['cancelled', 'confirmed', 'reinstated'].map((type) => [`booking.${type}`, reference]),
    );
  });
});
