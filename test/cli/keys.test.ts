import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requirePepper } from '../../src/data/keys/api-key-pepper.ts';
import { isWellFormedApiKey } from '../../src/domain/api-key-format.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { runCli } from '../support/gateway/run-cli.ts';

describe('keys on the command line', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await freshDatabase();
    env = { DATABASE_URL: database.url, API_KEY_PEPPER: 'the pepper of the tests, long enough for all' };
    await database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
    await database.prisma.destination.create({ data: { number: 1, id: '1'.repeat(24), name: {} } });
    expect((await runCli(['--build-only'], {})).code).toBe(0);
  });
  afterAll(() => database.close());

  test('create prints the key alone; list shows it by its prefix only; revoke ends it', async () => {
    const options = ['--name', 'Web shop', '--destinations', '1', '--scopes', 'read', '--expires', '2999-12-31'];
    const created = await runCli(['keys', 'create', ...options], env);
    expect(created).toMatchObject({ code: 0 });
    const key = created.stdout.trimEnd();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(created.stdout).toBe(`${key}\n`);

    const listed = await runCli(['keys', 'list'], env);
    const prefix = key.slice(0, 12);
    expect(listed.stdout).toMatch(/^PREFIX +NAME +CHANNEL +DESTINATIONS +SCOPES +CREATED +EXPIRES +STATE\n/);
    expect(listed.stdout).toMatch(
      new RegExp(`\n${prefix} +Web shop +public +1 +read +\\d{4}-\\d\\d-\\d\\d +2999-12-31 +active\n$`),
    );
    expect(listed.stdout).not.toContain(key);

    const revoked = await runCli(['keys', 'revoke', prefix], env);
    expect(revoked).toMatchObject({ code: 0, stdout: '' });
    expect(revoked.stderr).toContain(`${prefix} (Web shop) is revoked\n`);
    expect((await runCli(['keys', 'list'], env)).stdout).toMatch(/ revoked\n$/);
  });

  test('create under another pepper than that of the database ends with 1, and makes nothing', async () => {
    await requirePepper(database.prisma, env.API_KEY_PEPPER!);
    const before = await database.prisma.apiKey.count();
    const other = { ...env, API_KEY_PEPPER: 'a pepper that is long enough, but another one' };
    for (const args of [['keys', 'create', '--name', 'x'], ['demo']]) {
      const { code, stdout, stderr } = await runCli(args, other);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: the pepper of API keys \(API_KEY_PEPPER, [^\n]+\) is not the one [^\n]+$/m);
      expect(stderr).not.toContain(other.API_KEY_PEPPER);
    }
    expect(await database.prisma.apiKey.count()).toBe(before);
  });

  test('list marks keys that are still hashed under the former pepper', async () => {
    const { stdout } = await runCli(['keys', 'create', '--name', 'Old'], env);
    await database.prisma.apiKey.update({
      where: { prefix: stdout.slice(0, 12) },
      data: { pepperCheck: 'f'.repeat(64) },
    });
    expect((await runCli(['keys', 'list'], env)).stdout).toMatch(/ Old .* active, former pepper$/m);
  });

  test.each([
    [['create', '--name', 'a\nb'], /^error: the --name of a key is one line of at most 100 characters$/m],
    [['create', '--name', 'x'.repeat(101)], /^error: the --name of a key is one line of at most 100 characters$/m],
    [['create'], /^error: required option '--name <name>' not specified$/m],
    [['create', '--name', 'x', '--channel', 'web'], /^error: there is no channel "web"; the channels are public$/m],
    [['create', '--name', 'x', '--destinations', '7'], /^error: there is no destination 7; the destinations are 1$/m],
    [
      ['create', '--name', 'x', '--scopes', 'write'],
      /^error: .* It must be read, book, bookings, operate or manage, or several of them like read,book\.$/m,
    ],
    [['create', '--name', 'x', '--expires', '2026-02-30'], /^error: .* It must be a date like 2030-12-31\.$/m],
    [['revoke', 'ssg_none'], /^error: no key begins with "ssg_none"; see keys list$/m],
  ])('keys %j exits with 1 and one line with the reason', async (args, line) => {
    const { code, stdout, stderr } = await runCli(['keys', ...args], env);
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
    const { code, stderr } = await runCli(['migrate'], env);
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
