/** Writes the small sections of a catalogue: channels, destinations, tags, programmes, categories, the amenity dictionary. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { FileFacts } from '../check/file-facts.ts';
import type { StoredCatalogue, StoredEntry } from '../check/stored-catalogue.ts';
import { storedSections } from '../stored/stored.ts';
import type { Tally } from '../tally.ts';
import { writeSection } from './write-stored.ts';

export async function writeSmallSections(
  tx: Prisma.TransactionClient,
  {
    facts: { entries: sections },
    stored,
    replace,
    tally,
  }: { facts: FileFacts; stored: StoredCatalogue; replace: boolean; tally: Tally },
): Promise<void> {
  const positions = assignPositions(sections.amenityCategories, replace ? [] : stored.amenityCategories);
  for (const section of Object.keys(sections) as (keyof typeof sections)[]) {
    await writeSection(tx, storedSections[section], { entries: sections[section], positions, tally });
  }
}

/**
 * Positions of a file's entries among the stored ones. Existing entries share their own positions in file order; new ones come
 * after the last. So a complete list gets its own order, a partial list disturbs nothing else, and repeating the file changes
 * nothing.
 */
function assignPositions(entries: readonly { code: string }[], stored: readonly StoredEntry[]): number[] {
  const named = new Set(entries.map(({ code }) => code));
  const places = stored.filter(({ code }) => named.has(code)).map(({ position }) => position);
  let next = Math.max(-1, ...stored.map(({ position }) => position)) + 1;
  while (places.length < entries.length) places.push(next++);
  return places.sort((a, b) => a - b);
}
