/** A copy of the project in which the steps of a document are tried, and left out one at a time. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { Step } from './steps.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COPIED = ['docs', 'package.json', 'prisma', 'prisma.config.ts', 'schema.graphql', 'src', 'test', 'tsconfig.json'];
const TYPES = '.typed.json';
const CLIENT = 'src/data/generated';
/** The database client of the project without the steps. */
const CLIENT_BEFORE = '.client-before';
/** Resolved from the folder that it runs in. */
const COMPILE_TEXTS = "import { compileTexts } from './src/compile-texts.mjs'; compileTexts();";
/** Beside the one of the project, whose `node_modules` the copy has. */
const PAGES_BUILT = '.pages.tsbuildinfo';

export class ProjectCopy {
  readonly folder: string;
  /** The files of the steps as they were; null: there was none. */
  readonly #before = new Map<string, string | null>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @param typed the files whose types are checked with all that they import; checking everything takes four times as long */
  static async make(typed: readonly string[]): Promise<ProjectCopy> {
    const copy = new ProjectCopy(await mkdtemp(join(tmpdir(), 'gateway-how-to-')));
    for (const name of COPIED) await cp(join(ROOT, name), join(copy.folder, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(copy.folder, 'node_modules'));
    const options = { noEmit: true, incremental: true, tsBuildInfoFile: '.typed.tsbuildinfo' };
    const settings = { extends: './tsconfig.json', compilerOptions: options, files: typed, include: [] };
    await copy.write(TYPES, JSON.stringify(settings));
    return copy;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8');
  }

  /** @param text null: there is no such file, nor a folder for it alone */
  async write(file: string, text: string | null): Promise<void> {
    const path = join(this.folder, file);
    if (text === null) {
      await rm(path);
      const folder = dirname(path);
      if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
      return;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  async apply(steps: readonly Step[]): Promise<void> {
    for (const { file, apply } of steps) {
      const text = await this.read(file).catch(() => null);
      this.#before.set(file, text);
      await this.write(file, apply(text));
    }
  }

  /** What `ask` resolves to while the step is left out. */
  async without<Answer>({ file }: Step, ask: () => Promise<Answer>): Promise<Answer> {
    const after = await this.read(file);
    await this.write(file, this.#before.get(file)!);
    const answer = await ask();
    await this.write(file, after);
    return answer;
  }

  /** Runs a program in the copy; resolves to what it printed if it failed, otherwise to null. */
  async run(program: string, ...args: string[]): Promise<string | null> {
    const env = {
      ...process.env,
      POSTGRES_ADDRESS: inject('postgresAddress'),
      // What tests make once is made of the migrations of the moment.
      RUN_FOLDER: await mkdtemp(join(this.folder, 'run-')),
      PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      NO_COLOR: '1',
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { cwd: this.folder, env }, (error, stdout, stderr) =>
        resolve(error && `${stdout}${stderr}`),
      );
    });
  }

  /** Generates the database client by the data model of the steps; `withFormerClient` has the one of before. */
  async generateClient(): Promise<string | null> {
    await cp(join(this.folder, CLIENT), join(this.folder, CLIENT_BEFORE), { recursive: true });
    return this.run('node_modules/prisma/build/index.js', 'generate');
  }

  /** What `ask` resolves to with the database client of the project without the steps. */
  async withFormerClient<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    await this.#exchangeClients();
    const answer = await ask();
    await this.#exchangeClients();
    return answer;
  }

  async #exchangeClients(): Promise<void> {
    const path = (name: string) => join(this.folder, name);
    await rename(path(CLIENT), path('.client'));
    await rename(path(CLIENT_BEFORE), path(CLIENT));
    await rename(path('.client'), path(CLIENT_BEFORE));
  }

  /** Compiles texts and types operations, as `npm run generate` does. */
  generate = () => this.run('src/codegen.mjs');
  /** The first half of it, for what is about texts alone: to type the operations of all folders takes much longer. */
  compileTexts = () => this.run('--input-type=module', '--eval', COMPILE_TEXTS);
  checkTypes = () => this.run('node_modules/typescript/bin/tsc', '--project', TYPES);
  checkTypesOfPages = () =>
    this.run('node_modules/typescript/bin/tsc', '--noEmit', '--project', 'src/web', '--tsBuildInfoFile', PAGES_BUILT);
  async runTests(...args: string[]): Promise<string | null> {
    // One of several files that is not there would be left out silently.
    for (const file of args.filter((arg) => arg.endsWith('.ts'))) await this.read(file);
    return this.run('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/docs/how-to/copy.config.ts', ...args);
  }
}
