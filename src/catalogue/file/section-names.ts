/**
 * The top-level fields of a catalogue, found without parsing what is in them: an order of magnitude faster than reading it. Only for
 * deciding what a file can still hold; a file that is not JSON gives any names.
 */
import { createReadStream } from 'node:fs';
import { sectionSchemas } from './file-schema.ts';
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-fault.ts';
import { CHUNK_BYTES, UNCHARGED } from './json-reader.ts';
import type { CatalogueSource } from './source.ts';

/** How long the name of a section may be in the file: even one whose characters are all escaped is shorter. */
const MAX_NAME_BYTES = 200;

/**
 * The sections, each once, in the order of the file; other fields are left out, because a file may have any number of them.
 * @param working scans
 */
export async function readSectionNames(source: CatalogueSource, working = UNCHARGED): Promise<readonly string[]> {
  if (typeof source !== 'string') return Object.keys(source).filter(isSection);
  const scanner = createScanner();
  for await (const bytes of createReadStream(source, { highWaterMark: CHUNK_BYTES })) {
    working(() => scanner.take(bytes as Buffer));
  }
  return [...scanner.names];
}

const isSection = (name: string) => Object.hasOwn(sectionSchemas, name);

function createScanner() {
  const names = new Set<string>();
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** Whether the next text on the top level is a name. */
  let isNameNext = false;
  let name: number[] | null = null;

  function endText(): void {
    isInText = false;
    if (name === null) return;
    const text = unescaped(Buffer.from(name).toString());
    if (isSection(text)) names.add(text);
    name = null;
  }

  function takeInText(code: number): void {
    if (code === QUOTE && !isEscaped) {
      endText();
      return;
    }
    isEscaped = code === BACKSLASH && !isEscaped;
    if (name !== null && name.length < MAX_NAME_BYTES) name.push(code);
  }

  function takeStructure(code: number): void {
    if (code === QUOTE) {
      isInText = true;
      if (depth === 1 && isNameNext) name = [];
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth += 1;
      isNameNext = depth === 1;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1;
    else if (code === COMMA && depth === 1) isNameNext = true;
    else if (code === COLON && depth === 1) isNameNext = false;
  }

  return {
    names,
    take(chunk: Buffer): void {
      for (const code of chunk) {
        if (isInText) takeInText(code);
        else takeStructure(code);
      }
    },
  };
}

function unescaped(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    return name;
  }
}
