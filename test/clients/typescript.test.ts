/**
 * `@spa-stay/client` as it is published: installed from its packed file into an empty folder without a network, it types a
 * program and runs it, in Node, Deno and Chromium, over connections that are lost. Issue 31, number 4.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser/chromium.ts';
import { SMALL_CATALOGUE, TODAY } from '../support/catalogue/small-catalogue.ts';
import { packedClient } from '../support/examples/packed-client.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const run = promisify(execFile);
const MOST_BYTES = 10_000;
/** `npm ci --prefix test/runtimes` installs it. */
const DENO = at('test/runtimes/node_modules/deno/deno').pathname;

/** What a front end writes with nothing but the package. */
const PROGRAM = `
import { ConnectionError, createClient, GatewayError, openShop, orThrow, RefusedError, type ProblemCode, type TypedText } from '@spa-stay/client';

const Today: TypedText<{ viewer: { today: string } }, Record<string, never>> = '{ viewer { today } }';
const Book: TypedText<unknown, { input: object }> =
  'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';

export async function run(url: string, key: string, email: string) {
  const shop = openShop({ url, key, locale: 'EN', currency: 'CZK' });
  const today: string = (await shop.client.ask(Today, {})).viewer.today;
  const stay = { visitType: 101, roomType: 12, arrival: '2027-03-09', departure: '2027-03-13' };
  const [offer] = (await shop.offers({ visitType: 101, hotel: 1, arrival: stay.arrival, nights: 4, guests: 1 })).nodes;
  const { hold } = orThrow(await shop.hold({ offer: offer!.id }), 'StayHeld');
  await shop.release(hold.id);
  const { quotes } = orThrow(await shop.quote(stay), 'StayQuotes');
  const total: number = quotes[0]!.total.amountMinor;

  const refused = await shop.quote({ ...stay, visitType: 999 });
  let refusal: unknown = null;
  try {
    orThrow(refused, 'StayQuotes');
  } catch (error) {
    if (error instanceof RefusedError) refusal = [error.problem.__typename, error.message.length > 0];
  }
  const least: number | null = refused.__typename === 'StayNotAllowed' ? refused.minNights : null;
  const code: ProblemCode | null = refused.__typename === 'StayQuotes' ? null : refused.code;

  const followed: (string | undefined)[] = [];
  const person = { firstName: 'Jana', lastName: 'N' };
  const address = { street: 'A', houseNumber: '1', city: 'B', zipCode: '2', country: 'CZE' };
  const input = { ...stay, hotel: 1, kind: 'BINDING', billedTo: { ...person, email, address }, guests: [person] } as const;
  let booked: { replayed: boolean; id: string } | null = null;
  for await (const { days } of shop.follow({ visitType: 101, roomType: 12 }, stay.arrival, stay.arrival)) {
    followed.push(days[0]?.availability);
    // The server cuts the first stream at the next request: the whole calendar comes by another one.
    if (followed.length === 1) await shop.hotel(1);
    if (followed.length === 2) {
      const created = orThrow(await shop.book({ ...input, expectedTotal: total, idempotencyKey: email }), 'BookingCreated');
      booked = { replayed: created.replayed, id: created.booking.id };
    }
    if (followed.length === 3) break;
  }

  // Nobody may send this twice: it has no idempotency key.
  const once = await shop.client.ask(Book, { input: { ...input, kind: 'REQUEST', currency: 'CZK' } }).catch((error) => error);
  const stranger = createClient({ url, key: 'ssg_wrong' });
  const unknown = await stranger.ask(Today, {}).catch((error) => error);
  const { bookings } = orThrow(await shop.cancel(booked!.id, email), 'BookingCancelled');
  return {
    ...{ today, total, refusal, code, least, followed, replayed: booked?.replayed },
    lost: once instanceof ConnectionError,
    unknown: unknown instanceof GatewayError && [unknown.code, unknown.status, unknown.requestId !== null],
    cancelled: bookings.map(({ status }) => status),
  };
}
`;

/** Each has one thing wrong. */
const WRONG = [
  `await shop.quote({ visitType: 101 });`,
  `orThrow(await shop.hold({}), 'HoldIsMade');`,
  `console.log((await shop.hotel(1)).name);`,
  `console.log((await shop.cancel('1', 'a@b.cz')).fee);`,
];

let gateway: TestGateway;
let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  // All runs are one address.
  const config = { publicLimits: { bookingsPerHour: 0, roomNightsPerDay: 0 } };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config });
  folder = await mkdtemp(join(tmpdir(), 'packed-client-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', await packedClient()], { cwd: folder });
  server = await losingServer(await gateway.listen(), folder);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true, force: true });
  await gateway?.close();
});

/**
 * The gateway behind a server that cuts the first answer to each kind of booking in its middle, and the first stream of each
 * client at its next request. It has the files of the folder, too.
 */
