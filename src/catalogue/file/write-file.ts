/** Writes a catalogue file in pieces, one element of a section a line. */
import { CATALOGUE_FORMAT, type Section } from './file-schema.ts';

/** Receives the pieces of the file in order. */
export type WriteChunk = (chunk: string) => void | Promise<void>;

type Batches = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

/**
 * Writes sections whose elements come in batches; memory holds one batch.
 * @param fields those of the whole catalogue, which come first
 */
export async function writeCatalogueFile(
  write: WriteChunk,
  sections: Iterable<readonly [Section, Batches]>,
  fields: object = {},
): Promise<void> {
  await write(`{\n"format": ${JSON.stringify(CATALOGUE_FORMAT)}`);
  for (const [field, value] of Object.entries(fields))
    await write(`,\n${JSON.stringify(field)}: ${JSON.stringify(value)}`);
  for (const [section, batches] of sections) {
    let isFirst = true;
    for await (const entries of batches) {
      if (entries.length === 0) continue;
      const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
      await write(isFirst ? `,\n${JSON.stringify(section)}: [\n${lines}` : `,\n${lines}`);
      isFirst = false;
    }
    await write(isFirst ? `,\n${JSON.stringify(section)}: []` : '\n]');
  }
  await write('\n}\n');
}
