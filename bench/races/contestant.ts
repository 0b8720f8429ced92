/**
 * A contestant is a separate process on loopback that reports its address as a JSON line. Its processor time and memory are
 * read from the kernel.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
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
  /** The end of what it has written to its standard error. */
  said(): string;
  stop(): Promise<void>;
}

const GATEWAY = programPath('../src/launch.mjs');

/** Starts the gateway, or another `program`, with a response cache of `storeMb` megabytes; 0: without. `node` is another Node. */
export function startGateway(
  database: Pick<PreparedDatabase, 'url'>,
  {
    name,
    storeMb,
    environment = {},
    program = GATEWAY,
    node,
  }: {
    name: string;
    storeMb: number;
    environment?: Record<string, string>;
    program?: string;
    node?: string;
  },
): Promise<Contestant> {
  return startProcess({
    name,
    node,
    args: [program, 'serve'],
    environment: {
      PORT: '0',
      DATABASE_URL: database.url,
      API_KEY_PEPPER: PEPPER,
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_COST_PER_MINUTE: '0',
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
  node = process.execPath,
  args,
  environment,
}: {
  name: string;
  node?: string | undefined;
  args: readonly string[];
  environment: Record<string, string>;
}): Promise<Contestant> {
  const child = spawn(node, args, { env: environmentOf(environment), stdio: ['ignore', 'pipe', 'pipe'] });
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
        // It logs errors alone, none of which may happen.
        else if (message.msg !== undefined) process.stderr.write(`${name} says: ${line}\n`);
      });
    }),
    closed.then(([code]) => {
      throw new Error(`${name} ended with ${code} before it listened: ${said}`);
    }),
  ]);
  return {
    name,
    url,
    cpuMicros: () => cpuMicrosOf(child.pid!),
    async memoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const megabytes = (name: string) => {
        const kilobytes = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1];
        return kilobytes ? Number(kilobytes) / 1_024 : null;
      };
      return { endMb: megabytes('VmRSS'), mostMb: megabytes('VmHWM') };
    },
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      process.off('exit', endWithUs);
    },
  };
}

/** The time that the threads of a process were on a processor, which the kernel counts in nanoseconds; null: it does not. */
async function cpuMicrosOf(pid: number): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => null)),
  );
  // A thread may have ended meanwhile; where none says it, the kernel does not count.
  const said = times.filter((text) => text !== null);
  return said.length === 0 ? null : said.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1_000;
}
