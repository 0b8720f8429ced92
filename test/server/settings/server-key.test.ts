import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readServerKey, removeServerKey, writeServerKey } from '../../../src/server/settings/server-key.ts';

const ACCESS = { url: 'http://127.0.0.1:4000', key: 'ssg_key' };
const HOLDER = { pid: process.pid, host: hostname(), command: 'serve' };

describe('the file of a running server', () => {
  let dataDir: string;
  const file = () => join(dataDir, 'server-key');
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-server-key-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('is read as it was written, is for this user alone, replaces a former one, and is removed', () => {
    writeFileSync(file(), 'of a server that crashed', { mode: 0o644 });
    writeServerKey(dataDir, ACCESS);
    expect(readServerKey(dataDir, HOLDER)).toEqual(ACCESS);
    expect([(statSync(file()).mode & 0o777).toString(8), readdirSync(dataDir)]).toEqual(['600', ['server-key']]);
    removeServerKey(dataDir);
    removeServerKey(dataDir);
    expect(readServerKey(dataDir, HOLDER)).toBeNull();
  });

  test.each([
    ['another process', { ...HOLDER, pid: HOLDER.pid + 1 }],
    ['another command', { ...HOLDER, command: 'import' }],
    ['the same process of another host, as in another container', { ...HOLDER, host: 'another-container' }],
    ['nobody who is known', null],
  ])('is not believed when the folder is held by %s', (_, holder) => {
    writeServerKey(dataDir, ACCESS);
    expect(readServerKey(dataDir, holder)).toBeNull();
  });

  test('of a former container is not believed, though the first process of each has the same id', () => {
    const former = { ...ACCESS, pid: process.pid, host: 'a-former-container' };
    writeFileSync(file(), JSON.stringify(former));
    expect(readServerKey(dataDir, HOLDER)).toBeNull();
    expect(readServerKey(dataDir, { ...HOLDER, host: former.host })).toBeNull();
  });

  test.each([
    ...['http://192.0.2.1:4000', 'http://localhost.example:4000', 'http://127.0.0.1.example:4000', 'http://[::2]:4000'],
    ...['https://127.0.0.1:4000', 'file:///etc/passwd', 'http://127.0.0.1@192.0.2.1/', '', '4000'],
  ])('leads nowhere but to this machine: not to %s', (url) => {
    writeFileSync(file(), JSON.stringify({ ...ACCESS, pid: process.pid, host: hostname(), url }));
    expect(readServerKey(dataDir, HOLDER)).toBeNull();
  });

  test.each(['http://127.0.0.1:1', 'http://127.1.2.3:65535', 'http://[::1]:4000'])('leads to %s', (url) => {
    writeServerKey(dataDir, { ...ACCESS, url });
    expect(readServerKey(dataDir, HOLDER)).toEqual({ ...ACCESS, url });
  });

  test('is not there for a server that listens only for other machines', () => {
    writeServerKey(dataDir, { ...ACCESS, url: 'http://192.0.2.1:4000' });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '{"pid":1}'])('may hold anything after a crash: %j', (text) => {
    writeFileSync(file(), text);
    expect(readServerKey(dataDir, HOLDER)).toBeNull();
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });
});