async function losingServer(target: string, files: string): Promise<Server> {
  const cut = new Set<string>();
  const isToBeCut = (name: string) => cut.size < cut.add(name).size;
  const firstStreams = new Map<string, Socket>();
  const losing = createServer(async (incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming;
    if (path.startsWith('/files/')) {
      const file = await readFile(join(files, path.slice('/files/'.length)));
      outgoing.writeHead(200, { 'content-type': path.endsWith('.html') ? 'text/html' : 'text/javascript' }).end(file);
      return;
    }
    const body = await buffer(incoming);
    const client = String(headers.authorization);
    firstStreams.get(client)?.destroy();
    if (headers.accept === 'text/event-stream' && isToBeCut(client)) firstStreams.set(client, incoming.socket);
    const sent = request(`${target}${path}`, { method, headers }, async (response) => {
      const booking = /"kind":"\w+"/.exec(body.toString())?.[0];
      outgoing.writeHead(response.statusCode!, response.headers);
      if (!booking || !isToBeCut(client + booking)) response.pipe(outgoing);
      else outgoing.write((await buffer(response)).subarray(0, 10), () => incoming.socket.destroy());
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  }).listen(0, '127.0.0.1');
  await once(losing, 'listening');
  return losing;
}

/** For each run: it is what the losing server knows a client by. */
const newKey = () => gateway.key({ isPublishable: true });

const ANSWERS = {
  today: TODAY,
  total: expect.any(Number),
  refusal: ['NotFound', true],
  code: 'NOT_FOUND',
  least: null,
  followed: ['AVAILABLE', 'AVAILABLE', 'ON_DEMAND'],
  replayed: true,
  lost: true,
  unknown: ['UNAUTHENTICATED', 401, true],
  cancelled: ['CANCELLED'],
};

async function expectBookedOnce(email: string): Promise<void> {
  const rows = await gateway.database.prisma.booking.findMany({
    where: { billedTo: { email } },
    select: { kind: true },
    orderBy: { kind: 'asc' },
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['BINDING', 'REQUEST']);
}

describe('a program with the packed client', () => {
  beforeAll(async () => {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
      ...{
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
        outDir: 'out',
      },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    const page = readFileSync(at('clients/typescript/README.md'), 'utf8');
    await writeFile(join(folder, 'readme.ts'), /```ts\n(.*?)```/s.exec(page)![1]!);
    const head = `import { openShop, orThrow } from '@spa-stay/client';\nconst shop = openShop({ url: '', key: '', locale: 'EN', currency: 'CZK' });\n`;
    for (const [index, line] of WRONG.entries()) await writeFile(join(folder, `wrong-${index}.ts`), head + line);
  });

  test('is typed by it, as the one of its page is, and what does not fit the schema does not compile', async () => {
    const tsc = at('node_modules/.bin/tsc').pathname;
    const { stdout } = await run(tsc, ['-p', '.', '--pretty', 'false'], { cwd: folder }).catch((error) => error);
    expect(stdout.match(/^[\w./-]+(?=\(\d)/gm)).toEqual(WRONG.map((_, index) => `wrong-${index}.ts`));
  });

  async function expectRuns(program: string, flags: readonly string[], email: string): Promise<void> {
    const main = `import { run } from './out/program.js'; console.log(JSON.stringify(await run(...globalThis.process.argv.slice(2))))`;
    await writeFile(join(folder, 'main.js'), main);
    const args = [...flags, 'main.js', url, await newKey(), email];
    const { stdout } = await run(program, args, {
      cwd: folder,
      env: { ...process.env, DENO_DIR: join(folder, '.deno') },
    });
    expect(JSON.parse(stdout)).toEqual(ANSWERS);
    await expectBookedOnce(email);
  }

  test('quotes, follows, books once over lost connections, and is refused in types, in Node', () =>
    expectRuns(process.execPath, [], 'node@example.com'));

  test.runIf(existsSync(DENO))('does the same in Deno, which lets it do nothing but ask that server', () =>
    expectRuns(
      DENO,
      ['run', '--no-prompt', '--node-modules-dir=manual', `--allow-net=${new URL(url).host}`],
      'deno@example.com',
    ),
  );

  test.runIf(hasChromium())('does the same in Chromium, in a page and in a worker', async () => {
    const client = '/files/node_modules/@spa-stay/client/dist/index.js';
    const imports = JSON.stringify({ imports: { '@spa-stay/client': client } });
    await writeFile(join(folder, 'page.html'), `<script type="importmap">${imports}</script>`);
    // Workers have no import maps.
    const program = (await readFile(join(folder, 'out/program.js'), 'utf8')).replace('@spa-stay/client', client);
    const onMessage = 'onmessage = async ({ data }) => postMessage(await run(...data));';
    await writeFile(join(folder, 'worker.js'), program + onMessage);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`${url}/files/page.html`);
      // Texts, because vitest replaces imports.
      const inPage = JSON.stringify([url, await newKey(), 'page@example.com']);
      expect(await page.evaluate(`import('/files/out/program.js').then(({ run }) => run(...${inPage}))`)).toEqual(
        ANSWERS,
      );
      const inWorker = JSON.stringify([url, await newKey(), 'worker@example.com']);
      const asked = `new Promise((resolve, reject) => {
        const worker = new Worker('/files/worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(${inWorker});
      })`;
      expect(await page.evaluate(asked)).toEqual(ANSWERS);
    } finally {
      await browser.close();
    }
    await expectBookedOnce('page@example.com');
    await expectBookedOnce('worker@example.com');
  });
});

describe('the package', () => {
  const packageOf = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

  test('has the version and the licence of the gateway, and needs no other package', async () => {
    const { dependencies, peerDependencies, version, license } = packageOf('clients/typescript/package.json');
    const gateway = packageOf('package.json');
    expect({ dependencies, peerDependencies, version, license }).toEqual({
      version: gateway.version,
      license: gateway.license,
    });
    const installed = join(folder, 'node_modules/@spa-stay/client');
    expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(at('LICENSE'), 'utf8'));
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@spa-stay']);
  });

  test(`is smaller than ${MOST_BYTES} bytes as a module, minified and compressed by gzip`, async () => {
    const entry = join(folder, 'node_modules/@spa-stay/client/dist/index.js');
    const built = (await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: true, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
    })) as Rolldown.RolldownOutput;
    const bytes = gzipSync(built.output[0].code).length;
    expect(bytes).toBeGreaterThan(MOST_BYTES / 10);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});
