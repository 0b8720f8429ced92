/** The folder with the embedded database, the pepper and the demo key is closed to every other user of the machine. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfigError, readConfig } from '../../../src/server/config.ts';
import { openDataFolder } from '../../../src/server/settings/data-folder.ts';
import { loadApiKeyPepper } from '../../../src/server/settings/pepper.ts';
import { unprivilegedAccount } from '../../support/database/postgres-server.ts';
import { runCli, startServing } from '../../support/gateway/run-cli.ts';

const isRoot = process.geteuid?.() === 0;
let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gateway-folder-'));
  // The folder itself must be closed, not one above it.
  chmodSync(parent, 0o755);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true, force: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** What another user of the machine can read or list in a folder; null if the tests cannot switch users. */
function seenByAnother(folder: string): string[] | null {
  if (!isRoot) return null;
  const script = `
    const { readdirSync, readFileSync, statSync } = require('node:fs');
    const { join } = require('node:path');
    const seen = [];
    for (const path of JSON.parse(process.argv[1])) {
      try {
        if (statSync(path).isDirectory()) readdirSync(path);
        else readFileSync(path);
        seen.push(path);
      } catch (error) {
        if (error.code !== 'EACCES') throw error;
      }
    }
    process.stdout.write(JSON.stringify(seen));`;
  const paths = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script, '--', JSON.stringify(paths)], {
    ...unprivilegedAccount(),
    cwd: '/',
    encoding: 'utf8',
    env: {},
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as string[];
}

describe('the data folder', () => {
  test('is created if missing, for its owner only, without a line', () => {
    const reported: string[] = [];
    const folder = openDataFolder({ dataDir: join(parent, 'a', 'b') }, (line) => reported.push(line));
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(modeOf(folder)).toBe(0o700);
    expect(reported).toEqual([]);
  });

  test.each([0o755, 0o777, 0o750, 0o701])('of the mode %o is closed, with a single line about it', (mode) => {
    const dataDir = join(parent, 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, mode);
    const reported: string[] = [];
    for (const _ of [1, 2]) openDataFolder({ dataDir }, (line) => reported.push(line));
    expect(modeOf(dataDir)).toBe(0o700);
    expect(reported).toEqual([
      `DATA_DIR: ${JSON.stringify(dataDir)} was open to other users (mode ${mode.toString(8)}); it is closed now (mode 700)`,
    ]);
  });

  test.each(['api-key-pepper', 'demo-key'])('%s in it is closed as well', (name) => {
    const dataDir = openDataFolder({ dataDir: join(parent, 'data') });
    const file = join(dataDir, name);
    writeFileSync(file, `${'0'.repeat(64)}\n`);
    chmodSync(file, 0o644);
    const reported: string[] = [];
    loadApiKeyPepper(readConfig({ DATA_DIR: dataDir }), (line) => reported.push(line));
    expect(modeOf(file)).toBe(0o600);
    expect(reported).toEqual([expect.stringMatching(/^DATA_DIR: [^\n]+ was open to other users \(mode 644\)[^\n]+$/)]);
  });

  test.each(['file', 'file/below'])('that cannot be one is a wrong value of DATA_DIR: %s', (name) => {
    writeFileSync(join(parent, 'file'), '');
    const dataDir = join(parent, name);
    expect(() => openDataFolder({ dataDir })).toThrow(
      new ConfigError(`DATA_DIR ${JSON.stringify(dataDir)} cannot be used as a folder: a file stands there`),
    );
  });

  test('may be a symbolic link, whose target is closed; one that leads nowhere is a wrong value of DATA_DIR', () => {
    const target = join(parent, 'target');
    const dataDir = join(parent, 'link');
    symlinkSync(target, dataDir);
    expect(() => openDataFolder({ dataDir })).toThrow(
      new ConfigError(
        `DATA_DIR ${JSON.stringify(dataDir)} cannot be used as a folder: a symbolic link that leads nowhere stands there`,
      ),
    );
    mkdirSync(target, { mode: 0o755 });
    openDataFolder({ dataDir });
    expect(modeOf(target)).toBe(0o700);
  });

  test('of another user is refused with one line on how to fix it, and not changed', () => {
    const dataDir = join(parent, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const ours = process.geteuid!();
    const stranger = ours + 4_321;
    if (isRoot) chownSync(dataDir, stranger, stranger);
    else vi.spyOn(process, 'geteuid').mockReturnValue(stranger);
    const [owner, self] = isRoot ? [stranger, ours] : [ours, stranger];
    expect(() => openDataFolder({ dataDir })).toThrow(
      new ConfigError(
        `DATA_DIR: ${JSON.stringify(dataDir)} belongs to another user (uid ${owner}; this process has uid ${self}), ` +
          'who could read everything: run as that user, change the owner with chown, or name a folder in it that does not exist yet',
      ),
    );
    expect(modeOf(dataDir)).toBe(0o700);
  });

  test('is not reached through a symbolic link that another user could turn elsewhere', () => {
    const target = openDataFolder({ dataDir: join(parent, 'target') });
    const dataDir = join(parent, 'link');
    symlinkSync(target, dataDir);
    if (isRoot) lchownSync(dataDir, 4_321, 4_321);
    else return;
    expect(() => openDataFolder({ dataDir })).toThrow(/a symbolic link of another user \(uid 4321; [^\n]+$/);
  });

  test('is taken as it is where the system has no users', () => {
    const dataDir = join(parent, 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    const { geteuid } = process;
    process.geteuid = undefined;
    try {
      expect(openDataFolder({ dataDir })).toBe(dataDir);
    } finally {
      process.geteuid = geteuid;
    }
    expect(modeOf(dataDir)).toBe(0o755);
  });
});

test('an embedded database that was open to others cannot be read by them after a start, and the log reports it', async () => {
  const dataDir = join(parent, 'data');
  const env = { DATA_DIR: dataDir };
  const demo = await runCli(['demo'], env);
  expect(demo).toMatchObject({ code: 0 });
  expect(demo.stderr).not.toContain('DATA_DIR');
  chmodSync(dataDir, 0o755);
  for (const name of ['api-key-pepper', 'demo-key']) chmodSync(join(dataDir, name), 0o644);
  if (isRoot) expect(seenByAnother(dataDir)!.length).toBeGreaterThan(10);

  const server = await startServing(env);
  const ended = await server.stop();
  expect(ended.code).toBe(0);
  const reported = server.said.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(reported.filter((line) => line.startsWith('DATA_DIR: '))).toHaveLength(3);
  expect(seenByAnother(dataDir) ?? []).toEqual([]);
  expect([dataDir, ...['api-key-pepper', 'demo-key'].map((name) => join(dataDir, name))].map(modeOf)).toEqual([
    0o700, 0o600, 0o600,
  ]);

  chmodSync(dataDir, 0o755);
  const listed = await runCli(['keys', 'list'], env);
  expect(listed.code).toBe(0);
  expect(listed.stderr).toMatch(/^DATA_DIR: [^\n]+ was open to other users \(mode 755\)[^\n]+\n$/);
  expect(seenByAnother(dataDir) ?? []).toEqual([]);
});
