/** Writes the small sections of a catalogue: channels, destinations, tags, programmes, categories, the amenity dictionary. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { FileFacts } from '../check/file-facts.ts';
import type { StoredCatalogue, StoredEntry } from '../check/stored-catalogue.ts';
import { readEntries } from '../export/export-stored.ts';
import { salesTerms, saysAnything } from '../file/file-schema.ts';
import { stored as storedModels, storedSections } from '../stored/stored.ts';
import type { Tally } from '../tally.ts';
import { removeRows } from './remove-rows.ts';
import { writeSection } from './write-stored.ts';

export async function writeSmallSections(
  tx: Prisma.TransactionClient,
  {
    facts: { entries: sections, salesTerms },
    stored,
    replace,
    tally,
  }: { facts: FileFacts; stored: StoredCatalogue; replace: boolean; tally: Tally },
): Promise<void> {
  await writeSalesTerms(tx, { named: salesTerms, replace, tally });
  const positions = assignPositions(sections.amenityCategories, replace ? [] : stored.amenityCategories);
  for (const section of Object.keys(sections) as (keyof typeof sections)[]) {
    await writeSection(tx, storedSections[section], { entries: sections[section], positions, tally });
  }
}

/** What the file leaves out stays as it is, or goes with `replace`. Terms that say nothing are none. */
async function writeSalesTerms(
  tx: Prisma.TransactionClient,
  { named, replace, tally }: { named: FileFacts['salesTerms']; replace: boolean; tally: Tally },
): Promise<void> {
  if (Object.keys(named).length === 0 && !replace) return;
  const [before] = await readEntries(tx, storedModels.salesTerms);
  const { number, ...fields } = salesTerms.parse({ ...(!replace && before), ...named, number: 1 });
  if (!Object.values(fields).some(saysAnything)) {
    await removeRows(tx, storedModels.seller, { column: 'terms_number', values: [1], tally });
    await removeRows(tx, storedModels.salesTerms, { column: 'number', values: [1], tally });
    return;
  }
  await writeSection(tx, storedModels.salesTerms, { entries: [{ number, ...fields }], tally });
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
