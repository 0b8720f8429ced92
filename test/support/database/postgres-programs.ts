/**
 * PostgreSQL's backup programs from the system (Debian's package `postgresql`), with the server of the same version:
 * `pg_dump` refuses newer servers, and the development dependency, which is the newest, comes without it.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
const NEEDED = ['postgres', 'initdb', 'pg_dump', 'pg_restore'];

/** The folder of the newest version that has all programs; null: none. */
export function postgresPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name)))) ?? null;
}
