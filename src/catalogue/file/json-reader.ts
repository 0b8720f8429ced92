/**
 * Streams the elements of a catalogue file of any size: only the current element is in memory, and its size is bounded. Invalid
 * JSON, invalid UTF-8 and duplicate fields are reported with their place.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Assembler } from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { sectionSchemas } from './file-schema.ts';
import { createJsonScanner, type JsonFault } from './json-fault.ts';
import { formatValue, type Place, type ProblemList } from './problems.ts';

/** An element of a section, the first one of another top-level list, or a top-level value that is not a list or an empty one. */
export interface FileValue {
  /** The top-level field. */
  field: string;
  /** Index in the list; null: the field is no list, or a list without elements. */
  index: number | null;
  value: unknown;
}

/** The file cannot be read or is not JSON; the rest of it is unknown. */
export class UnreadableCatalogue extends Error {
  override readonly name = 'UnreadableCatalogue';
  readonly place: Place;
  readonly code: 'FILE' | 'JSON' | 'LENGTH';

  constructor(message: string, { place = [], code }: { place?: Place; code: 'FILE' | 'JSON' | 'LENGTH' }) {
    super(message);
    this.place = place;
    this.code = code;
  }
}

/** Far more than any element has. Without these bounds a file could fill the memory before it is validated. */
const MAX_FILE_NESTING = 32;
const MAX_VALUES_PER_ELEMENT = 1_000_000;
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
/** What is read before other requests get a turn (A9): with many small values, a few milliseconds. */
export const CHUNK_BYTES = 1 << 16;

/** Reports progress in bytes. */
export type ReadProgress = (position: { done: number; total: number }) => void;

/** Runs synchronous work, whose time may be charged for (A2). */
export type Working = <Result>(run: () => Result) => Result;
export const UNCHARGED: Working = (run) => run();

export interface ReadOptions {
  readonly problems: ProblemList;
  readonly onRead?: ReadProgress;
  /** Names of the top-level fields to read; absent: all. */
  readonly fields?: ReadonlySet<string>;
  /** Parses; absent: at nobody's charge. */
  readonly working?: Working;
}

/**
 * The values of the file at `path` in order.
 * @throws UnreadableCatalogue
 */
export async function* readFileValues(
  path: string,
  { problems, onRead, fields, working = UNCHARGED }: ReadOptions,
): AsyncGenerator<FileValue> {
  const reader = createDocumentReader(problems, fields);
  const parse = jsonParser({ streamValues: false }) as unknown as (text: string | symbol) => unknown;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let done = 0;
  let withoutToken = 0;
  let isReporting = false;
  try {
    const total = await sizeOfFile(path);
    for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      const chunk = bytes as Buffer;
      const { tokens, values } = working(() => {
        const parsed = parsedTokens(parse(decoder.decode(chunk, { stream: true })));
        return { tokens: parsed.length, values: reader.take(parsed) };
      });
      yield* values;
      done += chunk.length;
      withoutToken = tokens > 0 ? 0 : withoutToken + chunk.length;
      if (withoutToken > MAX_TEXT_BYTES) {
        const message = `a value before byte ${done} is longer than ${MAX_TEXT_BYTES} bytes`;
        throw new UnreadableCatalogue(message, { place: reader.place(), code: 'LENGTH' });
      }
      isReporting = true;
      onRead?.({ done, total });
      isReporting = false;
    }
    yield* reader.take(parsedTokens(parse(decoder.decode())));
  } catch (error) {
    // The callback for progress may stop the reading, which is no fault of the file.
    if (isReporting || error instanceof UnreadableCatalogue) throw error;
    if (error instanceof Error && 'syscall' in error) throw unreadableFile(path, error.message);
    throw new UnreadableCatalogue(await describeFault(path, error, working), { code: 'JSON' });
  }
  if (!reader.isComplete()) throw new UnreadableCatalogue(await describeFault(path, null, working), { code: 'JSON' });
}

/**
 * In bytes.
 * @throws UnreadableCatalogue when it cannot be read as often as an import reads it
 */
export async function sizeOfFile(path: string): Promise<number> {
  const unreadable = (error: Error): never => {
    throw unreadableFile(path, error.message);
  };
  const file = await stat(path).catch(unreadable);
  if (!file.isFile()) throw unreadableFile(path, 'it is no plain file; an import reads it twice');
  const opened = await open(path).catch(unreadable);
  const firstByte = opened.read(Buffer.alloc(1)).finally(() => opened.close());
  await firstByte.catch(unreadable);
  return file.size;
}

function unreadableFile(path: string, why: string): UnreadableCatalogue {
  return new UnreadableCatalogue(`cannot read ${path}: ${why}`, { code: 'FILE' });
}

