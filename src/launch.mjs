#!/usr/bin/env node
/**
 * Starts the command line from a checkout: `node src/launch.mjs serve`. It guarantees that the program that runs is the
 * one in `src`: if `dist` is missing or was built from other sources, as a stamp of their contents tells, it is rebuilt
 * first, once for any number of concurrent launches. It needs only Node and `node_modules`.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
/** Files beside `src` that `dist` depends on. */
const SETTINGS = ['package-lock.json', 'prisma.config.ts', 'tsconfig.json'];
/** Types the operations of REST and the pages against `schema.graphql`, and compiles the texts. */
const TYPE_OPERATIONS = join(ROOT, 'src', 'codegen.mjs');
/** The demo's pictures, which no compiler copies. */
const PICTURES = join('demo', 'pictures');
const PAGE_ARGS = ['build', '--config', 'src/web/vite.config.mjs', '--configLoader', 'native', '--logLevel', 'warn'];
const OLDEST_NODE = [20, 19];
/** A build takes seconds. An older lock is abandoned, even if its process id is in use again. */
const LOCK_LIFETIME_MS = 300_000;
const LOCK_POLL_MS = 100;

/** The message is all that is printed. */
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

/** Generates what is outdated, compiles everything, and writes the stamp last. */
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
  await tool({
    says: 'compiling',
    ...programOf('rolldown'),
    args: ['--config', 'src/rolldown.config.mjs', '--logLevel', 'warn'],
  });
  cpSync(join(ROOT, 'src', PICTURES), join(DIST, PICTURES), { recursive: true });
  await tool({ says: 'building the pages', ...programOf('vite'), args: PAGE_ARGS });
  await tool({ says: 'building what renders the pages', ...programOf('vite'), args: [...PAGE_ARGS, '--ssr'] });
  writeFileSync(STAMP, stamp);
}

/** Runs a program in the project's folder; its output is shown only on failure. */
async function tool({ says, program, programs, args = [] }) {
  process.stderr.write(`${says} ...\n`);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Prisma finds its generators by name, and would check for updates of itself.
      PATH: [programs, process.env.PATH].filter(Boolean).join(delimiter),
      // Tests launch it too, and a build of theirs is kept.
      NODE_ENV: 'production',
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

/** The file behind a package's command, and the folder with all commands. */
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

/**
 * A digest of the names and contents of files and folders; of a missing file, its name only. Generated code is left
 * out.
 */
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

/** Runs `use` while no other launch builds, after waiting if one does. */
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

/** Moves the lock away before removing it, so that only one of several launches takes an abandoned lock. */
function discard(holder) {
  const aside = `${LOCK}.${randomUUID()}`;
  try {
    renameSync(LOCK, aside);
  } catch {
    return;
  }
  // Another launch took the lock between the read and the move: give it back.
  if (readText(aside) !== holder) renameSync(aside, LOCK);
  else rmSync(aside, { force: true });
}
