/**
 * One process at a time owns the embedded database. The database does not lock its own folder and a second process would
 * corrupt it, so a lock file names the holder; a file whose holder is gone (killed, or the machine restarted) is taken over.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
/** The data folder is in use; the message names the holder. */
export class DataFolderInUse extends Error {
    name = 'DataFolderInUse';
}
/**
 * Takes the lock of `dataDir` (made when missing) for this process.
 * @returns a function that gives it back
 * @throws DataFolderInUse when a living process holds it
 */
export function lockDataFolder({ dataDir, command }) {
    mkdirSync(dataDir, { recursive: true });
    const file = join(dataDir, 'lock');
    const holder = {
        pid: process.pid,
        host: hostname(),
        command,
        since: new Date().toISOString(),
        startTicks: startTicksOf(process.pid),
        token: randomUUID(),
    };
    for (let attempt = 0; attempt < 10; attempt++) {
        if (createExclusively(file, holder))
            return () => release(file, holder);
        const found = readHolder(file);
        if (found === 'gone')
            continue;
        if (found !== 'unreadable' && isAlive(found)) {
            throw new DataFolderInUse(`the data folder ${dataDir} is in use by process ${found.pid} on ${found.host} (${found.command}, since ${found.since}); stop it first`);
        }
        removeStale(file, found === 'unreadable' ? null : found);
    }
    throw new DataFolderInUse(`the data folder ${dataDir} is being taken by another process; try again`);
}
function createExclusively(file, holder) {
    try {
        writeFileSync(file, JSON.stringify(holder), { flag: 'wx' });
        return true;
    }
    catch (error) {
        if (error.code === 'EEXIST')
            return false;
        throw error;
    }
}
function readHolder(file) {
    try {
        const value = JSON.parse(readFileSync(file, 'utf8'));
        if (typeof value === 'object' && value !== null && 'pid' in value && 'token' in value)
            return value;
        return 'unreadable';
    }
    catch (error) {
        return error.code === 'ENOENT' ? 'gone' : 'unreadable';
    }
}
/** Moves the file aside first: of several processes that found it stale, the move succeeds for one. */
function removeStale(file, stale) {
    const aside = `${file}.${randomUUID()}`;
    try {
        renameSync(file, aside);
    }
    catch {
        return;
    }
    const moved = readHolder(aside);
    if (stale && moved !== 'gone' && moved !== 'unreadable' && moved.token !== stale.token) {
        // Another process took the lock between our look and our move: it keeps it.
        renameSync(aside, file);
        return;
    }
    rmSync(aside, { force: true });
}
function release(file, holder) {
    const found = readHolder(file);
    if (found !== 'gone' && found !== 'unreadable' && found.token === holder.token)
        rmSync(file, { force: true });
}
function isAlive(holder) {
    if (holder.host !== hostname())
        return true;
    try {
        process.kill(holder.pid, 0);
    }
    catch (error) {
        if (error.code !== 'EPERM')
            return false;
    }
    const now = startTicksOf(holder.pid);
    return holder.startTicks === null || now === null || now === holder.startTicks;
}
/** The kernel's start time of a process where it can be read (Linux), else null. */
function startTicksOf(pid) {
    try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    }
    catch {
        return null;
    }
}
//# sourceMappingURL=embedded-lock.js.map