/** Manifests of trusted documents, as GraphQL Code Generator, Relay and Apollo write them: a file, or all of a folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { beginningOf } from '../../domain/text/text-characters.ts';
import { parseDocument } from '../../graphql/execution/parse-document.ts';
import { validateDocument } from '../../graphql/execution/validate-document.ts';
import { ConfigError } from '../config.ts';

/** The format of GraphQL Code Generator and Relay: texts by id. */
const byId = z.record(z.string(), z.string());
/** The format of Apollo. */
const apollo = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

const MAX_REASON_LENGTH = 300;
const ALGORITHM = 'sha256:';

/** The id without the name of the algorithm, which both manifests and requests may write or leave out. */
export function plainId(id: string): string {
  return id.startsWith(ALGORITHM) ? id.slice(ALGORITHM.length) : id;
}

/**
 * The texts of all documents by their plain ids; none of a folder without manifests.
 * @param known texts that can be executed for certain
 * @throws ConfigError in one line: a manifest cannot be read, or one of its documents cannot be executed
 */
export function readManifests(
  path: string,
  schema: GraphQLSchema,
  known: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const files = listManifests(path);
  const documents = new Map<string, string>();
  for (const file of files) {
    for (const [sentId, text] of readManifest(file)) {
      const id = plainId(sentId);
      const name = JSON.stringify(sentId);
      if ((documents.get(id) ?? text) !== text) throw brokenManifest(file, `the id ${name} stands for two documents`);
      const problem = known.has(text) || documents.has(id) ? null : findDocumentProblem(schema, text);
      if (problem !== null) throw brokenManifest(file, `the document ${name} cannot be executed: ${problem}`);
      documents.set(id, text);
    }
  }
  return documents;
}

/** Another text as soon as the manifests are others. */
export function stateOfManifests(path: string): string {
  try {
    const states = listManifests(path).map((file) => {
      const { ino, size, mtimeMs, ctimeMs } = statSync(file);
      return `${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    });
    return states.join('\n');
  } catch (error) {
    return String(error);
  }
}

function listManifests(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw brokenManifest(path, unreadable(error));
  }
}

function readManifest(file: string): readonly (readonly [id: string, text: string])[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw brokenManifest(file, unreadable(error));
  }
  const ofApollo = apollo.safeParse(content);
  const entries = ofApollo.success
    ? ofApollo.data.operations.map(({ id, body }) => [id, body] as const)
    : Object.entries(byId.safeParse(content).data ?? {});
  if (entries.length === 0) throw brokenManifest(file, 'it is not an object with a text for every id, or has none');
  return entries;
}

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? 'it is not JSON' : `it cannot be read (${code})`;
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
  return beginningOf(message.replaceAll(/\s+/g, ' '), MAX_REASON_LENGTH);
}

function brokenManifest(file: string, reason: string): ConfigError {
  return new ConfigError(`TRUSTED_DOCUMENTS ${file}: ${reason}`);
}
