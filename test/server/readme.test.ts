import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/data/keys/api-keys.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { readConfig } from '../../src/server/config.ts';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { hasProgram } from '../support/gateway/programs.ts';
import { openEventStream } from '../support/subscriptions/event-stream.ts';

const PEPPER = 'the pepper of the tests, long enough for all';

let database: FreshDatabase;
let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-readme-'));
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: '0',
    API_KEY_PEPPER: PEPPER,
  });
  server = await startServer(config, {
    clock: systemClock,
    log: await createLog({ level: 'silent', terminal: false }),
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The blocks of a document in a language. */
async function blocksOf(path: string, language: string): Promise<string[]> {
  return [...(await read(path)).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, block]) => block!,
  );
}

/** Runs a block as written, except for the address and the folder of this test's server. */
async function run(block: string): Promise<string> {
  const script = block.replaceAll('http://127.0.0.1:4000', server.url).replaceAll('.data/', `${dataDir}/`);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
  return stdout;
}

test('the GraphQL documents of the manual for hotels are valid', async () => {
  const documents = (await blocksOf('docs/hotels.md', 'graphql')).map((text) => parse(text));
  expect(documents).toHaveLength(4);
  expect(documents.flatMap((document) => validate(schema, document))).toEqual([]);
});

test.skipIf(!hasProgram('curl'))('the first query of the README lists visit types of the demo', async () => {
  const { data } = JSON.parse(await run((await blocksOf('README.md', 'sh'))[0]!));
  expect(data.visitTypes.nodes).toHaveLength(3);
});

test.skipIf(!hasProgram('curl'))('the GraphQL lines of the README, run as written, book a stay', async () => {
  const { data } = JSON.parse(await run((await blocksOf('README.md', 'sh'))[1]!));
  expect(data.createBooking).toMatchObject({ __typename: 'BookingCreated', booking: { id: expect.any(String) } });
});

test.skipIf(!hasProgram('curl'))('the REST lines of the README, run as written, price and book a stay', async () => {
  const output = await run((await blocksOf('README.md', 'sh'))[2]!);
  expect(output).toMatch(/"price_breakdown"/);
  expect(output).toMatch(/HTTP\/1\.1 201 Created/);
  expect(output).toMatch(/\{"_id":"([0-9a-f]{24})","id":"\1"\}/);
});

test.skipIf(!hasProgram('curl'))(
  'the lines of the manual of REST, run as written, list two hotels, most stars first, with labelled amenities',
  async () => {
    const { data, nextCursor } = JSON.parse(await run((await blocksOf('docs/rest.md', 'sh'))[0]!));
    expect(data).toHaveLength(2);
    expect(data[0].stars).toBeGreaterThanOrEqual(data[1].stars);
    expect(data[0].amenityCategories[0].category.label).toEqual({ en: expect.any(String) });
    expect(nextCursor).toEqual(expect.any(String));
  },
);

