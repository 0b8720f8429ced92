/**
 * A copy of an example outside of the repository, as somebody makes it who starts a shop of their own: the folder, and
 * the document of the interface beside it. Its packages are those of the repository.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packedClient } from './packed-client.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What earlier builds in the repository have left. */
const MADE = /^(dist|gql|node_modules|openapi\.d\.ts|.*\.graphql\.ts)$/;

export interface ExampleFolder {
  readonly path: string;
  /** Runs the command of a script of its package.json, without npm, whose own start takes as long as most of them; returns the lines that it prints. */
  run(script: string, env?: Record<string, string>): Promise<string[]>;
  /** Starts a script that does not end by itself; resolves when it has printed so many lines. */
  serve(script: string, env: Record<string, string>, lines: number): Promise<Served>;
  remove(): Promise<void>;
}

export interface Served {
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** @param document of the interface, a file beside its package.json */
export async function exampleFolder(
  example: string,
  document: { readonly file: string; readonly text: string },
): Promise<ExampleFolder> {
  const parent = await mkdtemp(join(tmpdir(), `gateway-example-${example}-`));
  const path = join(parent, example);
  const filter = (source: string) => !MADE.test(basename(source));
  await cp(join(ROOT, 'examples', example), path, { recursive: true, filter });
  await writeFile(join(path, document.file), document.text);
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  // Beside those of the repository, which has the client only as its source.
  const client = join(parent, 'node_modules/@spa-stay/client');
  await mkdir(client, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', await packedClient(), '-C', client, '--strip-components=1']);
  const { PATH = '', HOME = '' } = process.env;
  const optionsWith = (env: Record<string, string>) => ({
    cwd: path,
    env: { PATH, HOME, NPM_CONFIG_UPDATE_NOTIFIER: 'false', ...env },
  });
  const { scripts } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const programs = [join(path, 'node_modules/.bin'), PATH].join(delimiter);
  return {
    path,
    async run(script, env = {}) {
      const command = scripts[script];
      if (command === undefined || `pre${script}` in scripts || `post${script}` in scripts) {
        throw new Error(`${example} has no script ${script}, or others that npm runs with it`);
      }
      const options = optionsWith({ PATH: programs, ...env });
      const { stdout } = await promisify(execFile)('sh', ['-c', command], options).catch(
        (error: { stdout: string; stderr: string }) => {
          throw new Error(`${script} of ${example}: ${error.stdout}${error.stderr}`);
        },
      );
      return stdout.split('\n').filter((line) => line !== '');
    },
    async serve(script, env, count) {
      // npm does not pass a signal on to all that it has started: they are a group of their own.
      const child = spawn('npm', ['run', '--silent', script], {
        ...optionsWith(env),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      const lines: string[] = [];
      const closed = once(child, 'close');
      const stderr = text(child.stderr);
      const ready = new Promise<void>((resolve) => {
        createInterface(child.stdout).on('line', (line) => {
          if (lines.push(line) === count) resolve();
        });
      });
      const ended = closed.then(async () => {
        throw new Error(`npm run ${script} of ${example}: ${lines.join('\n')}${await stderr}`);
      });
      await Promise.race([ready, ended]);
      ended.catch(() => {});
      return {
        lines,
        async stop() {
          process.kill(-child.pid!, 'SIGTERM');
          await closed;
        },
      };
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
