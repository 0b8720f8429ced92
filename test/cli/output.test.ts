/** Where results of commands go: what is no file keeps its place, and nothing takes it. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTo } from '../../src/cli/output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-output-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const LINES = Array.from({ length: 50_000 }, (_, index) => `line ${index}\n`);
async function produce(write: (text: string) => Promise<void>): Promise<void> {
  for (const line of LINES) await write(line);
}

test('a named pipe passes all of it on, and stays', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [read] = await Promise.all([readFile(pipe, 'utf8'), writeTo(pipe, produce)]);
  expect(read).toBe(LINES.join(''));
  expect([lstatSync(pipe).isFIFO(), readdirSync(folder)]).toEqual([true, ['pipe']]);
});

test('a name of stdout stays, and what is written to it is written as without a file', async () => {
  const name = join(folder, 'stdout');
  symlinkSync('/dev/fd/1', name);
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  await writeTo(name, produce);
  expect(said.join('')).toBe(LINES.join(''));
  expect(lstatSync(name).isSymbolicLink()).toBe(true);
});

test('a folder is refused before anything is produced', async () => {
  await expect(writeTo(folder, () => Promise.reject(new Error('produced')))).rejects.toThrow(/EISDIR/);
});

test('a link to a file is replaced, so that nobody else chooses which file is written', async () => {
  writeFileSync(join(folder, 'other'), 'other');
  symlinkSync('other', join(folder, 'link'));
  await writeTo(join(folder, 'link'), (write) => write('new'));
  expect(['other', 'link'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['other', 'new']);
});
