#!/usr/bin/env node
/**
 * Starts the command line from a checkout: `node src/launch.mjs serve`. What it guarantees: the program that runs is the
 * program that stands in `src`. When `dist` was made from other sources (a stamp of their contents tells) or is missing, it
 * is made again first, once however many launches ask for it at the same time. Needs nothing but Node and `node_modules`.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const PROGRAM = join(DIST, 'cli', 'main.js');
const STAMP = join(DIST, '.stamp');
const LOCK = join(DIST, '.lock');
const GENERATED = join(ROOT, 'src', 'data', 'generated');
const GENERATED_STAMP = join(GENERATED, '.stamp');
/** Files beside `src` that decide what `dist` is. */
const SETTINGS = ['package-lock.json', 'prisma.config.ts', 'tsconfig.json', '.tsconfig.build.json'];
/** Types the operations of REST and of the front page by `schema.graphql`. */
const TYPE_OPERATIONS = join(ROOT, 'src', 'codegen.mjs');
/** What the front page is built by. */
const PAGE_ARGS = ['build', '--config', 'src/web/vite.config.mjs', '--configLoader', 'native', '--logLevel', 'warn'];
const OLDEST_NODE = [20, 19];
/** A build takes seconds; a lock this old was left behind, whatever process has its number now. */
const LOCK_LIFETIME_MS = 300_000;
const LOCK_POLL_MS = 100;

/** A failure whose message says it all. */
class LaunchError extends Error {}

try {
  await launch(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`error: ${error instanceof LaunchError ? error.message : (error?.message ?? String(error))}\n`);
  process.exit(1);
}

async function launch(args) {
  refuseOldNode();
  const stamp = stampOf(['src', 'prisma/schema.prisma', 'schema.graphql', ...SETTINGS]);
  if (!isBuilt(stamp)) await underLock(() => isBuilt(stamp) || build(stamp));
  if (args[0] === '--build-only') return;
  await import(pathToFileURL(PROGRAM).href);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = OLDEST_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new LaunchError(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}`);
}

function isBuilt(stamp) {
  return existsSync(PROGRAM) && readText(STAMP) === stamp;
}

/** Generates what is out of date, compiles everything, and says last what it was made from. */
async function build(stamp) {
  const clientStamp = stampOf(['prisma/schema.prisma', ...SETTINGS]);
  if (readText(GENERATED_STAMP) !== clientStamp || !existsSync(join(GENERATED, 'pothos.ts'))) {
    await tool({ says: 'generating the database client', ...programOf('prisma'), args: ['generate'] });
    writeFileSync(GENERATED_STAMP, clientStamp);
  }
  for (const name of readdirSync(DIST)) {
    if (join(DIST, name) !== LOCK) rmSync(join(DIST, name), { recursive: true, force: true });
  }
  await tool({ says: 'typing the stored operations', program: TYPE_OPERATIONS });
  await tool({ says: 'compiling', ...programOf('typescript'), args: ['-p', '.tsconfig.build.json'] });
  await tool({ says: 'building the front page', ...programOf('vite'), args: PAGE_ARGS });
  writeFileSync(STAMP, stamp);
}

/** Runs a program in the project's folder; its output is shown when it fails. */
async function tool({ says, program, programs, args = [] }) {
  process.stderr.write(`${says} ...\n`);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Prisma starts the generators by their names, and would ask for newer versions of itself.
      PATH: [programs, process.env.PATH].filter(Boolean).join(delimiter),
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const stopBoth = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  process.once('SIGINT', stopBoth).once('SIGTERM', stopBoth);
  const code = await new Promise((done, fail) => {
    child.once('error', fail).once('close', done);
  });
  process.off('SIGINT', stopBoth).off('SIGTERM', stopBoth);
  if (code === 0) return;
  process.stderr.write(output);
  throw new LaunchError(`${says} failed (${relative(ROOT, program)} ended with ${code})`);
}

/** The file that a package's command runs, and the folder where the commands of all packages are. */
function programOf(packageName) {
  const require = createRequire(import.meta.url);
  let manifest;
  try {
    manifest = require.resolve(`${packageName}/package.json`);
  } catch {
    throw new LaunchError(`the package ${packageName} is not installed; run \`npm ci\` first`);
  }
  const [file] = Object.values(JSON.parse(readFileSync(manifest, 'utf8')).bin);
  const folder = dirname(manifest);
  return { program: resolve(folder, file), programs: join(dirname(folder), '.bin') };
}

/** A digest of the names and contents of files and folders; of a missing file, its name. Generated code does not count. */
function stampOf(paths) {
  const digest = createHash('sha256');
  for (const path of paths.flatMap(filesBelow)) {
    digest.update(`${path.split(sep).join('/')}\0${readText(join(ROOT, path)) ?? ''}\0`);
  }
  return digest.digest('hex');
}

function filesBelow(path) {
  const whole = join(ROOT, path);
  if (basename(whole) === 'generated') return [];
  if (!statSync(whole, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(whole)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Runs `use` while no other launch builds; waits for one that does. */
async function underLock(use) {
  mkdirSync(DIST, { recursive: true });
  const claim = `${process.pid} ${randomUUID()}`;
  while (!take(claim)) {
    const holder = readText(LOCK);
    if (holder !== null && isAbandoned(holder)) discard(holder);
    else await delay(LOCK_POLL_MS);
  }
  const release = () => {
    if (readText(LOCK) === claim) rmSync(LOCK, { force: true });
  };
  process.once('exit', release);
  try {
    await use();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(claim) {
  try {
    writeFileSync(LOCK, claim, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(holder) {
  const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LOCK_LIFETIME_MS) return true;
  const pid = Number.parseInt(holder, 10);
  if (Number.isNaN(pid)) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Moves the lock aside before removing it, so that of several launches that found it abandoned one takes it away. */
function discard(holder) {
  const aside = `${LOCK}.${randomUUID()}`;
  try {
    renameSync(LOCK, aside);
  } catch {
    return;
  }
  // A launch that took the lock between our look and our move keeps it.
  if (readText(aside) !== holder) renameSync(aside, LOCK);
  else rmSync(aside, { force: true });
}
