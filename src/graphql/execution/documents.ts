/**
 * Documents are parsed and validated once, and cached: front ends send the same few all day. The cache is
 * bounded by memory, so a client that sends ever new documents of full size only evicts older ones. The bytes
 * leave out the costs of each operation, ten for each size of a catalogue: some kilobytes. Prepared each time, a request that is not in the
 * response cache takes 1.5 to 3 times the processor time (bench/ABLATION.md).
 */
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '../../domain/problem/error-codes.ts';
import { AS_SELECTED, Operation, type ToRecord } from './operation.ts';
import { readingCost } from './operation-cost.ts';
import { operationLabel } from './operation-label.ts';
import { TOO_LARGE } from './operation-limits.ts';
import { parseDocument } from './parse-document.ts';
import { validateDocument } from './validate-document.ts';

const CACHE_BYTES = 48 * 1024 * 1024;
/** Measured with graphql 16: a token with its node and its location. */
const BYTES_PER_TOKEN = 500;
const BYTES_PER_CHARACTER = 2;
const OVERHEAD_BYTES = 1_000;
/** Measured with graphql-jit 0.8: the functions of an operation. */
const BYTES_PER_COMPILED = 100_000;

export class PreparedDocument {
  readonly document: DocumentNode;
  readonly #validate: () => readonly GraphQLError[];
  #errors: readonly GraphQLError[] | null = null;
  readonly #schema: GraphQLSchema;
  readonly #isTrusted: boolean;
  readonly #isStored: boolean;
  readonly #onCompiled: () => void;
  readonly #toRecord: ToRecord;
  #readingCost: number;
  readonly #operations = new Map<OperationKey, Operation>();

  constructor(
    document: DocumentNode,
    {
      schema,
      validate = () => [],
      isTrusted = false,
      isStored = false,
      onCompiled = () => {},
      toRecord = AS_SELECTED,
      readingCost = 0,
    }: {
      schema: GraphQLSchema;
      /** Left out for documents known to be valid. */
      validate?: () => readonly GraphQLError[];
      isTrusted?: boolean;
      /** Whether it is ours, as are the variables of its operations. */
      isStored?: boolean;
      onCompiled?: () => void;
      /** Shapes an entity of its list, where entities are computed one by one. */
      toRecord?: ToRecord;
      readingCost?: number;
    },
  ) {
    this.document = document;
    this.#validate = validate;
    this.#schema = schema;
    this.#isTrusted = isTrusted;
    this.#isStored = isStored;
    this.#onCompiled = onCompiled;
    this.#toRecord = toRecord;
    this.#readingCost = readingCost;
  }

  /** What it costs to read it (A9), for the first who asks: it is read once. */
  takeReadingCost(): number {
    const cost = this.#readingCost;
    this.#readingCost = 0;
    return cost;
  }

  /**
   * Why none of its operations may be executed; empty if it is valid. Validated on first use: whoever only asks which
   * operation it is, before the caller is known, must not pay for more than parsing.
   */
  get errors(): readonly GraphQLError[] {
    this.#errors ??= this.#validate();
    return this.#errors;
  }

  /** The named operation, or the only one; null: there is none. */
  operation(operationName?: OperationKey): Operation | null {
    const key = operationName ?? null;
    const known = this.#operations.get(key);
    if (known) return known;
    const node = getOperationAST(this.document, key);
    // Unknown names are not cached: there is no bound on them.
    if (!node) return null;
    const { document } = this;
    const label = operationLabel(node, { schema: this.#schema, document, isTrusted: this.#isTrusted });
    const how = { onCompiled: this.#onCompiled, toRecord: this.#toRecord, isStored: this.#isStored };
    const operation = new Operation(node, { schema: this.#schema, document, label, ...how });
    this.#operations.set(key, operation);
    return operation;
  }
}

type OperationKey = string | null | undefined;

interface CachedDocument {
  readonly prepared: PreparedDocument | GraphQLError;
  readonly bytes: number;
}

/** The documents of clients. `isTrusted` recognises the texts of trusted documents. */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #isTrusted: (text: string) => boolean;
  readonly #cached: LRUCache<string, CachedDocument>;

  constructor(
    schema: GraphQLSchema,
    { isTrusted = () => false, bytes = CACHE_BYTES }: { isTrusted?: (text: string) => boolean; bytes?: number } = {},
  ) {
    this.#schema = schema;
    this.#isTrusted = isTrusted;
    this.#cached = new LRUCache({ maxSize: bytes, sizeCalculation: (document) => document.bytes });
  }

  /** The document, or its syntax error. */
  prepare(text: string): PreparedDocument | GraphQLError {
    const cached = this.#cached.get(text);
    if (cached) return cached.prepared;
    const prepared = this.#prepare(text);
    this.#cached.set(text, { prepared, bytes: estimateBytes(text, prepared) });
    return prepared;
  }

  /** Forgets a text, which has become trusted or no longer is, so that it is prepared again at its next use. */
  forget(text: string): void {
    this.#cached.delete(text);
  }

  /** Size in bytes. */
  stats(): { readonly entries: number; readonly size: number } {
    return { entries: this.#cached.size, size: this.#cached.calculatedSize };
  }

  #prepare(text: string): PreparedDocument | GraphQLError {
    try {
      const schema = this.#schema;
      const document = parseDocument(text);
      const validate = () =>
        validateDocument(schema, document).map((error) => withErrorCode(error, 'GRAPHQL_VALIDATION_FAILED'));
      const isTrusted = this.#isTrusted(text);
      return new PreparedDocument(document, {
        ...{ schema, validate, isTrusted, readingCost: isTrusted ? 0 : readingCost(tokensOf(document, text)) },
        onCompiled: () => this.#count(text, BYTES_PER_COMPILED),
      });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return error.extensions.code === TOO_LARGE ? error : withErrorCode(error, 'GRAPHQL_PARSE_FAILED');
    }
  }

  /** Updates the size of an entry. */
  #count(text: string, bytes: number): void {
    const cached = this.#cached.peek(text);
    if (cached) this.#cached.set(text, { ...cached, bytes: cached.bytes + bytes });
  }
}

function estimateBytes(text: string, prepared: PreparedDocument | GraphQLError): number {
  const own = OVERHEAD_BYTES + text.length * BYTES_PER_CHARACTER;
  return prepared instanceof GraphQLError ? own : own + tokensOf(prepared.document, text) * BYTES_PER_TOKEN;
}

/** The parser counts tokens without declaring it in its types. At worst, every other character is a token. */
function tokensOf(document: DocumentNode, text: string): number {
  const { tokenCount = Math.ceil(text.length / 2) } = document as { readonly tokenCount?: number };
  return tokenCount;
}

/** An error with status 400, or 200 for clients that accept application/json, as GraphQL over HTTP requires. */
function withErrorCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  if (error.extensions.code !== undefined) return error;
  const { nodes, source, positions } = error;
  const extensions = { ...error.extensions, code, http: { spec: true, status: 400 } };
  return new GraphQLError(error.message, { nodes, source, positions, extensions });
}
