/**
 * The program of a former release, built from the history of this repository with the packages of today; those that it has besides are
 * installed beside it. It needs the whole history and the registry of npm, so only the long runs use it.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LAST_MIGRATIONS } from '../database/first-release.ts';
import { madeOnce } from '../database/made-once.ts';
import { environmentOf } from './run-cli.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export type FormerRelease = keyof typeof LAST_MIGRATIONS;
/** The commit or tag of each. */
const COMMITS: Readonly<Record<FormerRelease, string>> = { '0.1.0': '0e24aff3', '0.2.0': '3f5c97a9' };

const run = promisify(execFile);

/** @returns the path of the program */
export async function buildFormerRelease(release: FormerRelease): Promise<string> {
  const made = await madeOnce(`release-${release}`, (folder) => build(COMMITS[release], folder));
  return join(made, 'release/dist/cli/main.js');
}

async function build(commit: string, folder: string): Promise<void> {
  const sources = join(folder, 'release');
  await mkdir(sources);
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await run('tar', ['--extract', '--file', archive, '--directory', sources]);
  // What it has in common with today is found above it.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const [present, former] = await Promise.all([ROOT, sources].map(dependenciesOf));
  const own = Object.entries(former ?? {}).filter(([name]) => !(present && name in present));
  const beside = join(sources, 'node_modules');
  await mkdir(beside, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  const packages = own.map(([name, version]) => `${name}@${version}`);
  const installed = join(folder, 'own');
  await mkdir(installed);
  await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', installed, ...packages]);
  await run('cp', ['--recursive', `${join(installed, 'node_modules')}/.`, beside]);
  await run(process.execPath, [join(sources, 'src/launch.mjs'), '--build-only'], { env: environmentOf({}) });
}

async function dependenciesOf(folder: string): Promise<Record<string, string>> {
  const file = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  return { ...file.dependencies };
}
