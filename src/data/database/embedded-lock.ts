/**
 * One process at a time owns the embedded database. The database does not lock its folder, and a second process would corrupt
 * it, so a lock file names the holder. The lock of a holder that is gone (killed, or the machine restarted) is taken over. The holder
 * touches the file all the time, because its process id says nothing to another machine or container.
 */
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimes,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** How often a holder touches its lock, in milliseconds. */
const TOUCH_MS = 5_000;
/** After how many seconds without a touch a holder elsewhere is gone. */
const SILENCE_SECONDS = 30;
/** The namespace in which process ids mean what they mean to this process; null: the system does not say. */
const PID_NAMESPACE = readPidNamespace();

/** The holder of a data folder. `startTicks` distinguishes it from a later process with the same id. */
export interface LockHolder {
  pid: number;
  /** Null: its system does not say. Missing: it is of an earlier release, which touches nothing. */
  pidNamespace?: string | null;
  host: string;
  command: string;
  since: string;
  startTicks: string | null;
  token: string;
}

/** The data folder is in use. The message names the holder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  /** Null: not known. */
  readonly holder: Pick<LockHolder, 'pid' | 'host' | 'command'> | null;

  constructor(message: string, holder: DataFolderInUse['holder'] = null) {
    super(message);
    this.holder = holder;
  }
}

/**
 * Locks `dataDir` for this process; creates it if missing.
 * @returns a function that unlocks it
 * @throws DataFolderInUse when a living process holds it
 */
export function lockDataFolder({ dataDir, command }: { dataDir: string; command: string }): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'lock');
  const holder: LockHolder = {
    pid: process.pid,
    pidNamespace: PID_NAMESPACE,
    host: hostname(),
    command,
    since: new Date().toISOString(),
    startTicks: readProcess(process.pid)?.startTicks ?? null,
    token: randomUUID(),
  };
  for (let attempt = 0; attempt < 10; attempt++) {
    const found = readLockHolder(file);
    const isOthers = found !== 'gone' && !isOf(holder, found);
    if (isOthers && found !== 'unreadable' && isAlive(found, file)) {
      const remedy = isElsewhere(found) ? `, or try again in ${SILENCE_SECONDS} s if it is gone` : '';
      throw new DataFolderInUse(
        `the data folder ${dataDir} is in use by process ${found.pid} on ${found.host} (${found.command}, since ${found.since}); stop it first${remedy}`,
        { pid: found.pid, host: found.host, command: found.command },
      );
    }
    if (isOthers) removeStaleLock(file, found === 'unreadable' ? null : found);
    if (take(file, holder)) {
      const touching = setInterval(() => touch(file, holder, dataDir), TOUCH_MS).unref();
      return () => {
        clearInterval(touching);
        releaseLock(file, holder);
      };
    }
  }
  throw new DataFolderInUse(`the data folder ${dataDir} is being taken by another process; try again`);
}

/** Returns whether the lock is the holder's now. It appears complete, because one that is cut short counts as left by a crash. */
function take(file: string, holder: LockHolder): boolean {
  const text = JSON.stringify(holder);
  const options = { flag: 'wx', mode: 0o600 } as const;
  const complete = `${file}.${holder.token}`;
  writeFileSync(complete, text, options);
  try {
    linkSync(complete, file);
  } catch (error) {
    // A file system without hard links, such as FAT, refuses. There the lock is written in place, and another process may remove it half written.
    if (!isCode(error, 'EEXIST')) writeUnlessThere(file, text, options);
  } finally {
    rmSync(complete, { force: true });
  }
  return isOf(holder, readLockHolder(file));
}

function writeUnlessThere(...written: Parameters<typeof writeFileSync>): void {
  try {
    writeFileSync(...written);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

function isOf(holder: LockHolder, found: ReturnType<typeof readLockHolder>): boolean {
  return typeof found === 'object' && found.token === holder.token;
}

function readLockHolder(file: string): LockHolder | 'gone' | 'unreadable' {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && 'pid' in value && 'token' in value) return value as LockHolder;
    return 'unreadable';
  } catch (error) {
    return isCode(error, 'ENOENT') ? 'gone' : 'unreadable';
  }
}

/** Moves the file aside first: of several processes that found it stale, the move succeeds for one. */
function removeStaleLock(file: string, stale: LockHolder | null): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readLockHolder(aside);
  if (typeof moved === 'object' && moved.token !== stale?.token) {
    // Another process took the lock between our read and our move; it keeps it.
    renameSync(aside, file);
    return;
  }
  rmSync(aside, { force: true });
}

function releaseLock(file: string, holder: LockHolder): void {
  if (isOf(holder, readLockHolder(file))) rmSync(file, { force: true });
}

/**
 * Tells others that the holder lives. An error is ignored: somebody has removed the file, or the disk is lost.
 * @throws Error when another process has taken the lock, because this one did not run for a while; it ends the process, being that of a timer
 */
function touch(file: string, holder: LockHolder, dataDir: string): void {
  const found = readLockHolder(file);
  if (typeof found === 'object' && found.token !== holder.token) {
    throw new Error(
      `the data folder ${dataDir} was taken over by process ${found.pid} on ${found.host} (${found.command}); this process ends, because two would corrupt it`,
    );
  }
  const now = new Date();
  utimes(file, now, now, () => {});
}

/** Whether only its touches tell that the holder is alive, because its process id is of another machine or container. */
function isElsewhere({ host, pidNamespace }: LockHolder): boolean {
  return pidNamespace !== undefined && (host !== hostname() || pidNamespace !== PID_NAMESPACE);
}

function isAlive(holder: LockHolder, file: string): boolean {
  if (isElsewhere(holder)) {
    const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - touchedAt < SILENCE_SECONDS * 1_000;
  }
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false;
  }
  const now = readProcess(holder.pid);
  if (now === null) return true;
  return !now.hasEnded && (holder.startTicks === null || now.startTicks === holder.startTicks);
}

/**
 * What the kernel says of a process where it can be read (Linux), else null. One that has ended keeps its number until its parent takes
 * note of that (states Z and X), which the first process of a container may never do; it has nothing open any more.
 */
function readProcess(pid: number): { hasEnded: boolean; startTicks: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { hasEnded: /^[ZX]/.test(state), startTicks: fields[18] ?? '' };
  } catch {
    return null;
  }
}

function readPidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
