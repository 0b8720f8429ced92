/**
 * The client is on no registry yet. Its page says how to pack it, which works in a checkout that has nothing but its packages, and no page of an
 * example asks a registry for it. A release without `-beta` is published: then the pages install it by its name.
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
const { name, version } = JSON.parse(read('clients/typescript/package.json'));
const isPublished = !version.includes('-');
const CLIENT_PAGE = 'clients/typescript/README.md';
const FILE = '../spa-stay-gateway/clients/typescript/spa-stay-client-*.tgz';
const linesOf = (page: string) => /^```sh\n(.*?)^```/ms.exec(read(page))![1]!;

const dependents = readdirSync(join(ROOT, 'examples')).filter(
  (folder) =>
    folder !== 'README.md' && name in (JSON.parse(read(`examples/${folder}/package.json`)).dependencies ?? {}),
);

test.each([CLIENT_PAGE, ...dependents.map((folder) => `examples/${folder}/README.md`)])(
  '%s installs the client from where it is',
  (page) => {
    expect(linesOf(page).includes(`npm install ${FILE}`)).toBe(!isPublished);
  },
);

test.skipIf(isPublished)(
  'the client is packed and installed as its page says, also into a copy of the flow',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'unpublished-client-'));
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
    await promisify(execFile)('sh', ['-ec', linesOf(CLIENT_PAGE).replace('npm ci', ':')], { cwd: parent, env });
    const installed = JSON.parse(await readFile(join(shop, 'node_modules', name, 'package.json'), 'utf8'));
    expect(installed).toMatchObject({ name, version });
    expect(await readFile(join(shop, 'node_modules', name, 'dist/index.d.ts'), 'utf8')).toContain('openShop');
    await rm(parent, { recursive: true });
  },
);
