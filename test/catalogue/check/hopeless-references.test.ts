/** A file that refers to nothing again and again is refused before it is read to its end (26-15, A2). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSectionNames } from '../../../src/catalogue/file/section-names.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

const ENTRIES = 120_000;
const list = (write: (index: number) => string, length = ENTRIES) =>
  `[${Array.from({ length }, (_, index) => write(index)).join(',')}]`;
const night = (room: number) => `{"roomTypeId":${room},"from":"2027-01-01","to":"2027-01-01","units":1}`;
const visitType = (index: number, parts: string) =>
  `{"id":${index + 1},"name":{"en":"V"},"boarding":"HALF_BOARD","nightsMin":1,"nightsMax":7,"priceLists":[],${parts}}`;
const hotel = (number: number) =>
  `{"id":${number},"code":"h${number}","name":"H","destinationId":1,"stars":4,"roomTypes":[{"id":${number},"code":"D","beds":2}]}`;
const DESTINATIONS = '"destinations":[{"id":1,"name":{"en":"D"}}]';

describe('the file is given up after a part of it,', () => {
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

  async function importing(sections: string, replace = false) {
    const source = join(folder, 'catalogue.json');
    await writeFile(source, `{"format":"spa-stay-catalogue/1",${sections}}`);
    const read = { share: 0 };
    const onProgress = ({ phase, done, total }: { phase: string; done: number; total: number | null }) => {
      if (phase === 'checking' && total !== null) read.share = done / total;
    };
    const result = await importCatalogue({ database, source, replace, dryRun: true, onProgress });
    return { problems: result.ok ? [] : result.problems, ...read };
  }

  test.each<[string, string, string]>([
    ['rooms that no section names', `"inventory":${list((at) => night(at + 1))}`, '$.inventory[0].roomTypeId'],
    [
      'rooms that the section before does not name',
      `${DESTINATIONS},"hotels":[${hotel(200_001)}],"inventory":${list((at) => night(at + 1))}`,
      '$.inventory[0].roomTypeId',
    ],
    [
      'hotels, with sections that name other things behind it',
      `"visitTypes":${list((at) => visitType(at, '"hotelIds":[9]'), 40_000)},${DESTINATIONS}`,
      '$.visitTypes[0].hotelIds[0]',
    ],
    [
      'tags, by one visit type',
      `"visitTypes":${list((at) => visitType(at, `"hotelIds":[],"tagIds":${list((tag) => `${tag + 1}`, at === 0 ? 60_000 : 1)}`), 9_000)}`,
      '$.visitTypes[0].tagIds[0]',
    ],
  ])('which refers to %s', async (_, sections, path) => {
    for (const replace of [false, true]) {
      const { problems, share } = await importing(sections, replace);
      expect(problems).toHaveLength(51);
      expect(problems[0]).toMatchObject({ path, code: 'UNKNOWN_REFERENCE' });
      expect(problems.at(-1)!.message).toMatch(
        /^checking stopped at 50 problems, at \$\.\w+\[\d+\]; there may be more$/,
      );
      expect(JSON.stringify(problems).length).toBeLessThan(16 * 1024);
      expect(share).toBeLessThan(0.5);
    }
  });

  test('but not where the section that is referred to is still to come', async () => {
    const rooms = 12_000;
    const hotels = list((at) => hotel(at + 1), rooms);
    const sections = `"inventory":${list((at) => night(at + 1), rooms)},${DESTINATIONS},"hotels":${hotels}`;
    expect(await importing(sections)).toEqual({ problems: [], share: 1 });
  });
});

test('sections are found whatever is in them, also by escaped names and in many chunks; of other fields none is kept, however many there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  const path = join(folder, 'catalogue.json');
  const text = 'a\\"b}],{\\\\';
  await writeFile(
    path,
    `{ "format" : "${text}", "ta\\u0067s":[{"hotels":["${text}",{"x":{}}]}], "é":1,"${'n'.repeat(300_000)}":{"a":1},"hotels":[],"tags":[]${',"x":0'.repeat(200_000)}}`,
  );
  const names = await readSectionNames(path);
  expect(names).toEqual(['tags', 'hotels']);
  await rm(folder, { recursive: true });
});
