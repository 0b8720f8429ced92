/** What the guides in `docs/how-to` name is there, and they name what follows from their steps. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { graphqlChanges } from '../../release/graphql-changes.ts';
import { readSteps } from './steps.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const GUIDES = readdirSync(`${ROOT}docs/how-to`).map((name) => `docs/how-to/${name}`);

test.each(GUIDES)('the files that %s names are there, but for those that its steps make', (guide) => {
  const made = readSteps(guide.split('/').at(-1)!).map(({ file }) => file);
  const named = [...read(guide).matchAll(/`((?:docs|prisma|src|test)\/[^`*]+\.\w+)`/g)].map(([, path]) => path!);
  expect(named.filter((path) => !made.includes(path) && !existsSync(`${ROOT}${path}`))).toEqual([]);
});

test('whoever is told to write a migration is told to write its row in operations.md, too', () => {
  const telling = [...GUIDES, 'docs/contributing.md'].filter((path) =>
    /npm run migration|prisma\/migrations/.test(read(path)),
  );
  expect(telling).toHaveLength(4);
  expect(telling.filter((path) => !read(path).includes('migration-locks.test.ts --update'))).toEqual([]);
});

test('whoever adds an event is told which of its changes callers are told, and where', async () => {
  const schema = read('schema.graphql');
  const more = schema.replace('enum BookingEventType {', 'enum BookingEventType {\n  PAID');
  const noticed = (await graphqlChanges(schema, more)).filter(({ level }) => level !== 'safe');
  expect(noticed.map(({ where }) => where)).toEqual(['BookingEventType.PAID']);
  const step = readSteps('add-an-event.md').find(({ file }) => file === 'docs/changelog.md');
  expect(step?.apply(read('docs/changelog.md'))).toContain('`BookingEventType.PAID`');
});

describe('whoever adds a rule of stays', () => {
  const RULES =
    /\b(?:isOnSale|isStartingDay|isAllowedLength|minimumNights|meetsTimeConstraints|arrivalsInConstraints)\b/;

  test('is told every file of the domain that states the rules again', () => {
    const files = readdirSync(`${ROOT}src/domain`, { recursive: true, encoding: 'utf8' })
      .map((file) => `src/domain/${file}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('/stay/stay.ts') && RULES.test(read(file)));
    expect(files.length).toBeGreaterThan(5);
    const guide = read('docs/how-to/add-a-problem.md');
    expect(files.filter((file) => !guide.includes(`\`${file}\``))).toEqual([]);
    expect(guide).toContain('brokenStayRules');
  });
});
