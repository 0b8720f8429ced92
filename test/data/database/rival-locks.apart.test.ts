/** Two who take a data folder at once: whatever one has written when the other looks, one of them gets it. */
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataFolderInUse, lockDataFolder } from '../../../src/data/database/embedded-lock.ts';

const files = vi.hoisted(() => ({ hasHardLinks: true, whenHalfWritten: () => {} }));
vi.mock('node:fs', async (load) => {
  const actual = await load<typeof import('node:fs')>();
  return {
    ...actual,
    writeFileSync(file: string, text: string, { flag, mode }: { flag: string; mode: number }) {
      const opened = openSync(file, flag, mode);
      files.whenHalfWritten();
      writeSync(opened, text);
      closeSync(opened);
    },
    linkSync(...paths: [string, string]) {
      if (!files.hasHardLinks) throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
      actual.linkSync(...paths);
    },
  };
});

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gateway-locks-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** What unlocks the folder; null: it is in use. */
function lock(): (() => void) | null {
  try {
    return lockDataFolder({ dataDir, command: 'serve' });
  } catch (error) {
    if (error instanceof DataFolderInUse) return null;
    throw error;
  }
}

test.each([
  { hasHardLinks: true, write: 1 },
  { hasHardLinks: false, write: 1 },
  { hasHardLinks: false, write: 2 },
])('one of two gets the folder, and nothing is left in it: %o', ({ hasHardLinks, write }) => {
  let writes = 0;
  const holders: (() => void)[] = [];
  files.hasHardLinks = hasHardLinks;
  files.whenHalfWritten = () => {
    if (++writes === write) holders.push(...[lock()].filter((unlock) => unlock !== null));
  };
  holders.push(...[lock()].filter((unlock) => unlock !== null));
  expect([writes >= write, holders.length]).toEqual([true, 1]);
  expect(lock()).toBeNull();
  holders[0]!();
  expect(readdirSync(dataDir)).toEqual([]);
});
