/**
 * The source of a catalogue: a file, streamed as often as needed, or an object in memory. Both give the same values in the same
 * order.
 */
import { stat } from 'node:fs/promises';
import type { Catalogue } from './file-schema.ts';
import { type FileValue, type ReadOptions, readFileValues } from './json-reader.ts';

/** The path of a file, or the catalogue itself. */
export type CatalogueSource = string | Catalogue;

/** The values of the catalogue in order; read errors go to `problems`. */
export async function* readValues(source: CatalogueSource, options: ReadOptions): AsyncGenerator<FileValue> {
  if (typeof source === 'string') yield* readFileValues(source, options);
  else yield* listValues(source, options.fields);
}

/**
 * A text that is another one once the file has changed. A file is read more than once, and what the first reading has checked must be what the
 * others write. A catalogue in memory, which nobody changes, and a file that cannot be read have an empty text.
 */
export async function readVersion(source: CatalogueSource): Promise<string> {
  if (typeof source !== 'string') return '';
  const file = await stat(source, { bigint: true }).catch(() => null);
  return file ? [file.dev, file.ino, file.size, file.mtimeNs].join() : '';
}

function* listValues(catalogue: Catalogue, fields: ReadonlySet<string> | undefined): Generator<FileValue> {
  for (const [field, value] of Object.entries(catalogue)) {
    if (value === undefined || (fields && !fields.has(field))) continue;
    if (!Array.isArray(value) || value.length === 0) yield { field, index: null, value };
    else for (const [index, element] of value.entries()) yield { field, index, value: element };
  }
}
