/**
 * Writes the small sections of a catalogue: channels, destinations, tags, loyalty programmes, categories, and the amenity
 * dictionary with its order.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { FileFacts } from '../check/file-facts.ts';
import type { StoredCatalogue, StoredEntry } from '../check/stored-catalogue.ts';
import type { Tally } from '../tally.ts';
import type { CatalogueTable } from './catalogue-table.ts';
import { mergeRows } from './merge-rows.ts';
import { numberedRow, type Row } from './row.ts';
import { tables } from './tables.ts';
import { basisPointsOf } from './visit-type-rows.ts';

export async function writeSmallSections(
  tx: Prisma.TransactionClient,
  {
    facts: { entries },
    stored,
    replace,
    tally,
  }: { facts: FileFacts; stored: StoredCatalogue; replace: boolean; tally: Tally },
): Promise<void> {
  const { channels, destinations, tags, loyaltyPrograms, visitTypeCategories } = entries;
  const write = async (table: CatalogueTable, rows: readonly Row[]) => {
    tally.count(await mergeRows(tx, table, { rows }));
  };
  await write(tables.channel, channels);
  await write(tables.destination, destinations.map(numberedRow));
  await write(tables.tag, tags.map(numberedRow));
  await write(
    tables.loyaltyProgram,
    loyaltyPrograms.map(({ percentage, ...own }) => numberedRow({ ...own, basisPoints: basisPointsOf(percentage) })),
  );
  await write(tables.visitTypeCategory, visitTypeCategories.map(numberedRow));
  await writeDictionary(tx, { categories: entries.amenityCategories, stored, replace, tally });
}

async function writeDictionary(
  tx: Prisma.TransactionClient,
  {
    categories,
    stored,
    replace,
    tally,
  }: { categories: FileFacts['entries']['amenityCategories']; stored: StoredCatalogue; replace: boolean; tally: Tally },
): Promise<void> {
  const places = assignPositions(categories, replace ? [] : stored.amenityCategories);
  const categoryRows = categories.map(({ code, name }) => ({ code, position: places.get(code), name }));
  const amenityRows = categories.flatMap((category) =>
    category.amenities.map(({ code, label, detailKinds }, position) => ({
      code,
      category_code: category.code,
      position,
      label,
      detail_kinds: detailKinds,
    })),
  );
  const optionRows = categories.flatMap(({ amenities }) =>
    amenities.flatMap((amenity) =>
      amenity.options.map(({ code, label }, position) => ({ amenity_code: amenity.code, code, position, label })),
    ),
  );
  tally.count(await mergeRows(tx, tables.amenityCategory, { rows: categoryRows }));
  const amenities = await mergeRows(tx, tables.amenity, { rows: amenityRows });
  const options = await mergeRows(tx, tables.amenityOption, {
    rows: optionRows,
    owners: amenityRows.map(({ code }) => [code]),
  });
  tally.count(amenities, [options]);
}

/**
 * Positions of a file's entries among the stored ones. Existing entries share their own positions in file order; new ones come
 * after the last. So a complete list gets its own order, a partial list disturbs nothing else, and repeating the file changes
 * nothing.
 */
export function assignPositions(
  entries: readonly { code: string }[],
  stored: readonly StoredEntry[],
): ReadonlyMap<string, number> {
  const named = new Set(entries.map(({ code }) => code));
  const places = stored.filter(({ code }) => named.has(code)).map(({ position }) => position);
  let next = Math.max(-1, ...stored.map(({ position }) => position)) + 1;
  while (places.length < entries.length) places.push(next++);
  places.sort((a, b) => a - b);
  return new Map(entries.map(({ code }, index) => [code, places[index]!]));
}
