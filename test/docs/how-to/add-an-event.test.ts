/**
 * `docs/how-to/add-an-event.md` applied to a copy of the project: with all steps others are notified of the event, and whichever step is left
 * out, something fails and names it.
 */
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from './project-copy.ts';
import { readSteps, type Step } from './steps.ts';

const GUIDE = 'add-an-event.md';
/** The operation, and a file of the project that knows the types of events both from the declaration and from the database. */
const TYPED = ['src/operations/booking/changes/mark-paid.ts', 'src/operations/webhooks/manage-webhooks.ts'];

const steps = readSteps(GUIDE);
const isText = ({ file }: Step) => file.endsWith('.json');
const texts = steps.filter(isText);
const foldersOfTexts = [...new Set(texts.map(({ file }) => dirname(file)))];
let copy: ProjectCopy;

const WRITTEN = 'test/domain/event/written-events.test.ts';
const compareWithLastRelease = () => copy.runTests('test/release/last-release.test.ts', '-t', 'nothing broke');
const compareWithMigrations = () =>
  copy.runTests('test/data/database/migrations.test.ts', '-t', 'migrations on the embedded database');

beforeAll(async () => {
  copy = await ProjectCopy.make(TYPED);
  await copy.apply(steps);
  expect(await copy.generateClient()).toBeNull();
  expect(await copy.runTests('test/graphql/schema/schema.test.ts', '--update')).toBeNull();
  expect(await copy.generate()).toBeNull();
});
afterAll(() => copy?.remove());

test('with all steps, which touch five files and a text in every language of two places, it compiles and others are notified', async () => {
  expect(steps.length - texts.length).toBe(5);
  expect([foldersOfTexts.length, texts.length]).toEqual([2, 8]);
  expect(await copy.checkTypes()).toBeNull();
  expect(await copy.checkTypesOfPages()).toBeNull();
  expect(await copy.runTests('test/docs/how-to/new-event.copy.ts', WRITTEN)).toBeNull();
  expect(await compareWithLastRelease()).toBeNull();
  expect(await compareWithMigrations()).toBeNull();
});

/** How the lack of a step shows. */
const LACK: Readonly<Record<string, () => Promise<string | null>>> = {
  'event-types.ts': () => copy.checkTypes(),
  'schema.prisma': () => copy.withFormerClient(copy.checkTypes),
  'migration.sql': compareWithMigrations,
  'mark-paid.ts': () => copy.runTests(WRITTEN),
  'changelog.md': compareWithLastRelease,
};

test.each(steps)('without $file something fails and names the event', async (step) => {
  const failure = await copy.without(step, isText(step) ? copy.compileTexts : LACK[step.file.split('/').at(-1)!]!);
  expect(failure).toMatch(/PAID/);
});

test.each(foldersOfTexts)('without the texts in %s in any language its pages do not compile', async (folder) => {
  const [first, ...others] = texts.filter(({ file }) => dirname(file) === folder);
  const withoutAll = others.reduce<() => Promise<string | null>>(
    (ask, step) => () => copy.without(step, ask),
    async () => {
      expect(await copy.compileTexts()).toBeNull();
      return copy.checkTypesOfPages();
    },
  );
  expect(await copy.without(first!, withoutAll)).toMatch(/PAID/);
  expect(await copy.compileTexts()).toBeNull();
});
