/** The launcher on a project whose tools are stand-ins, so that its decisions show within milliseconds. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../../src/launch.mjs', import.meta.url));

/** Stands in for `prisma generate`. */
const PRISMA = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  appendFileSync('calls', 'generate\\n');
  mkdirSync('src/data/generated', { recursive: true });
  writeFileSync('src/data/generated/pothos.ts', '');`;

/** Stands in for `rolldown`: its output names the sources that it was made from. */
const ROLLDOWN = `
  import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  appendFileSync('calls', 'compile\\n');
  const source = readFileSync('src/cli/main.ts', 'utf8');
  if (source === 'wrong') { console.log('src/cli/main.ts(1,1): parse error'); process.exit(2); }
  mkdirSync('dist/cli', { recursive: true });
  writeFileSync('dist/cli/main.js', 'console.log(' + JSON.stringify(source) + ', process.argv.slice(2).join())');`;

/** Stands in for the script that types the stored operations. */
const TYPES = `
  import { appendFileSync } from 'node:fs';
  appendFileSync('calls', 'type\\n');`;

/** Stands in for `vite build`. */
const VITE = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  appendFileSync('calls', 'page\\n');
  mkdirSync('dist/web', { recursive: true });
  writeFileSync('dist/web/index.html', process.argv.slice(2).join(' '));`;

/** What every build calls: the pages are built for browsers, and to be rendered by servers. */
const BUILT = ['type', 'compile', 'page', 'page'];

describe('the launcher', () => {
  let project: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'gateway-launch-'));
    write('package.json', '{"type":"module"}');
    write('prisma/schema.prisma', 'schema');
    write('src/cli/main.ts', 'first');
    write('src/demo/pictures/aurora/front.svg', '<svg/>');
    for (const [name, code] of Object.entries({ prisma: PRISMA, rolldown: ROLLDOWN, vite: VITE })) {
      write(`node_modules/${name}/package.json`, '{"type":"module","bin":{"tool":"./tool.js"}}');
      write(`node_modules/${name}/tool.js`, code);
    }
    write('src/codegen.mjs', TYPES);
    cpSync(LAUNCHER, join(project, 'src', 'launch.mjs'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(project, { recursive: true, force: true });
  });

  test('builds what is missing, reports it, and runs it in the same process with the arguments', async () => {
    const first = await launch('serve', '--help');
    expect(first).toEqual({
      code: 0,
      stdout: 'first serve,--help\n',
      stderr:
        'generating the database client ...\ntyping the stored operations ...\ncompiling ...\nbuilding the pages ...\nbuilding what renders the pages ...\n',
    });
    expect(calls()).toEqual(['generate', ...BUILT]);
    expect(existsSync(join(project, 'dist', 'demo', 'pictures', 'aurora', 'front.svg'))).toBe(true);
  });

  test('builds nothing when nothing has changed', async () => {
    await launch();
    expect(await launch('again')).toEqual({ code: 0, stdout: 'first again\n', stderr: '' });
    expect(calls()).toEqual(['generate', ...BUILT]);
  });

  test('runs the changed source, and leaves nothing of the old build behind', async () => {
    await launch();
    write('src/cli/main.ts', 'second');
    write('dist/gone.js', '');
    expect((await launch()).stdout).toBe('second \n');
    expect(existsSync(join(project, 'dist', 'gone.js'))).toBe(false);
    expect(calls()).toEqual(['generate', ...BUILT, ...BUILT]);
  });

  test('generates the client again when the schema or the installed packages changed', async () => {
    await launch();
    write('prisma/schema.prisma', 'another schema');
    await launch();
    write('package-lock.json', '{}');
    await launch();
    expect(calls()).toEqual(['generate', ...BUILT, 'generate', ...BUILT, 'generate', ...BUILT]);
  });

  test('types the stored operations and builds the front page, and again when the schema of the operations changed', async () => {
    await launch();
    expect(readFileSync(join(project, 'dist', 'web', 'index.html'), 'utf8')).toMatch(/^build --config src\/web\//);
    write('schema.graphql', 'type Query');
    await launch();
    expect(calls()).toEqual(['generate', ...BUILT, ...BUILT]);
  });

  test('generated files do not count as changes', async () => {
    await launch();
    write('src/web/generated/operations.ts', 'generated');
    write('src/rest/generated/operations.ts', 'generated');
    await launch();
    expect(calls()).toEqual(['generate', ...BUILT]);
  });

  test('a file that was only touched is not a change', async () => {
    await launch();
    utimesSync(join(project, 'src', 'cli', 'main.ts'), new Date(), new Date());
    await launch();
    expect(calls()).toEqual(['generate', ...BUILT]);
  });

  test('--build-only builds and runs nothing', async () => {
    expect(await launch('--build-only')).toMatchObject({ code: 0, stdout: '' });
    expect(existsSync(join(project, 'dist', 'cli', 'main.js'))).toBe(true);
  });

  test('a build that fails shows what the tool said, ends with 1, and is tried again next time', async () => {
    write('src/cli/main.ts', 'wrong');
    const failed = await launch();
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('src/cli/main.ts(1,1): parse error\n');
    expect(failed.stderr).toMatch(/\nerror: compiling failed .*\n$/);
    write('src/cli/main.ts', 'right');
    expect((await launch()).stdout).toBe('right \n');
  });

  test('launches at the same time build once, and all of them run', async () => {
    const launched = await Promise.all([launch('a'), launch('b'), launch('c'), launch('d')]);
    expect(launched.map(({ code, stdout }) => [code, stdout])).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => [0, `first ${name}\n`]),
    );
    expect(calls()).toEqual(['generate', ...BUILT]);
  });

  test('the lock of a killed launch does not stop the next one', async () => {
    const killed = spawn(process.execPath, ['-e', '']);
    await once(killed, 'exit');
    write('dist/.lock', `${killed.pid} left behind`);
    expect((await launch()).stdout).toBe('first \n');
    expect(existsSync(join(project, 'dist', '.lock'))).toBe(false);
  });

  test('missing packages are named, with what to do', async () => {
    rmSync(join(project, 'node_modules'), { recursive: true });
    expect(await launch()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/error: the package prisma is not installed; run `npm ci` first\n$/),
    });
  });

  async function launch(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const child = spawn(process.execPath, [join(project, 'src', 'launch.mjs'), ...args], { cwd: tmpdir() });
    children.push(child);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: code as number, stdout, stderr };
  }

  function calls(): string[] {
    return readFileSync(join(project, 'calls'), 'utf8').trim().split('\n');
  }

  function write(file: string, content: string): void {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), content);
  }
});
