/**
 * The second reading of a catalogue: writes hotels and visit types in batches, each with all its parts. A file whose visit
 * types come before its hotels is read once for each.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { checkRetained } from '../check/check-retained.ts';
import type { FileFacts } from '../check/file-facts.ts';
import { type Salvaged, validateEntry } from '../check/validate-entry.ts';
import type { HotelEntry } from '../file/file-hotel.ts';
import { sectionSchemas } from '../file/file-schema.ts';
import type { VisitTypeEntry } from '../file/file-visit-type.ts';
import type { ReadProgress } from '../file/json-reader.ts';
import { createProblemList, type Place, type ProblemList } from '../file/problems.ts';
import { type CatalogueSource, readValues } from '../file/source.ts';
import type { Tally } from '../tally.ts';
import { writeHotels } from './write-hotels.ts';
import { writeVisitTypes } from './write-visit-types.ts';

/** Most rows of a batch, not counting its last element. */
const ROWS_PER_BATCH = 4_000;

export interface WriteContext {
  source: CatalogueSource;
  facts: FileFacts;
  replace: boolean;
  /** Entries are written while this is empty; after that they are only checked. */
  problems: ProblemList;
  tally: Tally;
  onRead: ReadProgress;
}

/** An element with its place, or the valid parts of a faulty one. */
export interface PlacedEntry<T> {
  place: Place;
  entry: T;
}

/** Writes hotels, then visit types; checks visit types against what stays in the database. */
export async function writeEntries(tx: Prisma.TransactionClient, context: WriteContext): Promise<void> {
  const { order } = context.facts;
  const fields = order.filter((field) => field === 'hotels' || field === 'visitTypes');
  const readings = fields[0] === 'visitTypes' ? fields.toReversed().map((field) => [field]) : [fields];
  for (const together of readings) if (together.length > 0) await readAndWrite(tx, new Set(together), context);
}

async function readAndWrite(
  tx: Prisma.TransactionClient,
  fields: ReadonlySet<string>,
  { source, problems, replace, tally, onRead }: WriteContext,
): Promise<void> {
  const batch: PlacedEntry<Salvaged<HotelEntry> | Salvaged<VisitTypeEntry>>[] = [];
  let batchField = '';
  let batchRows = 0;

  async function flush(): Promise<void> {
    if (batch.length > 0 && batchField === 'visitTypes') {
      const visitTypes = batch as PlacedEntry<Salvaged<VisitTypeEntry>>[];
      if (!replace) await checkRetained(tx, visitTypes, problems);
      // Without problems no element is faulty.
      const entries = visitTypes.map(({ entry }) => entry as VisitTypeEntry);
      if (problems.count === 0) await writeVisitTypes(tx, entries, { replace, tally });
    } else if (batch.length > 0 && problems.count === 0) {
      await writeHotels(
        tx,
        batch.map(({ entry }) => entry as HotelEntry),
        tally,
      );
    }
    batch.length = 0;
    batchRows = 0;
  }

  // The first reading has already reported these.
  const reported = createProblemList();
  for await (const { field, index, value } of readValues(source, { problems: reported, onRead, fields })) {
    if (index === null) continue;
    if (field !== batchField) await flush();
    batchField = field;
    const place = [field, index];
    const { entry } =
      field === 'hotels'
        ? validateEntry(sectionSchemas.hotels, value, { place, problems: reported })
        : validateEntry(sectionSchemas.visitTypes, value, { place, problems: reported });
    if (!entry) continue;
    batch.push({ place, entry });
    batchRows += countRows(entry);
    if (batchRows >= ROWS_PER_BATCH) await flush();
  }
  if (problems.count === 0 && reported.count > 0) throw new Error('the catalogue file changed while it was imported');
  await flush();
}

function countRows(entry: Salvaged<HotelEntry> | Salvaged<VisitTypeEntry>): number {
  if (!('priceLists' in entry)) return 20;
  return (entry.priceLists ?? []).reduce((rows, list) => rows + (list?.rates?.length ?? 0), 10);
}
