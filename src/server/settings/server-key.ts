/**
 * The file by which commands reach the server that holds their data folder: its address and key. Only its owner can read it, and
 * it is followed nowhere but to this machine.
 */
import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DataFolderInUse } from '../../data/database/embedded-lock.ts';
import { replaceSecretFile, SERVER_KEY_FILE } from './data-folder.ts';

/** How to reach a server. */
export interface ServerAccess {
  /** The address, without a path. */
  readonly url: string;
  readonly key: string;
}

/** Writes the file, unless the server listens only for other machines. */
export function writeServerKey(dataDir: string, { url, key }: ServerAccess): void {
  if (!isLoopback(url)) return;
  const written = { pid: process.pid, host: hostname(), url, key };
  replaceSecretFile(join(dataDir, SERVER_KEY_FILE), `${JSON.stringify(written)}\n`);
}

export function removeServerKey(dataDir: string): void {
  rmSync(join(dataDir, SERVER_KEY_FILE), { force: true });
}

/** How to reach the server that holds the folder; null: another program holds it, or it cannot be reached. */
export function readServerKey(dataDir: string, holder: DataFolderInUse['holder']): ServerAccess | null {
  // The address leads to a server of this machine, or of this container, only.
  if (holder?.command !== 'serve' || holder.host !== hostname()) return null;
  try {
    const written = JSON.parse(readFileSync(join(dataDir, SERVER_KEY_FILE), 'utf8')) as Record<string, unknown>;
    const { pid, host, url, key } = written;
    // One of a server that crashed is not the holder's.
    if (pid !== holder.pid || host !== holder.host) return null;
    if (typeof url !== 'string' || typeof key !== 'string' || !isLoopback(url)) return null;
    return { url, key };
  } catch {
    return null;
  }
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && /^(?:127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
