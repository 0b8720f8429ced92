/**
 * A catalogue's state in the database, for comparison: every row of every table that an import writes, and the epochs.
 */
import { exportCatalogue } from '../../src/catalogue/export/export.ts';
import type { Catalogue } from '../../src/catalogue/file/file-schema.ts';
import type { ImportResult } from '../../src/catalogue/import.ts';
import type { Database } from '../../src/data/database/database.ts';

const TABLES = [
  'sales_terms',
  'seller',
  'channel',
  'destination',
  'tag',
  'loyalty_program',
  'visit_type_category',
  'amenity_category',
  'amenity',
  'amenity_option',
  'hotel',
  'accommodation_rules',
  'hotel_tagline',
  'meal_service',
  'hotel_image',
  'hotel_amenity',
  'room_type',
  'room_type_image',
  'visit_type',
  'inclusion',
  'time_constraint',
  'visit_type_category_link',
  'visit_type_tag',
  'visit_type_loyalty_program',
  'visit_type_hotel',
  'price_list',
  'rate',
  'promotion',
  'promotion_channel',
  'promotion_hotel',
  'inventory_night',
  'epoch',
  'catalogue_change',
];

/** Every row as text, by table; with `rewritten`, a row that was written again differs from its former self. */
export async function snapshotOf(
  { prisma }: Pick<Database, 'prisma'>,
  { rewritten = false }: { rewritten?: boolean } = {},
): Promise<Record<string, string[]>> {
  const version = rewritten ? `ctid::text || xmin::text || ` : '';
  const snapshot: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await prisma.$queryRawUnsafe<{ row: string }[]>(
      `SELECT ${version}t::text AS row FROM ${table} AS t ORDER BY t::text`,
    );
    snapshot[table] = rows.map(({ row }) => row);
  }
  return snapshot;
}

/** The catalogue in the form of an export. */
export async function exportedText(database: Database): Promise<string> {
  const chunks: string[] = [];
  await exportCatalogue({ database, write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

/** The catalogue in the form of an export, parsed. */
export async function exportedCatalogue(database: Database): Promise<Catalogue> {
  return JSON.parse(await exportedText(database)) as Catalogue;
}

/** Epochs by tag, without that of `change`, which goes with `catalogue`. */
export async function epochsOf({ prisma }: Pick<Database, 'prisma'>): Promise<Record<string, number>> {
  const epochs = await prisma.epoch.findMany({ orderBy: { scope: 'asc' } });
  return Object.fromEntries(
    epochs.filter(({ scope }) => scope !== 'change').map(({ scope, value }) => [scope, Number(value)]),
  );
}

/** Codes of a refused import's problems, by place. */
export function problemsIn(result: ImportResult): Record<string, string> {
  return result.ok ? {} : Object.fromEntries(result.problems.map(({ path, code }) => [path, code]));
}
