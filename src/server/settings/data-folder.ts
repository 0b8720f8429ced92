/**
 * The folder of an installation's embedded database and its own files: guests, bookings, the pepper. It is closed to
 * every other local user before anything in it is opened: owned by the account of this process, mode 0700, secret files
 * 0600. Looser modes of our own files are fixed and reported. Files of another user are refused, because the owner
 * could reopen them at any time. Systems without user ids (Windows) have no modes to check.
 */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';

export const PEPPER_FILE = 'api-key-pepper';
export const DEMO_KEY_FILE = 'demo-key';
export const DESK_KEY_FILE = 'demo-desk-key';
export const SERVER_KEY_FILE = 'server-key';

const FOLDER_MODE = 0o700;
const SECRET_FILE_MODE = 0o600;
const SECRET_FILES = [PEPPER_FILE, DEMO_KEY_FILE, DESK_KEY_FILE, SERVER_KEY_FILE];
const OTHERS_MASK = 0o077;

/** Receives one line per repair. */
export type OnRepair = (line: string) => void;

/**
 * The folder, created if missing, and closed to others.
 * @param onRepair receives what was too open
 * @throws ConfigError when it cannot be created or written to, belongs to another user, or cannot be closed
 */
export function openDataFolder({ dataDir }: Pick<Config, 'dataDir'>, onRepair: OnRepair = () => {}): string {
  try {
    createFolder(dataDir);
    rejectForeignLink(dataDir);
    restrictToOwner(dataDir, { mode: FOLDER_MODE, onRepair });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    for (const name of SECRET_FILES) restrictToOwner(join(dataDir, name), { mode: SECRET_FILE_MODE, onRepair });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = errorCode(error);
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw unusableFolder(dataDir, isFile ? 'a file stands there' : `the system says ${code}`);
  }
  return dataDir;
}

/** Replaces a file that only its owner may read. Readers never see a part of it. */
export function replaceSecretFile(file: string, text: string): void {
  // Processes over one server of PostgreSQL, also those of other containers, may have the folder at the same time.
  const unfinished = `${file}.unfinished-${randomUUID()}`;
  try {
    writeFileSync(unfinished, text, { flag: 'wx', mode: SECRET_FILE_MODE });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function createFolder(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return;
  if (lstatSync(dataDir, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(dataDir)) {
    throw unusableFolder(dataDir, 'a symbolic link that leads nowhere stands there');
  }
  mkdirSync(dirname(dataDir), { recursive: true });
  try {
    mkdirSync(dataDir, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have created it first.
    if (errorCode(error) !== 'EEXIST' || !statSync(dataDir).isDirectory()) throw error;
  }
}

/** A link of another user could point elsewhere tomorrow. Links of root are the administrator's. */
function rejectForeignLink(dataDir: string): void {
  const uid = process.geteuid?.();
  const link = lstatSync(dataDir);
  if (uid === undefined || !link.isSymbolicLink() || link.uid === uid || link.uid === 0) return;
  throw unusableFolder(dataDir, `it is a symbolic link of another user (uid ${link.uid}; this process has uid ${uid})`);
}

/** Removes the permissions of a folder or file that `mode` does not grant. A missing file is fine. */
function restrictToOwner(path: string, { mode, onRepair }: { mode: number; onRepair: OnRepair }): void {
  const uid = process.geteuid?.();
  const found = statSync(path, { throwIfNoEntry: false });
  if (uid === undefined || !found) return;
  const shown = `DATA_DIR: ${JSON.stringify(path)}`;
  if (found.uid !== uid) {
    const mend = found.isDirectory() ? ', or name a folder in it that does not exist yet' : '';
    throw new ConfigError(
      `${shown} belongs to another user (uid ${found.uid}; this process has uid ${uid}), who could read everything: ` +
        `run as that user, change the owner with chown${mend}`,
    );
  }
  if (!isOpenToOthers(found)) return;
  const before = formatMode(found);
  chmodSync(path, mode);
  if (isOpenToOthers(statSync(path))) {
    throw new ConfigError(`${shown} is open to other users (mode ${before}) and its file system keeps no modes`);
  }
  onRepair(`${shown} was open to other users (mode ${before}); it is closed now (mode ${formatMode({ mode })})`);
}

function isOpenToOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & OTHERS_MASK) !== 0;
}

function formatMode({ mode }: Pick<Stats, 'mode'>): string {
  return (mode & 0o777).toString(8).padStart(3, '0');
}

function unusableFolder(dataDir: string, why: string): ConfigError {
  return new ConfigError(`DATA_DIR ${JSON.stringify(dataDir)} cannot be used as a folder: ${why}`);
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
