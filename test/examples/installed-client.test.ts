/**
 * How the client gets into a shop stands on its page alone. While its package.json is `private`, npm does not publish it and it is on no registry: the page
 * packs it, which works in a checkout that has nothing but its packages. Without `private` the page installs it by its name.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { name, version, private: isPrivate = false } = JSON.parse(read('clients/typescript/package.json'));
const CLIENT_PAGE = 'clients/typescript/README.md';
const FILE = '../spa-stay-gateway/clients/typescript/spa-stay-client-*.tgz';
const page = read(CLIENT_PAGE);
const lines = /^```sh\n(.*?)^```/ms.exec(page)![1]!;

const dependents = readdirSync(join(ROOT, 'examples')).filter(
  (folder) =>
    folder !== 'README.md' && name in (JSON.parse(read(`examples/${folder}/package.json`)).dependencies ?? {}),
);

test('the page of the client installs it from where it is, and says whether that is a registry', () => {
  expect(lines).toContain(`npm install ${isPrivate ? FILE : name}\n`);
  expect(page.includes('It is on no registry')).toBe(isPrivate);
});

test.each(dependents)('the page of %s leaves it to the page of the client how to install it', (folder) => {
  const own = read(`examples/${folder}/README.md`);
  expect(own).toContain(`](../../${CLIENT_PAGE})`);
  expect(own).not.toContain('npm install');
});

// Nothing is skipped once it is published: then there is nothing to pack.
if (isPrivate) {
  test('the client is packed and installed as its page says, also into a copy of the flow', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'installed-client-'));
    const [checkout, shop] = [join(parent, 'spa-stay-gateway'), join(parent, 'my-shop')];
    await mkdir(shop);
    const isNotMade = (source: string) => !['generated', 'dist', 'node_modules'].includes(basename(source));
    for (const part of ['clients', 'schema.graphql', 'src', 'tsconfig.json']) {
      await cp(join(ROOT, part), join(checkout, part), { recursive: true, filter: isNotMade });
    }
    // In place of `npm ci`.
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
    const { devDependencies: _, ...flow } = JSON.parse(read('examples/flow/package.json'));
    await writeFile(join(shop, 'package.json'), JSON.stringify(flow));
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_config_offline: 'true',
      npm_config_audit: 'false',
    };
    await promisify(execFile)('sh', ['-ec', lines.replace('npm ci', ':')], { cwd: parent, env });
    const installed = JSON.parse(await readFile(join(shop, 'node_modules', name, 'package.json'), 'utf8'));
    expect(installed).toMatchObject({ name, version });
    expect(await readFile(join(shop, 'node_modules', name, 'dist/index.d.ts'), 'utf8')).toContain('openShop');
    await rm(parent, { recursive: true });
  });
}
