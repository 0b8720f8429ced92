/**
 * The key of a server on an embedded database for the commands of this installation. It exists only in the memory of the
 * process and in a file of its data folder: it ends with the process, whatever ends it, and is in no list of keys.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { generateApiKey } from '../../domain/api-key-format.ts';
import type { Caller } from './api-keys.ts';
import type { ApiKeys, KeyMaker } from './key-lookup.ts';
import { completeScopes } from './scopes.ts';

const CALLER: Caller = {
  apiKeyId: 'server-key',
  name: 'server-key',
  clientId: 'server-key',
  isTest: false,
  isPublishable: false,
  channel: 'public',
  destinations: null,
  hotels: null,
  scopes: new Set(completeScopes(['manage'])),
  prefix: 'server-key',
  expiresAtMs: null,
  visibilityKey: 'server-key',
};

/** A new key, and the keys that know it besides those of the database. */
export function addServerKey(apiKeys: ApiKeys & KeyMaker): { key: string; apiKeys: ApiKeys & KeyMaker } {
  const key = generateApiKey(randomInt);
  const digest = digestOf(key);
  const find = (text: string) => (timingSafeEqual(digestOf(text), digest) ? CALLER : null);
  return {
    key,
    apiKeys: {
      ...apiKeys,
      authenticateCached: (text) => apiKeys.authenticateCached(text) ?? find(text),
      authenticate: async (text) => find(text) ?? (await apiKeys.authenticate(text)),
    },
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
