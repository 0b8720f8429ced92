import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { runCli } from '../support/gateway/run-cli.ts';
import { runHere } from '../support/gateway/run-command.ts';

describe('catalogues on the command line', () => {
  let database: FreshDatabase;
  let folder: string;
  const run = (...args: string[]) => runHere(args, { DATABASE_URL: database.url });
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    database = await freshDatabase();
    folder = mkdtempSync(join(tmpdir(), 'gateway-cli-'));
    // As processes: what is written to a pipe arrives whole.
    const generated = await runCli(['generate', '--hotels', '1', '--seed', '7'], {});
    writeFileSync(file('generated.json'), generated.stdout);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.close();
  });

  test('a file with faults is refused with every problem on a line of its own', async () => {
    writeFileSync(file('faulty.json'), '{"format":"spa-stay-catalogue/1","tags":[{"id":-1,"color":"red"}]}');
    const { code, stdout, stderr } = await run('import', file('faulty.json'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\$\.tags\[0\]\.id: .+\n\$\.tags\[0\]\.color: .+\n$/);
    expect(stderr).toContain(`error: ${file('faulty.json')} has 2 problems; nothing was changed\n`);
  });

  test('a dry run changes nothing; an import does; the same again and its own export find nothing to change', async () => {
    const dry = await run('import', file('generated.json'), '--dry-run');
    expect(dry.stdout).toMatch(/^hotels +1 +0 +0 +0$/m);
    expect(dry.stderr).toContain('dry run: nothing was changed\n');
    expect(await database.prisma.hotel.count()).toBe(0);

    expect(await run('import', file('generated.json'))).toMatchObject({ code: 0 });
    expect(await database.prisma.hotel.count()).toBe(1);

    expect(await run('export', file('exported.json'))).toMatchObject({ code: 0, stdout: '' });
    const again = await run('import', file('exported.json'), '--replace');
    expect(again.stdout).toMatch(/^hotels +0 +0 +0 +1$/m);
    expect(again.stderr).toContain('nothing to change\n');
    expect((await runCli(['export'], { DATABASE_URL: database.url })).stdout).toBe(
      readFileSync(file('exported.json'), 'utf8'),
    );
  });

  test('a warning is printed and the catalogue imported', async () => {
    const catalogue = JSON.parse(readFileSync(file('generated.json'), 'utf8'));
    catalogue.visitTypes[0].timeConstraints = [{ from: '2020-01-01', to: '2020-12-31' }];
    writeFileSync(file('over.json'), JSON.stringify(catalogue));
    const { code, stdout } = await run('import', file('over.json'), '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warning: \$\.visitTypes\[0\]\.timeConstraints: every time constraint ended before today/m);
  });

  test('a file with too many problems is reported as such: 50 are printed, in at most 16 kB (26-15, A2)', async () => {
    writeFileSync(file('empties.json'), `{"format":"spa-stay-catalogue/1","hotels":[{}${',{}'.repeat(20_000)}]}`);
    const { code, stdout, stderr } = await run('import', file('empties.json'), '--dry-run');
    expect(code).toBe(1);
    expect(stdout.split('\n')).toHaveLength(52);
    expect(stdout).toMatch(/\n\$: checking stopped at 50 problems, at \$\.hotels\[9\]; there may be more\n$/);
    expect(stdout.length).toBeLessThan(16 * 1024);
    expect(stderr).toContain('has 50 problems or more; nothing was changed\n');
  });

  test('a failed export leaves no new file, and does not touch an existing one', async () => {
    writeFileSync(file('kept.json'), 'kept');
    const unreachable = { DATABASE_URL: 'postgresql://127.0.0.1:1/spa' };
    expect(await runHere(['export', file('kept.json')], unreachable)).toMatchObject({ code: 1 });
    expect(await run('export', join(folder, 'missing', 'x.json'))).toMatchObject({ code: 1 });
    expect(readFileSync(file('kept.json'), 'utf8')).toBe('kept');
    expect(existsSync(join(folder, 'missing'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  test('the demo leaves a database with another catalogue alone', async () => {
    const env = {
      DATABASE_URL: database.url,
      API_KEY_PEPPER: 'the pepper of the tests, long enough for all',
      DATA_DIR: file('data'),
    };
    await database.prisma.channel.upsert({
      where: { code: 'own' },
      create: { code: 'own', name: 'Own' },
      update: {},
    });
    const { code, stdout, stderr } = await runHere(['demo'], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('error: the database holds another catalogue; the demo is for an empty one\n');
  });
});
