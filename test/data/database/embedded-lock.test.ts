import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DataFolderInUse, lockDataFolder } from '../../../src/data/database/embedded-lock.ts';
import { until } from '../../support/requests/until.ts';

describe('the lock of a data folder', () => {
  let dataDir: string;
  let other: ChildProcess;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-lock-'));
    other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await end(other);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('the second process is refused, and learns which process holds the folder, since when and for what', () => {
    holdFor(other.pid!, { since: '2026-11-21T10:00:00.000Z' });
    const refusal = {
      message: `the data folder ${dataDir} is in use by process ${other.pid} on ${hostname()} (serve, since 2026-11-21T10:00:00.000Z); stop it first`,
      holder: { pid: other.pid, host: hostname(), command: 'serve' },
    };
    expect(() => lockDataFolder({ dataDir, command: 'import' })).toThrow(DataFolderInUse);
    expect(() => lockDataFolder({ dataDir, command: 'import' })).toThrow(expect.objectContaining(refusal));
  });

  test('the lock of a killed process is taken over', async () => {
    holdFor(other.pid!);
    await end(other);
    const unlock = lockDataFolder({ dataDir, command: 'import' });
    expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
      command: 'import',
    });
    unlock();
  });

  test.runIf(existsSync('/proc/self/stat'))(
    'a process that merely got the number of the killed holder does not count as the holder',
    () => {
      holdFor(other.pid!, { startTicks: '1' });
      lockDataFolder({ dataDir, command: 'serve' })();
    },
  );

  test.runIf(existsSync('/proc/self/stat'))('a holder that is a zombie holds no folder', async () => {
    // The shell starts a process that waits for its input to end, and becomes another that takes no note of the end of the first.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
    const pid = Number(await once(parent.stdout!, 'data'));
    const read = (of: number | undefined) => async () => readFileSync(`/proc/${of}/stat`, 'utf8');
    await until(read(parent.pid), (stat) => stat.includes('(cat)'));
    (parent.stdio[3] as Writable).end();
    const stat = await until(read(pid), (one) => one.includes(') Z '));
    holdFor(pid, { startTicks: stat.split(') ')[1]!.split(' ')[19] });
    lockDataFolder({ dataDir, command: 'serve' })();
    await end(parent);
  });

  test('the lock of another machine on a shared folder is respected, if an earlier release holds it, which touches nothing', () => {
    holdFor(999_999_999, { host: 'another-machine' });
    touchedBefore(3_600);
    expect(() => lockDataFolder({ dataDir, command: 'serve' })).toThrow(/on another-machine/);
  });

  test.each([
    ['on another host, as after a container', { host: 'a-former-container' }],
    ['among other processes of this host, as in a container', {}],
  ])('a holder %s, is alive while it touches its lock, and gone after 30 seconds of silence', (_, more) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    // The process of that id here is another one.
    holdFor(1, { pidNamespace: 'pid:[1]', startTicks: '1', ...more });
    touchedBefore(29);
    expect(() => lockDataFolder({ dataDir, command: 'serve' })).toThrow(
      /in use by process 1 .+; stop it first, or try again in 30 s if it is gone$/,
    );
    touchedBefore(30);
    lockDataFolder({ dataDir, command: 'serve' })();
  });

  test('a holder touches its lock every five seconds, until it gives it back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const unlock = lockDataFolder({ dataDir, command: 'serve' });
    touchedBefore(3_600);
    await vi.advanceTimersByTimeAsync(5_000);
    await until(
      async () => Date.now() - statSync(join(dataDir, 'lock')).mtimeMs,
      (age) => age < 1_800_000,
    );
    unlock();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a holder whose lock was taken over touches it no more, and ends', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const unlock = lockDataFolder({ dataDir, command: 'serve' });
      holdFor(1, { host: 'the-next-container' });
      touchedBefore(3_600);
      const { mtimeMs } = statSync(join(dataDir, 'lock'));
      // The error of a timer, which nobody can catch.
      expect(() => vi.advanceTimersByTime(5_000)).toThrow(
        `the data folder ${dataDir} was taken over by process 1 on the-next-container (serve); this process ends, because two would corrupt it`,
      );
      expect(statSync(join(dataDir, 'lock')).mtimeMs).toBe(mtimeMs);
      unlock();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a process beside the holder asks for its process, however long it has touched nothing', () => {
    const unlock = lockDataFolder({ dataDir, command: 'serve' });
    touchedBefore(3_600);
    expect(() => lockDataFolder({ dataDir, command: 'import' })).toThrow(/; stop it first$/);
    unlock();
  });

  test('a lock file cut short by a crash is taken over', () => {
    writeFileSync(join(dataDir, 'lock'), '{"pid":');
    lockDataFolder({ dataDir, command: 'serve' })();
  });

  test('of two takers in a row after a crash only the first gets the folder', async () => {
    holdFor(other.pid!);
    await end(other);
    const unlock = lockDataFolder({ dataDir, command: 'serve' });
    expect(() => lockDataFolder({ dataDir, command: 'import' })).toThrow(DataFolderInUse);
    unlock();
  });

  test('given back, the folder is free, and a missing folder is made', () => {
    const missing = join(dataDir, 'a', 'b');
    lockDataFolder({ dataDir: missing, command: 'serve' })();
    lockDataFolder({ dataDir: missing, command: 'serve' })();
    expect(existsSync(join(missing, 'lock'))).toBe(false);
  });

  function touchedBefore(seconds: number): void {
    const then = Date.now() / 1_000 - seconds;
    utimesSync(join(dataDir, 'lock'), then, then);
  }

  function holdFor(pid: number, more: object = {}): void {
    const since = new Date().toISOString();
    const holder = { pid, host: hostname(), command: 'serve', since, startTicks: null, token: 'a token', ...more };
    writeFileSync(join(dataDir, 'lock'), JSON.stringify(holder));
  }
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
