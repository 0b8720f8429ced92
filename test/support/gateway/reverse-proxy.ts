/**
 * The proxies of `deploy/` as real processes, from the system's programs (Debian's packages `nginx` and `caddy`): the files there,
 * with ports, certificate and folders of the test in place of the real ones.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

export type ProxyName = 'nginx' | 'caddy';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
/** Debian installs nginx outside the path of ordinary users. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const STARTED_WITHIN_MS = 60_000;

/** Whether the system has it. */
export function hasProxy(name: ProxyName): boolean {
  try {
    execFileSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore', env: { PATH } });
    return true;
  } catch {
    return false;
  }
}

/** A running proxy. */
export interface ReverseProxy {
  /** Where it listens with TLS, under the name `localhost`. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one in front of the gateways at these ports of this machine; Caddy takes one. */
export function startReverseProxy(name: ProxyName, ...gatewayPorts: readonly number[]): Promise<ReverseProxy> {
  if (name === 'caddy') return startProxy(name, (place) => startCaddy(place, gatewayPorts[0]!));
  return startProxy(name, (place) => startNginx(place, 'nginx.conf', { gateway: gatewayPorts }));
}

/** Starts the one for catalogues that are divided by destination, in front of the gateway of each division. */
export function startDividedProxy(gatewayPorts: Readonly<Record<string, number>>): Promise<ReverseProxy> {
  const upstreams = Object.fromEntries(Object.entries(gatewayPorts).map(([division, port]) => [division, [port]]));
  return startProxy('nginx', (place) => startNginx(place, 'divided/nginx.conf', upstreams));
}

async function startProxy(name: ProxyName, start: (place: Place) => Promise<ChildProcess>): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), `gateway-${name}-`));
  const [port, plainPort] = [await freePort(), await freePort()];
  const process = await start({ folder, port, plainPort });
  let said = '';
  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  const stop = async () => {
    if (process.exitCode === null && process.signalCode === null) {
      const ended = once(process, 'exit');
      process.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const ended = once(process, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}: ${said}`);
  });
  ended.catch(() => {});
  const late = AbortSignal.timeout(STARTED_WITHIN_MS);
  while (!(await Promise.race([isListening(port), ended]))) {
    if (late.aborted) {
      await stop();
      throw new Error(`${name} does not listen: ${said}`);
    }
    await pause(20);
  }
  return { port, stop };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  /** For what is not TLS. */
  readonly plainPort: number;
}

/** The ports of the gateways by upstream. */
type Upstreams = Readonly<Record<string, readonly number[]>>;

async function startNginx(
  { folder, port, plainPort }: Place,
  file: string,
  upstreams: Upstreams,
): Promise<ChildProcess> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'certificate-key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-noenc', '-keyout', key, '-out', certificate, ...subject];
  execFileSync('openssl', made, { stdio: 'ignore' });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = substitute(await readFile(join(DEPLOY, file), 'utf8'), [
    ['http {\n', `http {\n${temporary.map((what) => `${what}_temp_path ${folder}/${what};\n`).join('')}`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/nginx/certificate.pem;', `${certificate};`],
    ['/etc/nginx/certificate-key.pem;', `${key};`],
  ]);
  await writeFile(join(folder, 'nginx.conf'), leadTo(upstreams, config));
  const here = `daemon off; pid ${folder}/pid;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', here], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Puts the gateways in place of the server of each upstream. */
function leadTo(upstreams: Upstreams, config: string): string {
  return config.replaceAll(/upstream (\w+) \{\s+server \S+;/g, (_, name: string) => {
    const ports = upstreams[name];
    if (ports === undefined) throw new Error(`nobody said where upstream ${name} is`);
    return `upstream ${name} {\n${ports.map((gateway) => `server 127.0.0.1:${gateway};`).join('\n')}`;
  });
}

async function startCaddy({ folder, port, plainPort }: Place, gatewayPort: number): Promise<ChildProcess> {
  const options = ['admin off', 'skip_install_trust', 'auto_https disable_redirects', `http_port ${plainPort}`];
  const config = substitute(await readFile(join(DEPLOY, 'Caddyfile'), 'utf8'), [
    ['\n{\n', `\n{\n${[...options, `https_port ${port}`, 'default_bind 127.0.0.1'].join('\n')}\n`],
  ]);
  await writeFile(join(folder, 'Caddyfile'), config);
  await mkdir(join(folder, 'home'));
  const home = join(folder, 'home');
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: {
      ...{ PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      ...{ SITE_ADDRESS: 'localhost', GATEWAY: `127.0.0.1:${gatewayPort}` },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Replaces each text, which must be there, by another one. */
function substitute(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`deploy/ has no ${from}`);
    return all.replace(from, () => to);
  }, text);
}

/** Whether anything accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
