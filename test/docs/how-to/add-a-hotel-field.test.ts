/**
 * `docs/how-to/add-a-hotel-field.md` applied to a copy of the project: with all steps the field is in both interfaces, and
 * whichever step is left out, something fails and names the field.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from './project-copy.ts';
import { readSteps } from './steps.ts';

/** The files of the project that know the fields of a hotel by their types. */
const TYPED = ['src/catalogue/stored/stored.ts', 'src/rest/v2/hotels/hotels.schema.ts'];
const SCHEMA = 'schema.graphql';

const GUIDE = 'add-a-hotel-field.md';
const LOCKS = 'test/reliability/database/migration-locks.test.ts';

const steps = readSteps(GUIDE);
let copy: ProjectCopy;
let schemaBefore: string;

const useField = () => copy.runTests('test/docs/how-to/hotel-field.copy.ts');

beforeAll(async () => {
  copy = await ProjectCopy.make(TYPED);
  schemaBefore = await copy.read(SCHEMA);
  await copy.apply(steps);
  expect(await copy.generateClient()).toBeNull();
  expect(await copy.runTests('test/graphql/schema/schema.test.ts', '--update')).toBeNull();
  expect(await copy.generate()).toBeNull();
});
afterAll(() => copy?.remove());

test('with all steps, which touch seven files, the field is in both interfaces', async () => {
  expect(steps.length).toBe(7);
  expect(await copy.checkTypes()).toBeNull();
  expect(await useField()).toBeNull();
  expect(await copy.runTests('test/demo/demo-catalogue.test.ts', '-t', 'every field')).toBeNull();
});

test('without its row in operations.md the migration fails a test, and the command of the guide writes the row', async () => {
  expect(await copy.read(`docs/how-to/${GUIDE}`)).toContain(`${LOCKS} --update\n`);
  expect(await copy.runTests(LOCKS)).toContain('hotel_breakfast');
  expect(await copy.runTests(LOCKS, '--update')).toBeNull();
  expect(await copy.read('docs/operations.md')).toMatch(/^\| `\d+_hotel_breakfast` \| `hotel` \|/m);
});

/** How the lack of a step shows: what is derived again without it, and what then fails. */
const LACK: Readonly<Record<string, () => Promise<string | null>>> = {
  'schema.prisma': () => copy.withFormerClient(copy.checkTypes),
  'migration.sql': useField,
  'file-hotel.ts': () => copy.checkTypes(),
  async 'hotel-details.ts'() {
    const schema = await copy.read(SCHEMA);
    await copy.write(SCHEMA, schemaBefore);
    const failure = await copy.generate();
    await copy.write(SCHEMA, schema);
    return failure;
  },
  async 'hotels.graphql'() {
    expect(await copy.generate()).toBeNull();
    return copy.checkTypes();
  },
  'hotels.schema.ts': () => copy.checkTypes(),
  'property-group.json': () => copy.runTests('test/demo/demo-catalogue.test.ts', '-t', 'every field'),
};

test.each(steps)('without $file something fails and names the field', async (step) => {
  const failure = await copy.without(step, LACK[step.file.split('/').at(-1)!]!);
  if (step.file.endsWith('.graphql')) expect(await copy.generate()).toBeNull();
  expect(failure).toMatch(/breakfast_?from/i);
});