/** Reads the file again to find where and why it is not JSON. */
async function describeFault(path: string, error: unknown, working: Working): Promise<string> {
  const fault = await findFault(path, working);
  if (!fault) {
    // Valid JSON can be refused as a whole, or the file has changed meanwhile.
    return error instanceof Error ? error.message : 'the file changed while it was read';
  }
  const { kind, line, column, message } = fault;
  const at = `line ${line}, column ${column}`;
  if (kind === 'END') return `the file ends before its JSON does, at ${at}`;
  return `the file is not valid ${kind === 'ENCODING' ? 'UTF-8' : 'JSON'} at ${at}: ${message}`;
}

async function findFault(path: string, working: Working): Promise<JsonFault | null> {
  const scanner = createJsonScanner();
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const fault = working(() => scanner.take(bytes as Buffer));
    if (fault) return fault;
  }
  return scanner.end();
}

/** The parser returns one token, a list of them in `values`, or none. */
function parsedTokens(answer: unknown): Token[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return 'values' in answer ? (answer.values as Token[]) : [answer as Token];
}

/** Assembles tokens into values of the top-level object. */
function createDocumentReader(problems: ProblemList, fields: ReadonlySet<string> | undefined) {
  let depth = 0;
  let field = '';
  let index: number | null = null;
  let assembler: Assembler | null = null;
  let complete = false;
  let nesting = 0;
  let valuesInElement = 0;
  const seen = new Set<string>();

  const place = (): Place => {
    if (field === '') return [];
    const here = index === null ? [field] : [field, index];
    return assembler ? [...here, ...(assembler.path as PropertyKey[])] : here;
  };

  /** The values that these tokens complete. */
  function take(tokens: Iterable<Token>): FileValue[] {
    const values: FileValue[] = [];
    for (const token of tokens) if (assembler || !takeStructure(token, values)) takeValue(token, values);
    return values;
  }

  /** Whether the token belongs to the document itself, not to one of its values. */
  function takeStructure(token: Token, values: FileValue[]): boolean {
    if (depth === 0 && token.name !== 'startObject') throw new TypeError('the document must be an object');
    if (token.name === 'keyValue') beginField(token.value);
    else if (token.name === 'startObject' && depth === 0) depth = 1;
    else if (token.name === 'startArray' && depth === 1) {
      depth = 2;
      index = 0;
    } else if (token.name === 'endArray') {
      const isEmpty = index === 0;
      depth = 1;
      index = null;
      if (isEmpty) give([], values);
    } else if (token.name === 'endObject') complete = true;
    else return false;
    return true;
  }

  function beginField(name: string): void {
    if (seen.has(name))
      problems.add([name], 'DUPLICATE_FIELD', `the field ${formatValue(name)} stands twice in the file`);
    seen.add(name);
    field = name;
  }

  function takeValue(token: Token, values: FileValue[]): void {
    if (!assembler) {
      assembler = new Assembler();
      nesting = 0;
      valuesInElement = 0;
    }
    keepBounds(token);
    if (token.name === 'keyValue' && Object.hasOwn(assembler.current as object, token.value)) {
      const message = `the field ${formatValue(token.value)} stands twice in one object`;
      problems.add([...place(), token.value], 'DUPLICATE_FIELD', message);
    }
    assembler.consume(token);
    if (!assembler.done) return;
    const value: unknown = assembler.current;
    assembler = null;
    give(value, values);
    if (index !== null) index += 1;
  }

  function give(value: unknown, values: FileValue[]): void {
    // Only sections are lists. In another's place the first element tells, and a list of 100,000 would take as many steps.
    if (index !== null && index > 0 && !Object.hasOwn(sectionSchemas, field)) return;
    if (!fields || fields.has(field)) values.push({ field, index, value });
  }

  function keepBounds({ name }: Token): void {
    if (name === 'keyValue') return;
    if (name === 'endObject' || name === 'endArray') {
      nesting -= 1;
      return;
    }
    valuesInElement += 1;
    if (name === 'startObject' || name === 'startArray') nesting += 1;
    if (nesting > MAX_FILE_NESTING) {
      throw new UnreadableCatalogue(`lists and objects are nested more than ${MAX_FILE_NESTING} deep`, {
        place: place(),
        code: 'LENGTH',
      });
    }
    if (valuesInElement > MAX_VALUES_PER_ELEMENT) {
      throw new UnreadableCatalogue(`holds more than ${MAX_VALUES_PER_ELEMENT} values`, {
        place: index === null ? [field] : [field, index],
        code: 'LENGTH',
      });
    }
  }

  return { take, place, isComplete: () => complete };
}
