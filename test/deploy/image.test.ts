/**
 * The image holds what the program needs, and nothing else that matters: the steps of the Dockerfile run in folders,
 * with the installed packages instead of `npm ci`, and the result is started, called and stopped.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, putInto } from '../support/database/fresh-database.ts';
import { hasProgram } from '../support/gateway/programs.ts';
import { environmentFor, servedCatalogue, servedKey } from '../support/gateway/served-gateway.ts';
import { isSoak, say } from '../support/gateway/soak.ts';
import { buildImage, startReadOnly } from './built-image.ts';
import { copyFiles, copyOf, isSent, ROOT, type Stage, stagesOfDockerfile, textsOf } from './dockerfile.ts';

const run = promisify(execFile);
/** What the image may add to its base. */
const MOST_MEGABYTES = 150;

const stages = stagesOfDockerfile();
const [dependencies, build, image] = stages as [Stage, Stage, Stage];
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };

describe('the Dockerfile', () => {
  test('has stages for packages and for building, and one that runs, all of a Node that the project runs on', () => {
    expect(stages.map(({ name }) => name)).toEqual(['dependencies', 'build', null]);
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node)!.map(Number);
    for (const stage of stages) {
      const [, used, usedMinor] = /^node:(\d+)(?:\.(\d+))?[\w.]*-bookworm-slim(?:@sha256:[0-9a-f]{64})?$/.exec(
        stage.image,
      )!;
      expect(Number(used) > major! || (Number(used) === major && Number(usedMinor ?? -1) >= minor!)).toBe(true);
    }
  });

  test('installs the locked packages, without tools at run time', () => {
    const installs = stages.map((stage) => textsOf(stage, 'RUN').filter((text) => text.includes('npm ')));
    expect(installs).toEqual([
      ['npm ci --omit=dev --omit=peer --omit=optional --no-audit --no-fund'],
      ['npm ci --no-audit --no-fund', 'npm run build'],
      [],
    ]);
  });

  test('does not run as root, stops on SIGTERM, has a health check, and starts without a shell', () => {
    const steps = image.steps.map(({ instruction }) => instruction);
    expect(textsOf(image, 'USER')).toEqual(['node']);
    expect(steps.slice(steps.indexOf('USER')).filter((step) => step === 'RUN' || step === 'COPY')).toEqual([]);
    expect(textsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(textsOf(image, 'VOLUME')).toEqual(['/data']);
    expect(textsOf(image, 'HEALTHCHECK')).toHaveLength(1);
    expect(textsOf(image, 'ENTRYPOINT').map((text) => JSON.parse(text))).toEqual([['node', '/app/dist/cli/main.js']]);
    expect(textsOf(image, 'CMD').map((text) => JSON.parse(text))).toEqual([['serve']]);
  });

  test('sets the number of heaps of the C library that the benchmark measures memory with', () => {
    expect(textsOf(image, 'ENV')).toContain('MALLOC_ARENA_MAX=2');
    expect(readFileSync(join(ROOT, 'bench', 'races', 'contestant.ts'), 'utf8')).toContain("MALLOC_ARENA_MAX: '2'");
  });

  test('gets what it copies, and no keys, data, history, tests or build output', () => {
    const copied = stages.flatMap((stage) => textsOf(stage, 'COPY').map(copyOf)).filter(({ from }) => from === null);
    expect(copied.flatMap(({ sources }) => sources).filter((source) => !isSent(source))).toEqual([]);
    const entries = readdirSync(ROOT).filter(isSent);
    expect(entries.filter((entry) => !copied.some(({ sources }) => sources.includes(entry)))).toEqual([]);
    const kept = ['.git', '.env', '.data', '.data/demo-key', 'deploy/.env', 'dist', 'node_modules', 'test', 'docs'];
    expect(
      [
        ...kept,
        'src/data/generated',
        'src/mcp/generated/operations.ts',
        'src/rest/generated/operations.ts',
        'src/web/generated/operations.ts',
      ].filter(isSent),
    ).toEqual([]);
  });
});

