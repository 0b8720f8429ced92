/** The examples can be copied: each has its versions, scripts and a page that names them, and the flow is as short as promised. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface Package {
  readonly name: string;
  readonly version: string;
  readonly scripts: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}
const packageOf = (folder: string): Package => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const packagesOf = ({ dependencies, devDependencies }: Package) => ({ ...dependencies, ...devDependencies });
const { name: client, version } = packageOf('clients/typescript');
const OURS: Readonly<Record<string, string>> = { ...packagesOf(packageOf('.')), [client]: version };

test('there is one for each client', () => {
  expect(EXAMPLES.toSorted()).toEqual(['apollo', 'flow', 'relay', 'rest', 'supergraph', 'urql']);
});

describe.each(EXAMPLES)('%s', (example) => {
  const folder = join('examples', example);
  const sources = readdirSync(join(ROOT, folder, 'src')).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
  );
  const texts = sources.map((file) => readFileSync(join(ROOT, folder, 'src', file), 'utf8'));

  test('needs the versions that are tested here', () => {
    const needed = packagesOf(packageOf(folder));
    expect(Object.entries(needed).filter(([name, version]) => OURS[name] !== version)).toEqual([]);
  });

  test('names every package that it imports', () => {
    const needed = Object.keys(packagesOf(packageOf(folder)));
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/from '(?!node:)((?:@[\w-]+\/)?[\w-]+)[^']*'/g)].map(([, name]) => name!),
    );
    expect(imported.filter((name) => !needed.includes(name))).toEqual([]);
  });

  test('has a page of about twenty lines that names its scripts', () => {
    const page = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
    expect(page.split('\n').length).toBeLessThanOrEqual(32);
    expect(
      ['build', 'start'].filter((script) => !page.includes(`npm run ${script}`) && !page.includes(`npm ${script}`)),
    ).toEqual([]);
  });
});

test('the flow takes less than 50 lines of TypeScript', () => {
  const sources = readdirSync(join(ROOT, 'examples/flow'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('gql') && !file.includes('node_modules'),
  );
  const lines = sources.flatMap((file) =>
    readFileSync(join(ROOT, 'examples/flow', file), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  expect(sources).toEqual(['src/flow.ts']);
  expect(lines.length).toBeLessThan(50);
});
