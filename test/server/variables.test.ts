/** One table of the environment variables: `config.ts`, `serve --help`, `docs/configuration.md` and the compose file agree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { serveCommand } from '../../src/cli/serve.ts';
import { readConfig } from '../../src/server/config.ts';
import { describeVariables, variablesAsMarkdown } from '../../src/server/variables.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const variables = describeVariables();
const names = variables.map(({ name }) => name);

function helpOfServe(): string {
  const parts: string[] = [];
  serveCommand()
    .configureOutput({ writeOut: (text) => void parts.push(text) })
    .outputHelp();
  return parts.join('');
}

describe('the environment variables', () => {
  test('are in docs/configuration.md as in src/server/variables.ts (`npm run schema` rewrites the table)', async () => {
    const file = join(ROOT, 'docs/configuration.md');
    const page = readFileSync(file, 'utf8');
    const table = /^\| environment \|.*\n(?:\|.*\n)+/m;
    expect(page).toMatch(table);
    await expect(page.replace(table, () => `${variablesAsMarkdown()}\n`)).toMatchFileSnapshot(file);
  });

  test('are named by serve --help, each with its default and its meaning', () => {
    const help = helpOfServe();
    const words = help.replaceAll(/\s+/g, ' ');
    for (const { name, shown, meaning } of variables) {
      expect(help.split('\n')).toContain(`  ${name} (${shown.replaceAll('`', '')})`);
      expect(words).toContain(`${name} (${shown.replaceAll('`', '')}) ${meaning.replaceAll('`', '')}`);
    }
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(110);
  });

  test('have the defaults of the table, where these are values', () => {
    const stated = variables.map(({ name, shown }) => [name, shown.replaceAll('`', '')]);
    const values = stated.filter(([, value]) => /^(\d|\.|info|Europe)/.test(value!));
    expect(values.length).toBeGreaterThan(5);
    const server = { DATABASE_URL: 'postgresql://db/spa', TRUSTED_DOCUMENTS: 'x' };
    expect(readConfig({ ...server, ...Object.fromEntries(values) })).toEqual(readConfig(server));
  });

  test('are all that documents and containers name in capitals as a setting', () => {
    const folders = ['deploy', 'docs'].map((folder) =>
      readdirSync(join(ROOT, folder)).map((name) => join(folder, name)),
    );
    const texts = ['README.md', ...folders.flat()].filter((path) => /\.(md|yaml)$|Dockerfile$/.test(path));
    const set = /(?<![\w$-])([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|PORT|HOST|DEMO)=/g;
    const others = [
      'NODE_ENV',
      'MALLOC_ARENA_MAX',
      'POSTGRES_PASSWORD',
      'SITE_ADDRESS',
      'DATE_FROM',
      'DATE_TO',
      'CHROMIUM_PATH',
      'NODE_OPTIONS',
    ];
    const unknown = texts.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(set)]
        .map(([, name]) => name!)
        .filter((name) => !names.includes(name) && !name.startsWith('OTEL_') && !others.includes(name)),
    );
    expect(unknown).toEqual([]);
  });

  test('are passed on by the compose file, but for those that its container decides', () => {
    const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
    const decided = ['PORT', 'HOST', 'DATA_DIR', 'DEMO', 'PUBLIC_HOSTS', 'DATABASE_DIRECT_URL', 'TRUSTED_DOCUMENTS'];
    const missing = names.filter((name) => !new RegExp(`^      ${name}: `, 'm').test(compose));
    expect(missing.filter((name) => !decided.includes(name) && name !== 'TRUSTED_DOCUMENTS_ONLY')).toEqual([]);
  });
});