describe('what the image holds', () => {
  const folders = mkdtempSync(join(tmpdir(), 'gateway-image-'));
  const folderOf = (name: string) => join(folders, name);
  const app = folderOf('image');
  const children: ChildProcess[] = [];
  let database: FreshDatabase;

  beforeAll(async () => {
    copyFiles(dependencies, folderOf('dependencies'), folderOf);
    await copyPackages(folderOf('dependencies'));
    for (const text of textsOf(dependencies, 'RUN').filter((one) => !one.startsWith('npm '))) {
      await run('sh', ['-ec', text], { cwd: folderOf('dependencies') });
    }
    copyFiles(build, folderOf('build'), folderOf);
    symlinkSync(join(ROOT, 'node_modules'), join(folderOf('build'), 'node_modules'));
    await run('npm', ['run', 'build'], { cwd: folderOf('build') });
    copyFiles(image, app, folderOf);
    database = await freshDatabase();
    await putInto(database, servedCatalogue({ units: 1 }));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database?.close();
    rmSync(folders, { recursive: true, force: true });
  });

  /** The environment of the image, but listening on this machine only, on any port. */
  const environment = {
    ...environmentOf(image),
    ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folders, 'data'), PATH: process.env.PATH ?? '' },
  };

  function start(args: readonly string[]): ChildProcess {
    const [program = '', ...entrypoint] = JSON.parse(textsOf(image, 'ENTRYPOINT')[0]!) as string[];
    const ownArgs = entrypoint.map((arg) => arg.replace('/app', app));
    const child = spawn(program, [...ownArgs, ...args], {
      cwd: app,
      env: { ...environment, ...environmentFor(database.url), LOG_LEVEL: 'info' },
    });
    children.push(child);
    return child;
  }

  /** The exit code of the health check for a gateway on a port. */
  async function health(port: string): Promise<number | null> {
    const [, command] = /CMD (\[.*\])$/.exec(textsOf(image, 'HEALTHCHECK')[0]!)!;
    const [program = '', ...args] = JSON.parse(command!) as string[];
    const [code] = await once(spawn(program, args, { env: { ...environment, PORT: port } }), 'close');
    return code;
  }

  test('has the packages that it needs, and no development tools', async () => {
    const tried = async (name: string) => {
      const code = `import(${JSON.stringify(name)}).then(() => process.exit(0), () => process.exit(1))`;
      const args = ['--input-type=module', '--eval', code];
      return (await once(spawn(process.execPath, args, { cwd: app, env: environment }), 'close'))[0];
    };
    expect([await tried('find-my-way'), await tried('pg')]).toEqual([0, 0]);
    expect([await tried('typescript'), await tried('prisma/config'), await tried('vitest')]).toEqual([1, 1, 1]);
  });

  test(`adds at most ${MOST_MEGABYTES} MB to Node`, async () => {
    const { stdout } = await run('du', ['--summarize', '--block-size=1M', app]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(MOST_MEGABYTES);
  });

  test('serves, is healthy while it does, and ends with 0 on SIGTERM', async () => {
    const before = readdirSync(app, { recursive: true }).length;
    const server = start(JSON.parse(textsOf(image, 'CMD')[0]!));
    const ended = once(server, 'close');
    const url = await addressOf(server, ended);
    const { key } = await servedKey(database);
    const asked = async (path: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      return { status: answer.status, text: await answer.text() };
    };
    expect(await asked('/ready')).toMatchObject({ status: 200 });
    expect(await asked('/api/v1/destinations')).toMatchObject({ status: 200, text: expect.stringContaining('Valley') });
    expect(await asked('/docs')).toMatchObject({ status: 200 });
    const page = await asked('/');
    expect(page.status).toBe(200);
    const assets = [...page.text.matchAll(/(?:src|href)="(\/[\w./-]+\.(?:js|css|svg))"/g)].map(([, path]) => path!);
    for (const asset of assets) expect([asset, (await asked(asset)).status]).toEqual([asset, 200]);
    const { port } = new URL(url);
    expect(await health(port)).toBe(0);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await health(port)).toBe(1);
    expect(readdirSync(app, { recursive: true })).toHaveLength(before);
    expect(readdirSync(folders)).not.toContain('data');
  });

  test('runs the other commands as well', async () => {
    const list = start(['keys', 'list']);
    expect(await once(list, 'close')).toEqual([0, null]);
  });
});

// It takes minutes, Debian's mirror and the right to mount.
if (isSoak && ['buildah', 'debootstrap', 'unshare'].every(hasProgram)) {
  test('buildah builds it, and it serves its demo where nothing but /data and /tmp can be written', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'gateway-buildah-'));
    const data = join(scratch, 'data');
    try {
      const built = await buildImage(scratch, image.image);
      say('image', { megabytes: built.megabytes });
      expect(built.megabytes).toBeLessThanOrEqual(MOST_MEGABYTES);
      await run('install', ['--directory', '--owner=1000', '--group=1000', '--mode=700', data]);
      const server = startReadOnly(built, {
        args: [...(JSON.parse(textsOf(image, 'ENTRYPOINT')[0]!) as string[]), 'serve'],
        ...{ data, environment: { ...environmentOf(image), HOST: '127.0.0.1', PORT: '0', DEMO: '1' } },
      });
      const ended = once(server, 'close');
      const url = await addressOf(server, ended);
      const key = readFileSync(join(data, 'demo-key'), 'utf8').trim();
      const answer = await fetch(`${url}/api/v1/destinations`, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(200);
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
}

/** The environment that the image sets. */
function environmentOf(stage: Stage): Record<string, string> {
  return Object.fromEntries(textsOf(stage, 'ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))));
}

/** Where a server listens, once it does. */
function addressOf(server: ChildProcess, ended: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    createInterface(server.stdout!).on('line', (line) => {
      if (line.includes('"listening"')) resolve((JSON.parse(line) as { url: string }).url);
    });
    server.stderr!.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    ended.then(() => reject(new Error(`it ended before it listened: ${said}`)), reject);
  });
}

/** Copies those installed packages that `npm ci` would install with the Dockerfile's omissions, by the lock file. */
async function copyPackages(folder: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; optional?: true; peer?: true }>;
  };
  const paths = Object.entries(packages).flatMap(([path, { dev, devOptional, optional, peer }]) => {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    return path === '' || isNested || dev || devOptional || optional || peer ? [] : [path];
  });
  await run('cp', ['--archive', '--parents', ...paths, folder], { cwd: ROOT });
}
