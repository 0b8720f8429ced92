/**
 * The second reading of a catalogue: writes hotels and visit types in batches, each with all its parts. A file whose visit
 * types come before its hotels is read once for each.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { FileFacts } from '../check/file-facts.ts';
import { type Validated, validateEntry } from '../check/validate-entry.ts';
import { sectionSchemas } from '../file/file-schema.ts';
import type { ReadProgress } from '../file/json-reader.ts';
import { createProblemList } from '../file/problems.ts';
import { type CatalogueSource, readValues, readVersion } from '../file/source.ts';
import { storedSections } from '../stored/stored.ts';
import type { Tally } from '../tally.ts';
import { writeSection } from './write-stored.ts';

/** The sections that are too large for memory. */
type LargeSection = 'hotels' | 'visitTypes';

/** Most rows of a batch, not counting its last element. */
const ROWS_PER_BATCH = 4_000;

export interface WriteContext {
  source: CatalogueSource;
  /** The version that the source had before it was read first (`readVersion`). */
  version: string;
  facts: FileFacts;
  tally: Tally;
  onRead: ReadProgress;
}

/** Writes hotels, then visit types. The first reading has found no problem in them. */
export async function writeEntries(tx: Prisma.TransactionClient, context: WriteContext): Promise<void> {
  const { order } = context.facts;
  const fields = order.filter((field) => field === 'hotels' || field === 'visitTypes');
  const readings = fields[0] === 'visitTypes' ? fields.toReversed().map((field) => [field]) : [fields];
  for (const together of readings) if (together.length > 0) await readAndWrite(tx, new Set(together), context);
  if ((await readVersion(context.source)) !== context.version) throw new ChangedFile();
}

/** The file has changed since it was checked, so nobody knows whether it is valid. */
class ChangedFile extends Error {
  override readonly name = 'ChangedFile';
  constructor() {
    super('the catalogue file changed while it was imported');
  }
}

async function readAndWrite(
  tx: Prisma.TransactionClient,
  fields: ReadonlySet<string>,
  { source, tally, onRead }: WriteContext,
): Promise<void> {
  const entries: object[] = [];
  let section: LargeSection = 'hotels';
  let batchRows = 0;
  /** The batch before: while the database writes it, the next one is read and validated. */
  let writing = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    batchRows = 0;
    if (entries.length === 0) return;
    writing = writeSection(tx, storedSections[section], { entries: entries.splice(0), tally });
    // Its failure is that of the next batch, or of the end.
    writing.catch(() => {});
  }

  const problems = createProblemList();
  const valid = <Entry>(validated: Validated<Entry>): Entry => {
    if (!validated.ok) throw new ChangedFile();
    return validated.entry;
  };
  try {
    for await (const { field, index, value } of readValues(source, { problems, onRead, fields })) {
      if (index === null) continue;
      if (field !== section) await flush();
      section = field as LargeSection;
      const entry = valid(validateEntry(sectionSchemas[section], value, { place: [field, index], problems }));
      entries.push(entry);
      batchRows += 'priceLists' in entry ? entry.priceLists.reduce((rows, { rates }) => rows + rates.length, 10) : 20;
      if (batchRows >= ROWS_PER_BATCH) await flush();
    }
    if (problems.count > 0) throw new ChangedFile();
    await flush();
  } finally {
    await writing;
  }
}
