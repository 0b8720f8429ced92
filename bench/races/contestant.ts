/**
 * A contestant is a separate process on loopback that reports its address as a JSON line. Its processor time and memory are
 * read from the kernel.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PEPPER, type PreparedDatabase } from '../catalogues/databases.ts';
import { programPath, RUN_TYPESCRIPT } from '../run-typescript.ts';

export interface Contestant {
  readonly name: string;
  readonly url: string;
  /** Processor time so far, in microseconds; null if the kernel does not report it. */
  cpuMicros(): Promise<number | null>;
  /** Resident memory in megabytes, now and at most so far; null if the kernel does not report it. */
  memoryMb(): Promise<{ endMb: number | null; mostMb: number | null }>;
  stop(): Promise<void>;
}

const GATEWAY = programPath('../src/launch.mjs');
const TICKS_PER_SECOND = 100;

/** Starts the gateway with a response cache of `storeMb` megabytes; 0: without. */
export function startGateway(
  database: PreparedDatabase,
  { name, storeMb, environment = {} }: { name: string; storeMb: number; environment?: Record<string, string> },
): Promise<Contestant> {
  return startProcess({
    name,
    args: [GATEWAY, 'serve'],
    environment: {
      PORT: '0',
      DATABASE_URL: database.url,
      API_KEY_PEPPER: PEPPER,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      RESPONSE_STORE_MB: String(storeMb),
      MALLOC_ARENA_MAX: '2',
      ...environment,
    },
  });
}

/** Starts one of the programs in `contestants/`. */
export function startRival(
  database: PreparedDatabase,
  { name, args = [] }: { name: 'floor' | 'mercurius' | 'mercurius-stores' | 'postgraphile'; args?: readonly string[] },
): Promise<Contestant> {
  return startProcess({
    name,
    args: [...RUN_TYPESCRIPT, programPath(`contestants/${name}.ts`), ...args],
    environment: {
      DATABASE_URL: database.url,
      BENCH_KEY: database.key,
      API_KEY_PEPPER: PEPPER,
      GRAPHILE_ENV: 'production',
    },
  });
}

/** The environment that the benchmark sets for every contestant; the rest comes from the shell. */
function environmentOf(environment: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env;
  return { PATH, HOME, TMPDIR, NODE_OPTIONS, NODE_ENV: 'production', ...environment };
}

async function startProcess({
  name,
  args,
  environment,
}: {
  name: string;
  args: readonly string[];
  environment: Record<string, string>;
}): Promise<Contestant> {
  const child = spawn(process.execPath, args, { env: environmentOf(environment), stdio: ['ignore', 'pipe', 'pipe'] });
  // No contestant outlives the benchmark.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  const closed = once(child, 'close');
  const url = await Promise.race([
    new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const message = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {};
        if (message.msg === 'listening') resolve(message.url!);
      });
    }),
    closed.then(([code]) => {
      throw new Error(`${name} ended with ${code} before it listened: ${said}`);
    }),
  ]);
  return {
    name,
    url,
    async cpuMicros() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => null);
      // After the command's name, which may contain spaces: fields 14 and 15 are user and system time.
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields ? ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / TICKS_PER_SECOND : null;
    },
    async memoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const megabytes = (name: string) => {
        const kilobytes = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1];
        return kilobytes ? Number(kilobytes) / 1_024 : null;
      };
      return { endMb: megabytes('VmRSS'), mostMb: megabytes('VmHWM') };
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
      process.off('exit', endWithUs);
    },
  };
}
