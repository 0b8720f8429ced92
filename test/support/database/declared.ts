/** The modules of the server, and the statements that they declare. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { declaredStatements } from '../../../src/data/sql/statement.ts';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));
const DECLARES = /\bstatement\(/;

export interface SourceFile {
  /** Its path below `src`. */
  readonly file: string;
  readonly source: string;
}

/** All modules but those of the pages and generated ones. */
export function readSources(): SourceFile[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(web|data\/generated)\//.test(file))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(SOURCE, file), 'utf8') }));
}

export const declares = ({ source }: SourceFile): boolean => DECLARES.test(source);

/** All statements; loads the modules that declare them. */
export async function loadStatements(
  sources: readonly SourceFile[] = readSources(),
): Promise<ReturnType<typeof declaredStatements>> {
  for (const { file } of sources.filter(declares)) await import(pathToFileURL(join(SOURCE, file)).href);
  return declaredStatements();
}
