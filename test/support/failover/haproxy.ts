/** HAProxy (Debian's package `haproxy`) as a process, and the files of `deploy/database` with the places of a test in them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isListening } from '../gateway/reverse-proxy.ts';
import { until } from '../requests/until.ts';

/** The folder of the documented settings. */
export const DEPLOYED = fileURLToPath(new URL('../../../deploy/database/', import.meta.url));
/** Debian installs it outside the path of ordinary users. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** A running HAProxy. */
export interface Haproxy {
  /** Writes other settings and takes them over, as \`systemctl reload haproxy\` does. */
  reload(config: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one with these settings, which are written to a file; resolves when it listens at the port that they name. */
export async function startHaproxy(file: string, config: string, port: number): Promise<Haproxy> {
  await writeFile(file, config);
  const master = spawn('haproxy', ['-W', '-db', '-f', file], { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  master.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  const failed = once(master, 'exit').then(([code]) => {
    throw new Error(`haproxy ended with ${code}: ${said}`);
  });
  failed.catch(() => {});
  await until(
    () => Promise.race([isListening(port), failed]),
    (listens) => listens,
  );
  return {
    async reload(changed) {
      await writeFile(file, changed);
      master.kill('SIGUSR2');
    },
    async stop() {
      if (master.exitCode !== null || master.signalCode !== null) return failed;
      // Its workers end with it.
      const ended = once(master, 'exit');
      master.kill('SIGTERM');
      await ended;
    },
  };
}

/** Kills a process and waits for its end. */
export async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Replaces each text, which must be there, wherever it is. */
export function substitute(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`deploy/database has no ${from}`);
    return all.replaceAll(from, () => to);
  }, text);
}
