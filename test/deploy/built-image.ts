/**
 * Builds the image with buildah as a user would, but without a registry of images: its base is Debian by debootstrap, with Node from
 * the registry of packages and this machine's npm.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './dockerfile.ts';

const run = promisify(execFile);
const NODE = join(ROOT, 'test/runtimes/node_modules/node-22/bin/node');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const PROGRAMS = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
/** The user and the group `node`. */
const USER = '1000:1000';

export interface BuiltImage {
  /** What it adds to its base. */
  readonly megabytes: number;
  /** Its files. */
  readonly folder: string;
}

/** @param image the name of the base in the Dockerfile */
export async function buildImage(scratch: string, image: string): Promise<BuiltImage> {
  const storage = ['--root', join(scratch, 'storage'), '--runroot', join(scratch, 'run'), '--storage-driver', 'vfs'];
  const buildah = async (...args: string[]) => {
    const { stdout } = await run('buildah', [...storage, ...args], { maxBuffer: 64 * 1024 ** 2 });
    return stdout.trim();
  };
  const base = join(scratch, 'base');
  await makeBase(base);
  const container = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', container, base, '/');
  await buildah('config', '--env', `PATH=${PROGRAMS}`, container);
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
  // By default npm opens more files at once than a machine may allow.
  await buildah('config', '--env', 'NPM_CONFIG_MAXSOCKETS=4', container);
  await buildah('commit', '--quiet', container, `docker.io/library/${image}`);
  const build = [
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--pull-never',
    '--file',
    join(ROOT, 'deploy/Dockerfile'),
  ];
  await buildah('build', ...build, '--tag', 'spa-stay-gateway', ROOT);
  const folder = await buildah('mount', await buildah('from', '--pull-never', 'localhost/spa-stay-gateway'));
  return { folder, megabytes: (await megabytesOf(folder)) - (await megabytesOf(base)) };
}

async function makeBase(folder: string): Promise<void> {
  await run('debootstrap', ['--variant=minbase', 'bookworm', folder], { maxBuffer: 64 * 1024 ** 2 });
  const { stdout: packages } = await run('npm', ['root', '--global']);
  await copyFile(NODE, join(folder, 'usr/local/bin/node'));
  await cp(join(packages.trim(), 'npm'), join(folder, 'usr/local/lib/npm'), { recursive: true, dereference: true });
  await run('ln', ['--symbolic', '../lib/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
  await mkdir(join(folder, 'etc/ssl/certs'), { recursive: true });
  await copyFile(CERTIFICATES, join(folder, CERTIFICATES));
  await run('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node']);
}

async function megabytesOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--one-file-system', '--block-size=1M', folder]);
  return Number.parseInt(stdout, 10);
}

/**
 * Starts a program of the image where nothing but `/data`, which is `data` here, and `/tmp` can be written, as the user of the image.
 */
export function startReadOnly(
  { folder }: BuiltImage,
  { args, data, environment }: { args: readonly string[]; data: string; environment: Record<string, string> },
): ChildProcess {
  const script = `
    mount --bind "$0" "$0" && mount --bind "$1" "$0/data" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/tmp" &&
    mount -o remount,bind,ro "$0" && folder="$0" && shift &&
    exec chroot --userspec=${USER} "$folder" "$@"`;
  return spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', script, folder, data, ...args], {
    env: { ...environment, PATH: PROGRAMS },
  });
}
