/**
 * Writes the catalogue as a file, in batches of hotels or visit types, from one snapshot; memory never holds the whole.
 * Importing the file into the same database changes nothing, into an empty one gives the same catalogue.
 */
import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { CATALOGUE_FORMAT, type Section } from '../file/file-schema.ts';
import type { CatalogueProgress } from '../import.ts';
import { formatAmenityCategory, readHotels } from './export-hotel.ts';
import { formatLocalized, formatPercentage } from './export-values.ts';
import { readVisitTypes } from './export-visit-type.ts';

/** Receives the pieces of the file in order. */
export type WriteChunk = (chunk: string) => void | Promise<void>;

type Transaction = Prisma.TransactionClient;
type BatchReader = (tx: Transaction, after: number) => Promise<{ entries: object[]; last: number } | null>;

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
  onProgress?: (progress: CatalogueProgress) => void;
}): Promise<void> {
  await database.prisma.$transaction(
    async (tx) => {
      await write(`{\n"format": ${JSON.stringify(CATALOGUE_FORMAT)}`);
      for (const [section, read] of Object.entries(SMALL_SECTIONS)) {
        await writeSection({ section: section as Section, write, entries: await read(tx) });
      }
      for (const [section, { total, read }] of Object.entries(LARGE_SECTIONS)) {
        const writer = createSectionWriter(section as Section, write);
        const all = await total(tx);
        let done = 0;
        for (let batch = await read(tx, 0); batch; batch = await read(tx, batch.last)) {
          await writer.add(batch.entries);
          done += batch.entries.length;
          onProgress?.({ phase: `writing ${section}`, done, total: all });
        }
        await writer.end();
      }
      await write('\n}\n');
    },
    { isolationLevel: 'RepeatableRead', maxWait: 60_000, timeout: EXPORT_TIMEOUT_MS },
  );
}

async function writeSection({
  section,
  write,
  entries,
}: {
  section: Section;
  write: WriteChunk;
  entries: readonly object[];
}): Promise<void> {
  const writer = createSectionWriter(section, write);
  await writer.add(entries);
  await writer.end();
}

/** Writes a section, one element a line. */
export function createSectionWriter(section: Section, write: WriteChunk) {
  let isFirst = true;
  return {
    async add(entries: readonly object[]): Promise<void> {
      if (entries.length === 0) return;
      const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
      await write(isFirst ? `,\n${JSON.stringify(section)}: [\n${lines}` : `,\n${lines}`);
      isFirst = false;
    },
    async end(): Promise<void> {
      await write(isFirst ? `,\n${JSON.stringify(section)}: []` : '\n]');
    },
  };
}

const BY_NUMBER = { orderBy: { number: 'asc' } } as const;

const formatNamed = ({ number, id, name }: { number: number; id: string; name: unknown }) => {
  return { id: number, _id: id, name: formatLocalized(name) };
};

const SMALL_SECTIONS: { [S in Section]?: (tx: Transaction) => Promise<object[]> } = {
  channels: (tx) => tx.channel.findMany({ orderBy: { code: 'asc' } }),
  destinations: async (tx) => (await tx.destination.findMany(BY_NUMBER)).map(formatNamed),
  tags: async (tx) => (await tx.tag.findMany(BY_NUMBER)).map((tag) => ({ ...formatNamed(tag), color: tag.color })),
  loyaltyPrograms: async (tx) =>
    (await tx.loyaltyProgram.findMany(BY_NUMBER)).map((program) => {
      return { ...formatNamed(program), percentage: formatPercentage(program.basisPoints) };
    }),
  visitTypeCategories: async (tx) => (await tx.visitTypeCategory.findMany(BY_NUMBER)).map(formatNamed),
  async amenityCategories(tx) {
    const orderBy: { position?: 'asc'; code?: 'asc' }[] = [{ position: 'asc' }, { code: 'asc' }];
    const include = { amenities: { orderBy, include: { options: { orderBy } } } };
    return (await tx.amenityCategory.findMany({ orderBy, include })).map(formatAmenityCategory);
  },
};

const LARGE_SECTIONS: {
  [S in Section]?: { total: (tx: Transaction) => Promise<number | null>; read: BatchReader };
} = {
  hotels: {
    total: (tx) => tx.hotel.count(),
    read: (tx, after) => readHotels(tx, { where: { number: { gt: after } }, take: HOTELS_PER_BATCH }),
  },
  visitTypes: {
    total: (tx) => tx.visitType.count(),
    read: (tx, after) => readVisitTypes(tx, { where: { number: { gt: after } }, take: VISIT_TYPES_PER_BATCH }),
  },
  inventory: { total: async () => null, read: readInventory },
};

/** Consecutive nights with the same capacity become one entry. */
async function readInventory(tx: Transaction, after: number): ReturnType<BatchReader> {
  const rooms = await tx.roomType.findMany({
    ...BY_NUMBER,
    where: { number: { gt: after } },
    take: ROOM_TYPES_PER_BATCH,
    select: { number: true },
  });
  const last = rooms.at(-1)?.number;
  if (last === undefined) return null;
  const states = await tx.$queryRaw<{ closed: boolean }[]>`
    SELECT room_type_number AS "roomTypeId", min(night)::text AS "from", max(night)::text AS "to", units, closed
    FROM (
      SELECT room_type_number, night, units, closed,
        night - (row_number() OVER (PARTITION BY room_type_number, units, closed ORDER BY night))::int AS island
      FROM inventory_night WHERE room_type_number > ${after}::int AND room_type_number <= ${last}::int) AS nights
    GROUP BY room_type_number, units, closed, island ORDER BY room_type_number, min(night)`;
  const entries = states.map(({ closed, ...state }) => (closed ? { ...state, closed } : state));
  return { entries, last };
}
