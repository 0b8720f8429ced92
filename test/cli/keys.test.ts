import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requirePepper } from '../../src/data/keys/api-key-pepper.ts';
import { isWellFormedApiKey } from '../../src/domain/api-key-format.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { runCli, startServing } from '../support/gateway/run-cli.ts';
import { runHere } from '../support/gateway/run-command.ts';

describe('keys on the command line', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await freshDatabase();
    env = { DATABASE_URL: database.url, API_KEY_PEPPER: 'the pepper of the tests, long enough for all' };
    await database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
    await database.prisma.destination.create({ data: { number: 1, id: '1'.repeat(24), name: {} } });
    const hotel = { code: 'aurora', name: 'Aurora', stars: 4, destinationNumber: 1, shortDescription: {} };
    await database.prisma.hotel.create({ data: { ...hotel, number: 4, id: '4'.repeat(24) } });
  });
  afterAll(() => database.close());

  test('create prints the key alone; list shows it by its prefix only; revoke ends it', async () => {
    const options = ['--name', 'Web shop', '--destinations', '1', '--scopes', 'read', '--expires', '2999-12-31'];
    const created = await runCli(['keys', 'create', ...options], env);
    expect(created).toMatchObject({ code: 0 });
    const key = created.stdout.trimEnd();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(created.stdout).toBe(`${key}\n`);

    const listed = await runHere(['keys', 'list'], env);
    const prefix = key.slice(0, 12);
    expect(listed.stdout).toMatch(
      /^PREFIX +NAME +CLIENT +KIND +CHANNEL +DESTINATIONS +HOTELS +SCOPES +CREATED +LAST USED +EXPIRES +STATE\n/,
    );
    const row = `${prefix} +Web shop +Web shop +live +public +1 +all +read +\\d{4}-\\d\\d-\\d\\d +never +2999-12-31 +active`;
    expect(listed.stdout).toMatch(new RegExp(`\n${row}\n$`));
    expect(listed.stdout).not.toContain(key);

    const revoked = await runHere(['keys', 'revoke', prefix], env);
    expect(revoked).toMatchObject({ code: 0, stdout: '' });
    expect(revoked.stderr).toContain(`${prefix} (Web shop) is revoked\n`);
    expect((await runHere(['keys', 'list'], env)).stdout).toMatch(/ revoked\n$/);
  });

  test('keys of one client are listed with it and their kind', async () => {
    const create = async (...options: string[]) => {
      const { code, stdout } = await runHere(['keys', 'create', '--client', 'The client', ...options], env);
      expect(code).toBe(0);
      return stdout.slice(0, 12);
    };
    const prefixes = [
      await create('--name', 'Office', '--scopes', 'bookings,operate'),
      await create('--name', 'Pages', '--publishable'),
      await create('--name', 'Trial', '--test'),
      await create('--name', 'Trial pages', '--test', '--publishable'),
      await create('--name', 'Clerk', '--hotels', '4', '--scopes', 'operate,inventory,rates,catalogue,webhooks'),
    ];
    const { stdout } = await runHere(['keys', 'list'], env);
    const rows = prefixes.map((prefix) =>
      stdout
        .split('\n')
        .find((line) => line.startsWith(prefix))!
        .split(/ {2,}/),
    );
    expect(rows.map((row) => row.slice(1, 4))).toEqual([
      ['Office', 'The client', 'live'],
      ['Pages', 'The client', 'publishable'],
      ['Trial', 'The client', 'test'],
      ['Trial pages', 'The client', 'publishable,test'],
      ['Clerk', 'The client', 'live'],
    ]);
    expect(rows[0]!.slice(5, 8)).toEqual(['all', 'all', 'bookings,operate']);
    expect(rows[4]!.slice(5, 8)).toEqual(['all', '4', 'operate,manage']);
    expect(await database.prisma.client.count({ where: { name: 'The client' } })).toBe(1);
  });

  test('rotate prints a new key alone and says when the old one expires; a server accepts both until then, and list shows their use', async () => {
    const [old] = (await runHere(['keys', 'create', '--name', 'Rotated'], env)).stdout.split('\n');
    const rotated = await runHere(['keys', 'rotate', old!.slice(0, 12), '--overlap', '7d'], env);
    expect(rotated.code).toBe(0);
    const key = rotated.stdout.trimEnd();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(rotated.stdout).toBe(`${key}\n`);
    expect(rotated.stderr).toMatch(
      new RegExp(`^${old!.slice(0, 12)} \\(Rotated\\) expires at \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`, 'm'),
    );
    expect(`${rotated.stderr}`).not.toContain(key);

    const server = await startServing(env);
    const statusOf = async (presented: string) =>
      (await fetch(`${server.url}/api/v1/destinations`, { headers: { authorization: `Bearer ${presented}` } })).status;
    expect([await statusOf(old!), await statusOf(key)]).toEqual([200, 200]);
    const ended = await runCli(['keys', 'rotate', key, '--overlap', '0'], env);
    expect(ended.stderr).toContain(`${key.slice(0, 12)} (Rotated) has expired\n`);
    // The server is notified of it.
    await expect.poll(() => statusOf(key)).toBe(401);
    expect([await statusOf(old!), await statusOf(ended.stdout.trimEnd())]).toEqual([200, 200]);
    expect(await server.stop()).toMatchObject({ code: 0 });

    const { stdout } = await runHere(['keys', 'list'], env);
    const rows = stdout.split('\n').filter((line) => line.includes(' Rotated '));
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatch(/ \d{4}-\d\d-\d\d \d\d:00 /);
    expect(rows.map((row) => row.split(/ {2,}/).at(-1))).toEqual(['active', 'expired', 'active']);
    const again = await runHere(['keys', 'rotate', key], env);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^error: ssg_\w{8} \(Rotated\) has expired; create a new key$/m);
  });

  test('an overlap ends by the clock of the database, though that of the machine is half a minute ahead', async () => {
    const { stdout } = await runHere(['keys', 'create', '--name', 'Ahead'], env);
    const ahead = vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + 29_000);
    const rotated = await runHere(['keys', 'rotate', stdout.slice(0, 12), '--overlap', '1h'], env).finally(() =>
      ahead.mockRestore(),
    );
    const [end] = /(?<=expires at )\S+/.exec(rotated.stderr) ?? [];
    expect(Date.parse(String(end)) - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test('create under another pepper than that of the database ends with 1, and makes nothing', async () => {
    await requirePepper(database.prisma, env.API_KEY_PEPPER!);
    const before = await database.prisma.apiKey.count();
    const other = { ...env, API_KEY_PEPPER: 'a pepper that is long enough, but another one' };
    for (const args of [['keys', 'create', '--name', 'x'], ['demo']]) {
      const { code, stdout, stderr } = await runHere(args, other);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: the pepper of API keys \(API_KEY_PEPPER, [^\n]+\) is not the one [^\n]+$/m);
      expect(stderr).not.toContain(other.API_KEY_PEPPER);
    }
    expect(await database.prisma.apiKey.count()).toBe(before);
  });

  test('list marks keys that are still hashed under the former pepper', async () => {
    const { stdout } = await runHere(['keys', 'create', '--name', 'Old'], env);
    await database.prisma.apiKey.update({
      where: { prefix: stdout.slice(0, 12) },
      data: { pepperCheck: 'f'.repeat(64) },
    });
    expect((await runHere(['keys', 'list'], env)).stdout).toMatch(/ Old .* active, former pepper$/m);
  });

  test.each([
    [['create', '--name', 'a\nb'], /^error: the --name of a key is one line of at most 100 characters$/m],
    [['create', '--name', 'x'.repeat(101)], /^error: the --name of a key is one line of at most 100 characters$/m],
    [
      ['create', '--name', 'x', '--client', 'a\nb'],
      /^error: the --client of a key is one line of at most 100 characters$/m,
    ],
    [['create', '--name', 'COMMAND_LINE'], /^error: the history calls somebody else by this name$/m],
    [['create', '--name', 'x', '--client', ' '], /^error: a client needs a name$/m],
    [
      ['create', '--name', 'x', '--publishable', '--scopes', 'read,bookings,manage'],
      /^error: anybody can use a publishable key, so it may only read and book, not bookings or manage$/m,
    ],
    [['rotate', 'ssg_none'], /^error: no key begins with "ssg_none"; see keys list$/m],
    [
      ['rotate', 'ssg_none', '--overlap', '1w'],
      /^error: .* It must be up to 9999 minutes, hours or days like 30m, 24h or 7d, or 0\.$/m,
    ],
    [['create'], /^error: required option '--name <name>' not specified$/m],
    [['create', '--name', 'x', '--channel', 'web'], /^error: there is no channel "web"; the channels are public$/m],
    [
      ['create', '--name', 'x', '--destinations', '0,2147483647'],
      /^error: there is no destination 0, 2147483647; the destinations are 1$/m,
    ],
    [
      ['create', '--name', 'x', '--destinations', '2147483648'],
      /^error: .* It must be ids of destinations separated by commas, for example 1,2\.$/m,
    ],
    [['create', '--name', 'x', '--destinations', '7'], /^error: there is no destination 7; the destinations are 1$/m],
    [
      ['create', '--name', 'x', '--scopes', 'write'],
      /^error: .* It must be read, book, .*, erase or keys, or several of them like read,book\.$/m,
    ],
    [
      ['create', '--name', 'x', '--hotels', '5', '--scopes', 'operate'],
      /^error: there is no hotel 5; the hotels are 4$/m,
    ],
    [
      ['create', '--name', 'x', '--hotels', '4'],
      /^error: hotels do not limit read and book, which go by destinations; /m,
    ],
    [['create', '--name', 'x', '--expires', '2026-02-30'], /^error: .* It must be a date like 2030-12-31\.$/m],
    [['revoke', 'ssg_none'], /^error: no key begins with "ssg_none"; see keys list$/m],
  ])('keys %j exits with 1 and one line with the reason', async (args, line) => {
    const { code, stdout, stderr } = await runHere(['keys', ...args], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr.match(/^error:/gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

describe('a command that cannot begin', () => {
  test.each([
    [{ PORT: 'x' }, /^error: PORT must be a whole number from 0 to 65535, not "x"$/m],
    [{ DATABASE_URL: 'postgresql://spa:hunter2@127.0.0.1:1/spa', API_KEY_PEPPER: 'p'.repeat(32) }, /^error: .+$/m],
    [
      { DATABASE_URL: 'postgresql://spa@127.0.0.1:1/spa', API_KEY_PEPPER: 'hunter2' },
      /^error: API_KEY_PEPPER must be a random text of 32 characters or more, .+$/m,
    ],
    [{ DATABASE_URL: 'hunter2' }, /^error: DATABASE_URL must be an address like .+$/m],
  ])('ends with 1 and one line without a secret: %j', async (env, line) => {
    const { code, stderr } = await runHere(['migrate'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain('hunter2');
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .filter((one) => !one.endsWith(' ...')),
    ).toHaveLength(1);
  });

  test('a command that does not exist is named', async () => {
    const { code, stderr } = await runCli(['serv'], {});
    expect(code).toBe(1);
    expect(stderr).toContain("error: unknown command 'serv'");
  });
});
