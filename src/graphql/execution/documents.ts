/**
 * Documents are parsed and validated once, and cached: front ends send the same few all day. The cache is
 * bounded by memory, so a client that sends ever new documents of full size only evicts older ones. The bytes
 * leave out the costs of each operation, ten for each size of a catalogue: some kilobytes. Prepared each time, a request that is not in the
 * response cache takes 2 to 5 times the processor time (bench/ABLATION.md).
 */
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '../../domain/problem/error-codes.ts';
import { AS_SELECTED, Operation, type ToRecord } from './operation.ts';
import { readingCost } from './operation-cost.ts';
import { operationLabel } from './operation-label.ts';
import { parseDocument } from './parse-document.ts';
import { validateDocument } from './validate-document.ts';

const CACHE_BYTES = 48 * 1024 * 1024;
/** Measured with graphql 16: a token with its node and its location. */
const BYTES_PER_TOKEN = 500;
const BYTES_PER_CHARACTER = 2;
const OVERHEAD_BYTES = 1_000;
/** Measured with graphql-jit 0.8: the functions of an operation. */
const BYTES_PER_COMPILED = 100_000;

interface PreparedDocumentParts {
  readonly schema: GraphQLSchema;
  /** Left out for documents known to be valid. */
  readonly validate?: () => readonly GraphQLError[];
  readonly isTrusted?: boolean;
  /** Whether the document is ours, as are the variables of its operations. */
  readonly isStored?: boolean;
  readonly onCompiled?: () => void;
  /** Shapes an entity of its list, where entities are computed one by one. */
  readonly toRecord?: ToRecord;
  readonly readingCost?: number;
}

export class PreparedDocument {
  readonly document: DocumentNode;
  readonly #parts: PreparedDocumentParts;
  #errors: readonly GraphQLError[] | null = null;
  #readingCost: number;
  readonly #operations = new Map<OperationKey, Operation>();

  constructor(document: DocumentNode, parts: PreparedDocumentParts) {
    this.document = document;
    this.#parts = parts;
    this.#readingCost = parts.readingCost ?? 0;
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
    this.#errors ??= this.#parts.validate?.() ?? [];
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
    const { schema, isTrusted = false, isStored = false, onCompiled = () => {}, toRecord = AS_SELECTED } = this.#parts;
    const label = operationLabel(node, { schema, document, isTrusted });
    const operation = new Operation(node, { schema, document, label, onCompiled, toRecord, isStored });
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
      return withErrorCode(error, 'GRAPHQL_PARSE_FAILED');
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

/** At worst, every other character is a token. */
function tokensOf({ tokenCount }: DocumentNode, text: string): number {
  return tokenCount ?? Math.ceil(text.length / 2);
}

/**
 * An error with status 400, or 200 for clients that accept application/json, as GraphQL over HTTP requires. An error that has a code
 * already stays as it is.
 */
function withErrorCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  if (error.extensions.code !== undefined) return error;
  const { nodes, source, positions } = error;
  const extensions = { ...error.extensions, code, http: { spec: true, status: 400 } };
  return new GraphQLError(error.message, { nodes, source, positions, extensions });
}
