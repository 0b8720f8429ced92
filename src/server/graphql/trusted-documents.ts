/**
 * Trusted documents: operations that an installation knows beforehand, which clients name by id instead of sending.
 * They are read once at the start; one that could not be executed stops the start. In the exclusive mode no text of a
 * client is executed, however it was sent.
 */
import { readFileSync } from 'node:fs';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { parseDocument } from '../../graphql/execution/parse-document.ts';
import { validateDocument } from '../../graphql/execution/validate-document.ts';
import { ConfigError } from '../config.ts';

type Parameters = Readonly<Record<string, unknown>>;

export interface TrustedDocuments {
  /** Whether GraphQL clients may execute nothing else. */
  readonly only: boolean;
  /** Whether a text is a trusted document, to the character. */
  has(text: string): boolean;
  /**
   * The parameters with the text in place of the id; unchanged when they have an allowed text, or lack one, which Yoga
   * refuses; else the refusal.
   * @param address of a GET request, where `documentId` is a query parameter
   */
  resolve(params: Parameters, address?: string): Parameters | GraphQLError;
}

/** The format of GraphQL Code Generator and Relay: texts by id. */
const byId = z.record(z.string(), z.string());
/** The format of Apollo. */
const apollo = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

const MAX_REASON_LENGTH = 300;

/** @throws ConfigError in one line: the manifest cannot be read, or one of its documents cannot be executed */
export function readTrustedDocuments(
  { file, only }: { readonly file: string; readonly only: boolean },
  schema: GraphQLSchema,
): TrustedDocuments {
  const documents = readManifest(file);
  for (const [id, text] of documents) {
    const problem = findDocumentProblem(schema, text);
    if (problem !== null)
      throw brokenManifest(file, `the document ${JSON.stringify(id)} cannot be executed: ${problem}`);
  }
  const texts = new Set(documents.values());
  const textOf = (id: string) =>
    documents.get(id) ?? (id.startsWith('sha256:') ? (documents.get(id.slice('sha256:'.length)) ?? null) : null);
  return {
    only,
    has: (text) => texts.has(text),
    resolve(params, address) {
      const { query, variables, operationName, documentId } = params;
      if (query) {
        if (only) return trustedOnly();
        return documentIdOf({ documentId }, address) === null ? params : notBoth();
      }
      const id = documentIdOf(params, address);
      if (id === null) return only ? idRequired() : params;
      const text = textOf(id);
      return text === null ? documentNotFound() : { query: text, variables, operationName };
    },
  };
}

function readManifest(file: string): ReadonlyMap<string, string> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw brokenManifest(file, code === undefined ? 'it is not JSON' : `it cannot be read (${code})`);
  }
  const ofApollo = apollo.safeParse(content);
  const entries = ofApollo.success
    ? ofApollo.data.operations.map(({ id, body }) => [id, body] as const)
    : Object.entries(byId.safeParse(content).data ?? {});
  if (entries.length === 0) throw brokenManifest(file, 'it is not an object with a text for every id, or has none');
  const documents = new Map<string, string>();
  for (const [id, text] of entries) {
    if (documents.has(id)) throw brokenManifest(file, `the id ${JSON.stringify(id)} stands there twice`);
    documents.set(id, text);
  }
  return documents;
}

/** Why a document cannot be executed, in one line; null: it can. */
function findDocumentProblem(schema: GraphQLSchema, text: string): string | null {
  try {
    const [error] = validateDocument(schema, parseDocument(text));
    return error ? toOneLine(error.message) : null;
  } catch (error) {
    return toOneLine((error as Error).message);
  }
}

function toOneLine(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH);
}

function brokenManifest(file: string, reason: string): ConfigError {
  return new ConfigError(`TRUSTED_DOCUMENTS ${file}: ${reason}`);
}

/**
 * The document id of a request: `documentId` of GraphQL over HTTP, also as a query parameter of `address`, or Apollo's
 * `extensions.persistedQuery`.
 */
function documentIdOf({ documentId, extensions }: Readonly<Record<string, unknown>>, address?: string): string | null {
  if (typeof documentId === 'string') return documentId;
  const inAddress = address === undefined ? null : new URL(address).searchParams.get('documentId');
  if (inAddress) return inAddress;
  const { persistedQuery } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null;
  };
  const { version, sha256Hash } = persistedQuery ?? {};
  return version === 1 && typeof sha256Hash === 'string' ? sha256Hash : null;
}

const createRefusal = (code: string, message: string) => () =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

const documentNotFound = createRefusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
const idRequired = createRefusal(
  'PERSISTED_QUERY_ID_REQUIRED',
  'Only trusted documents are answered here: send the id of one as `documentId` or `extensions.persistedQuery`.',
);
const trustedOnly = createRefusal(
  'TRUSTED_DOCUMENTS_ONLY',
  'Only trusted documents are answered here, by their ids; the text of an operation is not.',
);
const notBoth = createRefusal('BAD_REQUEST', 'Send either `documentId` or `query`, not both.');

/** What GraphiQL shows when it could execute nothing that is typed into it. */
export const ONLY_TRUSTED_NOTICE = `# This gateway answers trusted documents alone (TRUSTED_DOCUMENTS_ONLY=1), which clients name by their ids.
# An operation that is typed in here gets the error TRUSTED_DOCUMENTS_ONLY, and so does the look at the schema.
`;
