/**
 * Trusted documents (F10): operations that an installation knows beforehand, which clients name by id instead of sending. At the start
 * one that could not be executed stops it; a folder without manifests may be filled later. From then on the manifests are looked at every
 * two seconds, because events of the file system are not reliable on network drives and mounted volumes, and read again when they have
 * changed; broken ones are left alone, and those of before stay when the folder is emptied.
 */
import type { GraphQLSchema } from 'graphql';
import { repeat, type Scheduler } from '../../domain/time/clock.ts';
import { ConfigError } from '../config.ts';
import { readManifests, stateOfManifests } from './document-manifests.ts';

const LOOK_EVERY_MS = 2_000;

export interface TrustedDocuments {
  /** Whether GraphQL clients may execute nothing else. */
  readonly only: boolean;
  /** Raised when the documents have changed. */
  readonly version: number;
  /** Whether a text is a trusted document, to the character. */
  has(text: string): boolean;
  /** The text of a plain id; null: there is none. */
  textOf(id: string): string | null;
  /** Reads them no more. */
  close(): void;
}

export interface TrustedDocumentsParts {
  readonly schema: GraphQLSchema;
  readonly schedule: Scheduler;
  /** Called with the texts that are trusted now, or no longer. */
  readonly onChange: (texts: readonly string[]) => void;
  /** Called at the start if there are none yet. */
  readonly onEmpty: () => void;
  /** Called with the reason, in one line, why those of before stay. */
  readonly onBroken: (reason: string) => void;
}

/** @throws ConfigError in one line: a manifest cannot be read, or one of its documents cannot be executed */
export function openTrustedDocuments(
  { path, only }: { readonly path: string; readonly only: boolean },
  { schema, schedule, onChange, onEmpty, onBroken }: TrustedDocumentsParts,
): TrustedDocuments {
  // Before reading: what changes meanwhile is read again.
  let state = stateOfManifests(path);
  let documents = readManifests(path, schema);
  let texts = new Set(documents.values());
  let version = 0;
  if (texts.size === 0) onEmpty();

  function readAgain(): void {
    try {
      const read = readManifests(path, schema, texts);
      if (read.size === 0) throw new ConfigError('the folder has no manifest (*.json)');
      documents = read;
    } catch (error) {
      onBroken((error as Error).message);
      return;
    }
    const before = texts;
    texts = new Set(documents.values());
    version++;
    const added = [...texts].filter((text) => !before.has(text));
    onChange([...added, ...[...before].filter((text) => !texts.has(text))]);
  }

  function look(): void {
    const now = stateOfManifests(path);
    if (now === state) return;
    state = now;
    readAgain();
  }

  return {
    only,
    get version() {
      return version;
    },
    has: (text) => texts.has(text),
    textOf: (id) => documents.get(id) ?? null,
    close: repeat(schedule, look, LOOK_EVERY_MS),
  };
}

/** What GraphiQL shows when it could execute nothing that is typed into it. */
export const ONLY_TRUSTED_NOTICE = `# This gateway answers trusted documents alone (TRUSTED_DOCUMENTS_ONLY=1), which clients name by their ids.
# An operation that is typed in here gets the error TRUSTED_DOCUMENTS_ONLY, and so does the look at the schema.
`;
