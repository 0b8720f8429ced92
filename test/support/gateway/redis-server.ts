/** A Redis server for tests, from the system's binary (Debian's package `redis-server`). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

const BINARY = 'redis-server';

/** Whether the system has one. */
export function hasRedis(): boolean {
  try {
    execFileSync(BINARY, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface RedisServer {
  readonly port: number;
  /** Lets it keep its connections, and answer nothing until it goes on. */
  pause(): void;
  goOn(): void;
  stop(): Promise<void>;
}

/** Starts a server without persistence; by default on a free port. */
export async function startRedis(wanted?: number): Promise<RedisServer> {
  const port = wanted ?? (await freePort());
  const server = spawn(BINARY, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
    server.once('exit', () => reject(new Error('redis-server ended before it was ready')));
  });
  return {
    port,
    pause: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}
