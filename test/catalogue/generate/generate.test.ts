import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { generateCatalogue } from '../../../src/catalogue/generate/generate.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { exportedText } from '../snapshot.ts';

const today = parseDay('2027-02-26')!;

async function generated(request: { hotels: number; seed: number }): Promise<string> {
  const chunks: string[] = [];
  await generateCatalogue({ ...request, today, write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

test('the same seed generates the same catalogue, another seed another one', async () => {
  const first = await generated({ hotels: 5, seed: 1 });
  expect(await generated({ hotels: 5, seed: 1 })).toBe(first);
  expect(await generated({ hotels: 5, seed: 2 })).not.toBe(first);
});

test('a category has some tens of visit types, however many hotels there are', async () => {
  for (const [hotels, categories] of [
    [40, 15],
    [80, 20],
    [160, 40],
  ] as const) {
    const { visitTypes, visitTypeCategories } = JSON.parse(await generated({ hotels, seed: 3 })) as Catalogue;
    expect(new Set(visitTypeCategories!.map(({ name }) => name?.en)).size).toBe(categories);
    const listed = new Map<number, number>(visitTypeCategories!.map(({ id }) => [id, 0]));
    for (const { categoryIds } of visitTypes!) {
      expect([1, 2, 3]).toContain(new Set(categoryIds).size);
      for (const id of categoryIds!) listed.set(id, listed.get(id)! + 1);
    }
    for (const count of listed.values()) expect(count).toSatisfy((visits: number) => visits >= 20 && visits <= 130);
  }
});

test('a generated file imports cleanly from disk, ten visit types and a year of capacity per hotel', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  const database = await freshDatabase();
  try {
    const file = join(folder, 'catalogue.json');
    await writeFile(file, await generated({ hotels: 6, seed: 7 }));
    const phases = new Set<string>();
    const onProgress = ({ phase, done, total }: { phase: string; done: number; total: number | null }) => {
      expect(done).toBeLessThanOrEqual(total ?? done);
      phases.add(phase);
    };
    const result = await importCatalogue({ database, source: file, onProgress });
    expect(result).toMatchObject({ ok: true, counts: { hotels: { created: 6 }, visitTypes: { created: 60 } } });
    expect([...phases]).toEqual(['checking', 'checking capacity', 'writing', 'writing capacity']);
    const rooms = await database.prisma.roomType.count();
    expect(await database.prisma.inventoryNight.count()).toBe(rooms * 365);

    await writeFile(file, await exportedText(database));
    expect(await importCatalogue({ database, source: file, replace: true })).toMatchObject({ changed: false });
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});
