/**
 * `docs/how-to/add-a-problem.md` applied to a copy of the project: with all steps it compiles and refuses the stay, and whichever
 * step is left out, something fails and names the problem.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from './project-copy.ts';
import { readSteps } from './steps.ts';

const steps = readSteps('add-a-problem.md');
let copy: ProjectCopy;

const compareWithLastRelease = () => copy.runTests('test/release/last-release.test.ts', '-t', 'nothing broke');

beforeAll(async () => {
  copy = await ProjectCopy.make(['src/wording/word-problem.ts', 'src/domain/stay/stay.ts']);
  await copy.apply(steps);
  expect(await copy.generate()).toBeNull();
  expect(await copy.runTests('test/graphql/schema/schema.test.ts', '--update')).toBeNull();
});
afterAll(() => copy?.remove());

test('with all steps, which touch seven files, it compiles, GraphQL has its code and its fact, it is said in every language, and announced', async () => {
  expect(steps.length).toBe(7);
  expect(await copy.checkTypes()).toBeNull();
  expect(await copy.runTests('test/docs/how-to/new-problem.copy.ts')).toBeNull();
  expect(await compareWithLastRelease()).toBeNull();
});

test.each(steps)('without $file something fails and names the problem', async (step) => {
  const failure = await copy.without(step, async () => {
    if (step.file.endsWith('.json')) return copy.compileTexts();
    if (step.file.endsWith('.md')) return compareWithLastRelease();
    return step.file.endsWith('stay.ts')
      ? copy.runTests('test/domain/problem/found-problems.test.ts')
      : copy.checkTypes();
  });
  expect(failure).toMatch(/SUNDAY_DEPARTURE/);
});
