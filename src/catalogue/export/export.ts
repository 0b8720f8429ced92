/**
 * Writes the catalogue as a file, in batches of hotels or visit types, from one snapshot; memory never holds the whole.
 * Importing the file into the same database changes nothing, into an empty one gives the same catalogue.
 */

import { z } from 'zod';
import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { bool, int4, text } from '../../data/sql/column-types.ts';
import { query, statement } from '../../data/sql/statement.ts';
import { type Catalogue, type Section, salesTermsFields, saysAnything, sectionSchemas } from '../file/file-schema.ts';
import { type WriteChunk, writeCatalogueFile } from '../file/write-file.ts';
import type { CatalogueProgress } from '../import.ts';
import type { Stored } from '../stored/declaration.ts';
import { stored, storedSections } from '../stored/stored.ts';
import { readEntries } from './export-stored.ts';
import { formatStored } from './export-values.ts';

type Transaction = Prisma.TransactionClient;
type ReportProgress = (progress: CatalogueProgress) => void;

const HOTELS_PER_BATCH = 100;
const VISIT_TYPES_PER_BATCH = 200;
const ROOM_TYPES_PER_BATCH = 500;
const EXPORT_TIMEOUT_MS = 6 * 3_600_000;

export async function exportCatalogue({
  database,
  write,
  onProgress,
}: {
  database: Database;
  write: WriteChunk;
  onProgress?: ReportProgress;
}): Promise<void> {
  await database.prisma.$transaction(
    async (tx) =>
      writeCatalogueFile(
        write,
        (Object.keys(sectionSchemas) as Section[]).map((section) => [section, readSection(tx, section, onProgress)]),
        await readSalesTerms(tx),
      ),
    { isolationLevel: 'RepeatableRead', maxWait: 60_000, timeout: EXPORT_TIMEOUT_MS },
  );
}

/** The catalogue in memory, for one that is known to be small. */
export async function readCatalogue(database: Database): Promise<Catalogue> {
  const texts: string[] = [];
  await exportCatalogue({ database, write: async (text) => void texts.push(text) });
  return JSON.parse(texts.join('')) as Catalogue;
}

/** Fields that say nothing are left out. */
async function readSalesTerms(tx: Transaction): Promise<object> {
  const [entry] = await readEntries(tx, stored.salesTerms);
  if (!entry) return {};
  const fields = Object.entries(formatStored(z.object(salesTermsFields), entry) as object);
  return Object.fromEntries(fields.filter(([, value]) => saysAnything(value)));
}

async function* readSection(
  tx: Transaction,
  section: Section,
  onProgress: ReportProgress | undefined,
): AsyncGenerator<object[]> {
  const format = (row: object) => formatStored(sectionSchemas[section], row) as object;
  const large = LARGE_SECTIONS[section];
  if (!large) {
    if (section !== 'inventory') yield (await readEntries(tx, storedSections[section])).map(format);
    return;
  }
  const total = await large.total(tx);
  let done = 0;
  for (let page = await large.read(tx, BEFORE_ALL); page; page = await large.read(tx, page.last)) {
    yield page.rows.map(format);
    done += page.rows.length;
    onProgress?.({ phase: `writing ${section}`, done, total });
  }
}

/** Ids begin with 0. */
const BEFORE_ALL = -1;

/** Rows after the thing with this number, and the number of the last one; null: there are no more. */
type ReadPage = (tx: Transaction, after: number) => Promise<{ rows: object[]; last: number } | null>;

/** The sections that are read in pages. */
const LARGE_SECTIONS: {
  [S in Section]?: { total: (tx: Transaction) => Promise<number | null>; read: ReadPage };
} = {
  hotels: { total: (tx) => tx.hotel.count(), read: pagesOf(stored.hotel, HOTELS_PER_BATCH) },
  visitTypes: { total: (tx) => tx.visitType.count(), read: pagesOf(stored.visitType, VISIT_TYPES_PER_BATCH) },
  inventory: { total: async () => null, read: readInventory },
};

function pagesOf(section: Stored, take: number): ReadPage {
  return async (tx, after) => {
    const rows = await readEntries(tx, section, { where: { number: { gt: after } }, take });
    const last = rows.at(-1);
    return last ? { rows, last: last.id as number } : null;
  };
}

const READ_STATES = statement({
  takes: { after: int4, last: int4 },
  returns: { roomTypeId: int4, from: text, to: text, units: int4, closed: bool },
  sql: ({ after, last }) => `
    SELECT room_type_number AS "roomTypeId", min(night)::text AS "from", max(night)::text AS "to", units, closed
    FROM (
      SELECT room_type_number, night, units, closed,
        night - (row_number() OVER (PARTITION BY room_type_number, units, closed ORDER BY night))::int AS island
      FROM inventory_night WHERE room_type_number > ${after} AND room_type_number <= ${last}) AS nights
    GROUP BY room_type_number, units, closed, island ORDER BY room_type_number, min(night)`,
});

/** Consecutive nights with the same capacity become one entry. */
async function readInventory(tx: Transaction, after: number): ReturnType<ReadPage> {
  const rooms = await tx.roomType.findMany({
    orderBy: { number: 'asc' },
    where: { number: { gt: after } },
    take: ROOM_TYPES_PER_BATCH,
    select: { number: true },
  });
  const last = rooms.at(-1)?.number;
  if (last === undefined) return null;
  const states = await query(tx, READ_STATES, { after, last });
  const rows = states.map(({ closed, ...state }) => (closed ? { ...state, closed } : state));
  return { rows, last };
}
