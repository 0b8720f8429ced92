/** `npm run generate` on operations that do not fit `schema.graphql`, as after a change of the schema in the code, and without a text. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

let project: string;
beforeEach(() => {
  // Within the project, so that it finds the packages.
  project = mkdtempSync(join(ROOT, 'node_modules', '.stored-operations-'));
  mkdirSync(join(project, 'src', 'rest'), { recursive: true });
  mkdirSync(join(project, 'src', 'web'));
  for (const name of ['codegen.mjs', 'compile-texts.mjs']) cpSync(join(ROOT, 'src', name), join(project, 'src', name));
  writeFileSync(join(project, 'schema.graphql'), 'scalar LocalDate\ntype Query { hotel: ID, from: LocalDate }');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const generate = () => run(process.execPath, [join(project, 'src', 'codegen.mjs')]);
const writeOperation = (text: string) => writeFileSync(join(project, 'src', 'rest', 'asked.graphql'), text);

test('an operation that does not fit the schema is named, with what helps, and without a stack', async () => {
  writeOperation('query Asked { hotels }');
  const { code, stderr } = await generate().catch((error) => error);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*Cannot query field "hotels"/s);
  expect(stderr).toContain('`npm run schema`');
  expect(stderr).toContain(join('src', 'rest', 'asked.graphql:1:15'));
  expect(stderr).not.toContain('codegen.mjs');
});

test('operations that fit it are typed', async () => {
  writeOperation('query Asked { hotel }');
  await expect(generate()).resolves.toMatchObject({ stderr: '' });
});

test('a text that a language lacks is named and fails it, and operations are typed all the same', async () => {
  writeOperation('query Asked { hotel }');
  mkdirSync(join(project, 'src', 'texts'));
  for (const [language, texts] of Object.entries({ en: { title: 'Nights' }, de: {} }))
    writeFileSync(join(project, 'src', 'texts', `${language}.json`), JSON.stringify(texts));
  const { code, stderr } = await generate().catch((error) => error);
  expect([code, stderr]).toEqual([1, `error: ${join('texts', 'de.json')}: title is missing\n`]);
  expect(existsSync(join(project, 'src', 'rest', 'generated', 'operations.ts'))).toBe(true);
});

test('a module of operations that are gone goes with them', async () => {
  const generated = join(project, 'src', 'web', 'generated');
  mkdirSync(generated);
  writeFileSync(join(generated, 'operations-of-shop.ts'), "import { Gone } from './operations.ts';");
  await generate();
  expect(readdirSync(generated).sort()).toEqual(['document.ts', 'operations.ts']);
});