test('the operations that GraphiQL opens with work as they stand on the demo', async () => {
  const page = await (await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  const { options } = JSON.parse(/id="settings">(.*?)<\/script>/.exec(page)![1]!) as {
    options: { defaultTabs: { query: string; headers: string }[] };
  };
  expect(options.defaultTabs).toHaveLength(6);
  const [followed, ...asked] = options.defaultTabs.toReversed();
  for (const { query, headers } of asked) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...(JSON.parse(headers) as Record<string, string>), 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as {
      data: Record<string, { __typename?: string }>;
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    expect([undefined, 'StayQuotes', 'BookingCreated']).toContain(Object.values(data)[0]?.__typename);
  }
  const { query, headers } = followed!;
  const { Authorization } = JSON.parse(headers) as { Authorization: string };
  const stream = await openEventStream({ url: server.url, key: Authorization.replace('Bearer ', ''), query });
  const { data, errors } = await stream.result<{ calendar: { days: unknown[] } }>();
  expect([errors, data.calendar.days.length > 0]).toEqual([undefined, true]);
  stream.close();
});

test('the README fits into 180 lines, the tour of the source into 80, and every path that it and the manuals name exists', async () => {
  expect((await read('README.md')).split('\n').length).toBeLessThanOrEqual(180);
  expect((await read('src/README.md')).split('\n').length).toBeLessThanOrEqual(80);
  const manuals = (await readdir(new URL('../../docs', import.meta.url))).filter((name) => name.endsWith('.md'));
  const missing: string[] = [];
  for (const page of [
    'README.md',
    'bench/README.md',
    'src/README.md',
    'src/INDEX.md',
    ...manuals.map((name) => `docs/${name}`),
  ]) {
    for (const [, path] of (await read(page)).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
      const target = new URL(path!, new URL(`../../${page}`, import.meta.url));
      await access(target).catch(() => missing.push(`${page} names ${path}`));
    }
  }
  expect(missing).toEqual([]);
});

test('the files that the tour, the index and the architecture name exist', async () => {
  const missing: string[] = [];
  for (const page of ['src/README.md', 'src/INDEX.md', 'docs/architecture.md']) {
    for (const [, path] of (await read(page)).matchAll(/`((?:[\w-]+\/)+(?:[\w.-]+\.\w+)?)`/g)) {
      const places = [`src/${path}`, path!];
      const found = await Promise.any(places.map((place) => access(new URL(`../../${place}`, import.meta.url)))).catch(
        () => 'no',
      );
      if (found === 'no') missing.push(`${page} names ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test('the tests that the manuals name exist, also those that the page of security names without their folders', async () => {
  const tests = (await readdir(new URL('..', import.meta.url), { recursive: true }))
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('node_modules'));
  const places = new Set(tests.flatMap((path) => [path, path.replace(/(\.test)?\.ts$/, '')]));
  const names = new Set([...places].map((path) => path.split('/').at(-1)!));
  const missing: string[] = [];
  const manuals = (await readdir(new URL('../../docs', import.meta.url))).filter((name) => name.endsWith('.md'));
  for (const page of ['README.md', 'src/README.md', 'src/INDEX.md', ...manuals.map((name) => `docs/${name}`)]) {
    for (const [, path] of (await read(page)).matchAll(/`(test\/[^`\s]+)`/g)) {
      if (!places.has(path!.replace(/\/$/, ''))) missing.push(`${page} names ${path}`);
    }
  }
  const security = await read('docs/security.md');
  const proofs = [
    ...[...security.matchAll(/\((`test\/[^)]*)\)/g)].map(([, text]) => text!),
    ...[...security.matchAll(/^\|.*\| ([^|]*) \|$/gm)].map(([, lastCell]) => lastCell!),
  ];
  expect(proofs.length).toBeGreaterThan(50);
  for (const [, name] of proofs.join('\n').matchAll(/`([^`]+)`/g)) {
    if (!name!.includes('/') && !names.has(name!)) missing.push(`docs/security.md names ${name}`);
  }
  expect(missing).toEqual([]);
});

test('the lines of the manual for hotels about catalogue files, run as written with a key, export the demo and would import it again, and Node warns of nothing', async () => {
  const { key } = await createKey({
    ...{ database, pepper: PEPPER, clock: systemClock, name: 'Catalogue', channelCode: 'public' },
    ...{ destinationNumbers: null, scopes: ['manage'], expiresAt: null },
  });
  const block = (await blocksOf('docs/hotels.md', 'sh'))[0]!
    .replace('ssg_...', key)
    .replaceAll('catalogue.json', join(dataDir, 'catalogue.json'));
  const warned: string[] = [];
  const note = ({ message }: Error) => void warned.push(message);
  process.on('warning', note);
  const { changed, counts } = JSON.parse(await run(block));
  process.off('warning', note);
  expect(warned).toEqual([]);
  expect([changed, counts.hotels]).toEqual([false, { created: 0, updated: 0, removed: 0, unchanged: 6 }]);
});
