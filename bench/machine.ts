/** The machine and the versions of a run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, cpus, platform, release, totalmem } from 'node:os';

/** Lines of `name: value`. */
export function machineLines(database: string): [string, string][] {
  const processors = cpus();
  return [
    ['date', new Date().toISOString().replace(/\.\d+Z$/, 'Z')],
    [
      'machine',
      `${processors.length} cores, ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    ],
    ['system', `${platform()} ${release()} ${arch()}`],
    ['node', process.version],
    ['database', database],
    ['gateway', versionsOf('../package.json', ['graphql', 'graphql-yoga', '@prisma/client', 'pg'])],
    ['rivals', versionsOf('./package.json', ['mercurius', 'graphql-jit', 'postgraphile', 'grafast', 'autocannon'])],
  ];
}

function versionsOf(manifest: string, packages: readonly string[]): string {
  const require = createRequire(new URL(manifest, import.meta.url));
  return packages.map((name) => `${name} ${versionOf(require, name)}`).join(', ');
}

/** Some packages do not export their manifest; then the package folders are searched. */
function versionOf(require: NodeJS.Require, name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string }).version;
    } catch {
      // Not in this folder.
    }
  }
  return 'not found';
}
