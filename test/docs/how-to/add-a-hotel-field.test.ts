/**
 * `docs/how-to/add-a-hotel-field.md` applied to a copy of the project: with all steps the field is in both interfaces, and
 * whichever step is left out, something fails and names the field.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readSteps } from './steps.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COPIED = ['package.json', 'prisma', 'prisma.config.ts', 'schema.graphql', 'src', 'test', 'tsconfig.json'];
/** The files of the project that know the fields of a hotel by their types. Checking all takes four times as long. */
const TYPED = ['src/catalogue/stored/stored.ts', 'src/rest/v2/hotels/hotels.schema.ts'];
const SCHEMA = 'schema.graphql';
const CLIENT = 'src/data/generated';
/** The database client of the project without the field. */
const CLIENT_BEFORE = '.client-before';

const steps = readSteps('add-a-hotel-field.md');
const before = new Map<string, string | null>();
let copy = '';

/** Runs a program in the copy; resolves to what it printed if it failed, otherwise to null. */
function run(program: string, ...args: string[]): Promise<string | null> {
  const env = {
    ...process.env,
    POSTGRES_ADDRESS: inject('postgresAddress'),
    PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: copy, env }, (error, stdout, stderr) =>
      resolve(error && `${stdout}${stderr}`),
    );
  });
}

const typeOperations = () => run('src/codegen.mjs');
const checkTypes = () => run('node_modules/typescript/bin/tsc', '--project', '.typed.json');
const runTests = (...args: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/docs/how-to/copy.config.ts', ...args);
const useField = () => runTests('test/docs/how-to/hotel-field.copy.ts');

/** @param text null: the step made the folder of the file */
async function write(file: string, text: string | null): Promise<void> {
  const path = join(copy, file);
  if (text === null) return rm(dirname(path), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function exchangeClients(): Promise<void> {
  await rename(join(copy, CLIENT), join(copy, '.client'));
  await rename(join(copy, CLIENT_BEFORE), join(copy, CLIENT));
  await rename(join(copy, '.client'), join(copy, CLIENT_BEFORE));
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'gateway-how-to-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const options = { noEmit: true, incremental: true, tsBuildInfoFile: '.typed.tsbuildinfo' };
  await write(
    '.typed.json',
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: options, files: TYPED, include: [] }),
  );
  await cp(join(copy, CLIENT), join(copy, CLIENT_BEFORE), { recursive: true });
  before.set(SCHEMA, await readFile(join(copy, SCHEMA), 'utf8'));
  for (const { file, apply } of steps) {
    const text = await readFile(join(copy, file), 'utf8').catch(() => null);
    before.set(file, text);
    await write(file, apply(text));
  }
  expect(await run('node_modules/prisma/build/index.js', 'generate')).toBeNull();
  expect(await runTests('test/graphql/schema/schema.test.ts', '--update')).toBeNull();
  expect(await typeOperations()).toBeNull();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('with all steps, which touch seven files, the field is in both interfaces', async () => {
  expect(steps.length).toBe(7);
  expect(await checkTypes()).toBeNull();
  expect(await useField()).toBeNull();
  expect(await runTests('test/demo/demo-catalogue.test.ts', '-t', 'every field')).toBeNull();
});

/** How the lack of a step shows: what is derived again without it, and what then fails. */
const LACK: Readonly<Record<string, () => Promise<string | null>>> = {
  async 'schema.prisma'() {
    await exchangeClients();
    const failure = await checkTypes();
    await exchangeClients();
    return failure;
  },
  'migration.sql': useField,
  'file-hotel.ts': checkTypes,
  async 'hotel-details.ts'() {
    const schema = await readFile(join(copy, SCHEMA), 'utf8');
    await write(SCHEMA, before.get(SCHEMA)!);
    const failure = await typeOperations();
    await write(SCHEMA, schema);
    return failure;
  },
  async 'hotels.graphql'() {
    expect(await typeOperations()).toBeNull();
    return checkTypes();
  },
  'hotels.schema.ts': checkTypes,
  'property-group.json': () => runTests('test/demo/demo-catalogue.test.ts', '-t', 'every field'),
};

test.each(steps)('without $file something fails and names the field', async ({ file }) => {
  const step = await readFile(join(copy, file), 'utf8');
  await write(file, before.get(file)!);
  const failure = await LACK[file.split('/').at(-1)!]!();
  await write(file, step);
  if (file.endsWith('.graphql')) expect(await typeOperations()).toBeNull();
  expect(failure).toMatch(/breakfast_?from/i);
});
