/**
 * Which text a request means (F10): one that it sends, or one that it names, by the id of a trusted document or by the hash of an
 * automatic persisted query. Where only trusted documents are allowed, no text of a client is executed, however it was sent.
 */
import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../domain/problem/error-codes.ts';
import type { Documents } from '../../graphql/execution/documents.ts';
import { plainId } from './document-manifests.ts';
import type { RegisteredDocuments } from './registered-documents.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export type Parameters = Readonly<Record<string, unknown>>;

export interface PersistedDocumentsParts {
  readonly documents: Documents;
  readonly registered: RegisteredDocuments;
  /** Null: no trusted documents. */
  readonly trusted: TrustedDocuments | null;
}

export class PersistedDocuments {
  readonly #parts: PersistedDocumentsParts;

  constructor(parts: PersistedDocumentsParts) {
    this.#parts = parts;
  }

  /** Another one when an id may stand for another text. */
  get version(): number {
    return this.#parts.trusted?.version ?? 0;
  }

  /**
   * The parameters with a text; unchanged when they have an allowed one and no hash, or lack one, which Yoga refuses; else the
   * refusal.
   * @param holder who sends a text with its hash, which is registered then; null: it is not
   * @param address of a GET request, where `documentId` is a query parameter
   */
  resolve(params: Parameters, holder: string | null, address?: string): Parameters | GraphQLError {
    const { registered, trusted } = this.#parts;
    const { query, variables, operationName } = params;
    const documentId = documentIdOf(params, address);
    const hash = hashOf(params);
    if (hash instanceof GraphQLError) return hash;
    const isOnly = trusted?.only === true;
    if (query) {
      if (isOnly) return trustedOnly();
      if (documentId !== null) return notBoth();
      if (hash === null || typeof query !== 'string') return params;
      if (hash !== createHash('sha256').update(query).digest('hex')) return mismatch();
      if (holder !== null && this.#isValid(query)) registered.register(hash, query, holder);
      return { query, variables, operationName };
    }
    const id = documentId ?? hash;
    if (id === null) return isOnly ? idRequired() : params;
    const text = trusted?.textOf(id) ?? (isOnly ? null : registered.get(id));
    if (text !== null) return { query: text, variables, operationName };
    if (documentId !== null) return documentNotFound();
    return isOnly ? hashesNotSupported() : hashNotFound();
  }

  #isValid(text: string): boolean {
    const prepared = this.#parts.documents.prepare(text);
    return !(prepared instanceof GraphQLError) && prepared.errors.length === 0;
  }
}

/** Whether a request sends a text with its hash, to be known by it from then on. */
export function bringsDocument(params: Parameters): boolean {
  return typeof params.query === 'string' && typeof hashOf(params) === 'string';
}

/** `documentId` of GraphQL over HTTP, also as a query parameter of an address. */
function documentIdOf({ documentId }: Parameters, address?: string): string | null {
  if (typeof documentId === 'string') return plainId(documentId);
  const inAddress = address === undefined ? null : new URL(address).searchParams.get('documentId');
  return inAddress ? plainId(inAddress) : null;
}

/** Apollo's `extensions.persistedQuery`; null: there is none. */
function hashOf({ extensions }: Parameters): string | GraphQLError | null {
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { version?: unknown; sha256Hash?: unknown } };
  if (persistedQuery == null) return null;
  const { version, sha256Hash } = persistedQuery;
  return version === 1 && typeof sha256Hash === 'string' ? plainId(sha256Hash) : malformed();
}

const createRefusal = (status: number, code: ErrorCode, message: string) => () =>
  new GraphQLError(message, { extensions: { code, http: { status } } });

// Clients recognise these two by their messages, and many of them only in an answer with 200, as Apollo Server gives it.
const hashNotFound = createRefusal(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
const hashesNotSupported = createRefusal(200, 'PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
const documentNotFound = createRefusal(400, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
const idRequired = createRefusal(
  400,
  'PERSISTED_QUERY_ID_REQUIRED',
  'Only trusted documents are answered here: send the id of one as `documentId` or `extensions.persistedQuery`.',
);
const trustedOnly = createRefusal(
  400,
  'TRUSTED_DOCUMENTS_ONLY',
  'Only trusted documents are answered here, by their ids; the text of an operation is not.',
);
const notBoth = createRefusal(400, 'BAD_REQUEST', 'Send either `documentId` or `query`, not both.');
const malformed = createRefusal(
  400,
  'BAD_REQUEST',
  '`extensions.persistedQuery` must be an object with `version` 1 and the text `sha256Hash`.',
);
const mismatch = createRefusal(
  400,
  'PERSISTED_QUERY_MISMATCH',
  '`sha256Hash` is not the hash of `query`; expected the SHA-256 of its bytes in UTF-8, as 64 hexadecimal digits.',
);
