/** The command line as a process. It is built first, if it was not. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VARIABLES } from '../../../src/server/variables.ts';

const LAUNCHER = fileURLToPath(new URL('../../../src/launch.mjs', import.meta.url));
/** What the launcher builds, and then runs in its own process. */
const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
/** Whether a variable configures the program; the shell that runs the tests may have set it. */
const isOurs = (name: string) => name in VARIABLES.shape || name.startsWith('OTEL_');

/** The environment of a command: that of the tests, but for what configures the program. */
export function environmentOf(env: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !isOurs(name));
  return { ...Object.fromEntries(inherited), ...env };
}

let built: Promise<unknown> | null = null;
/** Builds the program, as the launcher does before it runs it: once, because nobody changes the sources during the tests. */
export async function buildProgram(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [LAUNCHER, '--build-only'], { env: environmentOf({}) });
  await built;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** How a program is run. */
export interface RunOptions {
  /** In blocks of `ulimit -f`, the largest file that it may write. */
  readonly largestFile?: number;
  /** Another program than the present one. */
  readonly program?: string;
}

/** Runs a command to its end. */
export async function runCli(
  args: readonly string[],
  env: Record<string, string>,
  options: RunOptions = {},
): Promise<Ended> {
  return (await launchCli(args, env, options)).ended;
}

/** A command that may not come to its end. */
export interface Launched {
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a command. */
export async function launchCli(
  args: readonly string[],
  env: Record<string, string>,
  options: RunOptions = {},
): Promise<Launched> {
  const child = await start(args, env, options);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {
    ended: ended.then(([stdout, stderr, [code]]) => ({ code: code as number | null, stdout, stderr })),
    kill: (signal) => void child.kill(signal),
  };
}

/** A listening server process. */
export interface Serving {
  readonly pid: number;
  url: string;
  demoKey?: string;
  /** The lines on stdout so far. */
  said: readonly string[];
  /** Sends a signal and resolves to how the process ended. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Starts `serve`; resolves when it listens, rejects with its stderr if it ends before. */
export async function startServing(env: Record<string, string>, options: RunOptions = {}): Promise<Serving> {
  const child = await start(['serve'], { PORT: '0', ...env }, options);
  const lines: string[] = [];
  const stderr = text(child.stderr);
  const closed = once(child, 'close');
  const listening = new Promise<{ url: string; demoKey?: string }>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const said = JSON.parse(line) as { msg: string; url: string };
      if (said.msg === 'listening') resolve(said);
    });
  });
  const ended = closed.then(async () => {
    throw new Error(`the server ended before it listened: ${await stderr}`);
  });
  const said = await Promise.race([listening, ended]);
  ended.catch(() => {});
  let isStopped = false;
  // A test would only see that its requests fail.
  void closed.then(async ([code, signal]) => {
    if (isStopped) return;
    process.stderr.write(
      `a server ended by itself (${code ?? signal}): ${lines.slice(-3).join(' ')} ${await stderr}\n`,
    );
  });
  return {
    ...said,
    pid: child.pid!,
    said: lines,
    async stop(signal = 'SIGTERM') {
      isStopped = true;
      child.kill(signal);
      const [code] = await closed;
      return { code: code as number | null, stdout: lines.join('\n'), stderr: await stderr };
    },
  };
}

async function start(
  args: readonly string[],
  env: Record<string, string>,
  { largestFile, program: other }: RunOptions = {},
): Promise<Child> {
  if (other === undefined) await buildProgram();
  const command = [process.execPath, other ?? PROGRAM, ...args];
  const limited = largestFile === undefined ? [] : ['sh', '-c', `ulimit -f ${largestFile} && exec "$@"`, 'sh'];
  const [program, ...rest] = [...limited, ...command];
  return spawn(program!, rest, {
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
