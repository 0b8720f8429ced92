/** The compose file agrees with the gateway and its documentation. No container engine runs it here. */
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { ROOT, stagesOfDockerfile, textsOf } from './dockerfile.ts';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string | number>;
  ports?: string[];
  networks?: string[] | Record<string, { ipv4_address: string }>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
}

const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
const { services, volumes, networks } = parseYaml(text) as {
  services: { proxy: Service; gateway: Service; database: Service; redis: Service };
  networks: { front: { ipam: { config: { subnet: string }[] } } };
  volumes: Record<string, unknown>;
};

/** The substitution of `${NAME:-default}` and `${NAME:?message}`. A default may be a substitution itself. */
function filledIn(value: string | number, env: Readonly<Record<string, string>>): string {
  const substitution = /\$\{(\w+):([-?])((?:\$\{[^}]*\}|[^}])*)\}/g;
  return String(value).replaceAll(substitution, (_, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`required variable ${name} ${rest}`);
    return filledIn(rest, env);
  });
}

function gatewayEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(services.gateway.environment!).map(([name, value]) => [name, filledIn(value, env)]);
  return Object.fromEntries(entries);
}

const SECRETS = { POSTGRES_PASSWORD: '5ec4e7', API_KEY_PEPPER: 'a pepper that is long enough for all' };

test('the gateway gets a configuration that it takes, on the database beside it', () => {
  const config = readConfig(gatewayEnvironment(SECRETS));
  expect(config).toMatchObject({
    database: { kind: 'postgresql', url: 'postgresql://gateway:5ec4e7@database:5432/gateway' },
    apiKeyPepper: SECRETS.API_KEY_PEPPER,
    redisUrl: null,
    metricsPort: 9464,
    tracesEndpoint: null,
  });
  const { image, environment, volumes: mounted } = services.database;
  expect(image).toMatch(/^postgres:17-/);
  expect(filledIn(environment!.POSTGRES_PASSWORD!, SECRETS)).toBe('5ec4e7');
  expect([environment!.POSTGRES_USER, environment!.POSTGRES_DB]).toEqual(['gateway', 'gateway']);
  expect(mounted).toEqual(['database:/var/lib/postgresql/data']);
  expect(Object.keys(volumes)).toEqual(['certificates', 'database']);
});

test('an omitted variable has the same default as without a container, except for the metrics and the proxy', () => {
  const { DATABASE_URL, API_KEY_PEPPER, TRUSTED_PROXIES } = gatewayEnvironment(SECRETS);
  const plain = readConfig({ DATABASE_URL, API_KEY_PEPPER, TRUSTED_PROXIES, METRICS_PORT: '9464' });
  expect(readConfig(gatewayEnvironment(SECRETS))).toEqual(plain);
});

test.each([
  ['', {}],
  [' that was moved', { PROXY_ADDRESS: '10.9.8.7', FRONT_NETWORK: '10.9.8.0/24' }],
])('the proxy in front has the one address that the gateway trusts, in a network of the two%s', (_, moved) => {
  const { proxy, gateway, database, redis } = services;
  const { front } = proxy.networks as Record<string, { ipv4_address: string }>;
  const address = filledIn(front!.ipv4_address, moved);
  expect(readConfig(gatewayEnvironment({ ...SECRETS, ...moved })).trustedProxies).toEqual({
    networks: [address],
    header: 'x-forwarded-for',
  });
  const [{ subnet }] = networks.front.ipam.config as [{ subnet: string }];
  const [network, bits] = filledIn(subnet, moved).split('/');
  const inNetwork = new BlockList();
  inNetwork.addSubnet(network!, Number(bits));
  expect([inNetwork.check(address), Object.keys(proxy.networks!)]).toEqual([true, ['front']]);
  // The database and Redis are out of its reach.
  expect([gateway.networks, database.networks, redis.networks]).toEqual([['front', 'inside'], ['inside'], ['inside']]);
  expect(proxy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  expect(readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8')).toContain('{$GATEWAY:gateway:4000}');
});

test('every variable that is documented reaches the gateway, but those of the container itself', () => {
  const own = new Set(['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL']);
  const named = (file: string, pattern: RegExp) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name]) => name!);
  const expected = [
    ...named('docs/configuration.md', /^\| `([A-Z][A-Z_]+)` \|/gm),
    ...named('docs/operations.md', /`(OTEL_[A-Z_]+)`/g),
  ].filter((name) => !own.has(name));
  expect(expected).toEqual(expect.arrayContaining(['TRUSTED_DOCUMENTS', 'OTEL_SERVICE_NAME']));
  const passed = Object.keys(services.gateway.environment!).filter((name) => !own.has(name));
  expect(passed.sort()).toEqual([...new Set(expected)].sort());
});

test('every variable may be set from outside, under its own name', () => {
  const others = Object.entries(services.gateway.environment!).filter(([name]) => name !== 'DATABASE_URL');
  for (const [name, value] of others) expect(filledIn(value, { [name]: 'set' })).toBe('set');
});

test.each(Object.keys(SECRETS))('nothing starts without %s, and the message refers to the documentation', (name) => {
  expect(() => gatewayEnvironment({ ...SECRETS, [name]: '' })).toThrow(
    `required variable ${name} is missing, see deploy/README.md`,
  );
});

test('the file contains no secret, and publishes the proxy, and the gateway to this machine only', () => {
  expect(text).not.toMatch(/(?:PASSWORD|PEPPER): (?!\$\{)/);
  const { proxy, gateway, database, redis } = services;
  expect(proxy.ports).toEqual(['80:80', '443:443']);
  expect([database.ports, redis.ports]).toEqual([undefined, undefined]);
  expect(gateway.ports!.map((port) => filledIn(port, {}))).toEqual(['127.0.0.1:4000:4000']);
  expect(gateway.ports!.map((port) => filledIn(port, { GATEWAY_PORT: '8080' }))).toEqual(['127.0.0.1:8080:4000']);
});

test('the gateway is built by the Dockerfile, waits for the database, cannot write but where it has to, and has time to drain', () => {
  const { build, depends_on, read_only, cap_drop, stop_grace_period } = services.gateway;
  expect(build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' });
  expect(depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(services.database.healthcheck!.test).toContain('pg_isready');
  expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
  expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThan(10);
  const image = stagesOfDockerfile().at(-1)!;
  expect(textsOf(image, 'EXPOSE')).toEqual(['4000']);
});

test('Redis is there only when it is asked for', () => {
  expect(services.redis.profiles).toEqual(['redis']);
  const readme = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8');
  expect(readme).toContain('REDIS_URL=redis://redis:6379');
  expect(readConfig(gatewayEnvironment({ ...SECRETS, REDIS_URL: 'redis://redis:6379' })).redisUrl).toBe(
    'redis://redis:6379',
  );
});
