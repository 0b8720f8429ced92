import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHUNK_BYTES, readFileValues } from '../../../src/catalogue/file/json-reader.ts';
import { createProblemList } from '../../../src/catalogue/file/problems.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

const START = '{"format":"spa-stay-catalogue/1"';
const PIECE = 50_000;

describe('a file that is huge and wrong is refused by its first part, in bounded memory:', () => {
  let database: FreshDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await freshDatabase();
    folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** Writes a catalogue with a text repeated `count` times, and imports it as a dry run. */
  async function importing({
    before,
    times,
    count,
    after,
  }: {
    before: string;
    times: string;
    count: number;
    after: string;
  }) {
    const source = join(folder, 'catalogue.json');
    const file = await open(source, 'w');
    await file.write(before);
    for (let left = count; left > 0; left -= PIECE) await file.write(times.repeat(Math.min(left, PIECE)));
    await file.write(after);
    await file.close();
    const read = { bytes: 0, of: 0 };
    const onProgress = ({ phase, done, total }: { phase: string; done: number; total: number | null }) => {
      if (phase === 'checking') Object.assign(read, { bytes: done, of: total ?? 0 });
    };
    const result = await importCatalogue({ database, source, dryRun: true, onProgress });
    return { problems: result.ok ? [] : result.problems, read };
  }

  test.each([
    ['hotels', 5],
    ['visitTypes', 4],
    ['tags', 2],
    ['channels', 2],
    ['inventory', 4],
  ])(
    'of two million empty %s, only as many are read as it takes to find 50 problems (26-15, A2)',
    async (section, each) => {
      const { problems, read } = await importing({
        ...{ before: `${START},"${section}":[{}`, times: ',{}', count: 2_000_000, after: ']}' },
      });
      expect(problems).toHaveLength(51);
      expect(problems[0]).toMatchObject({ path: expect.stringContaining(`$.${section}[0].`), code: 'REQUIRED' });
      const last = Math.ceil(50 / each) - 1;
      expect(problems.at(-1)).toEqual({
        path: '$',
        code: 'MORE_PROBLEMS',
        message: `checking stopped at 50 problems, at $.${section}[${last}]; there may be more`,
      });
      // One chunk of the file at most, of six megabytes.
      expect(read.bytes).toBeLessThanOrEqual(CHUNK_BYTES);
    },
  );

  test('of any number of entries for an unknown room type, 50 are reported', async () => {
    const entry = '{"roomTypeId":9,"from":"2027-01-01","to":"2027-01-01","units":1}';
    const { problems } = await importing({
      ...{ before: `${START},"inventory":[${entry}`, times: `,${entry}`, count: 50_000, after: ']}' },
    });
    expect(problems).toHaveLength(51);
    expect(problems[0]).toMatchObject({ path: '$.inventory[0].roomTypeId', code: 'UNKNOWN_REFERENCE' });
    expect(problems.at(-1)).toMatchObject({ message: expect.stringMatching(/^checking stopped at 50 problems/) });
  });

  test('lists within lists end at the depth that no catalogue has', async () => {
    const { problems, read } = await importing({
      before: `${START},"hotels":`,
      times: '[',
      count: 6_000_000,
      after: '',
    });
    expect(problems).toMatchObject([{ code: 'LENGTH', message: 'lists and objects are nested more than 32 deep' }]);
    expect(read.bytes).toBeLessThanOrEqual(CHUNK_BYTES);
  });

  test('a list of 300,000 where none belongs is one value, and a section is read in portions, between which others get a turn (26-2, A2, A9)', async () => {
    const source = join(folder, 'lists.json');
    const numbers = Array.from({ length: 300_000 }, () => 1);
    await writeFile(source, JSON.stringify({ format: numbers, tags: numbers }));
    const given = { format: 0, tags: 0 };
    let [sinceTurn, most, isOver] = [0, 0, false];
    const turn = () => {
      sinceTurn = 0;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    for await (const { field } of readFileValues(source, { problems: createProblemList() })) {
      given[field as keyof typeof given]++;
      most = Math.max(most, ++sinceTurn);
    }
    isOver = true;
    expect(given).toEqual({ format: 1, tags: 300_000 });
    expect(most).toBeLessThanOrEqual(50_000);
  });

  test('one element of a million parts is refused before it is put together', async () => {
    const before = `${START},"hotels":[{"images":[{}`;
    const { problems } = await importing({ before, times: ',{}', count: 2_000_000, after: ']}]}' });
    expect(problems).toMatchObject([
      { path: '$.hotels[0]', code: 'LENGTH', message: 'holds more than 1000000 values' },
    ]);
  });

  test('one text without an end is refused before it fills the memory', async () => {
    const before = `${START},"hotels":[{"name":"`;
    const { problems, read } = await importing({ before, times: 'long ', count: 4_000_000, after: '"}]}' });
    expect(problems).toMatchObject([{ path: '$.hotels[0]', code: 'LENGTH' }]);
    expect(read.bytes).toBeLessThan(read.of / 2);
  });

  test('a syntax error after megabytes is reported with its line and column', async () => {
    const { problems } = await importing({
      ...{ before: `${START},\n"inventory":[\n`, times: '\n', count: 1_000_000, after: '],\n  "tags": [,]}' },
    });
    expect(problems).toEqual([
      {
        path: '$',
        code: 'JSON',
        message: 'the file is not valid JSON at line 1000004, column 12: expected a value or "]", found ","',
      },
    ]);
  });
});
