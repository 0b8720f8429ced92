/**
 * Documents that have been parsed, remembered for when they come again: front ends send the same few all day. What they take
 * in memory is bounded; a client who sends ever new ones, each as large as allowed, makes older ones forgotten and no more.
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Measured with graphql 16: a token with its node and its place. */
const BYTES_PER_TOKEN = 500;
const BYTES_PER_CHARACTER = 2;
const OVERHEAD_BYTES = 1_000;

/** What the server's parser asks before it parses, and tells afterwards. */
export interface DocumentCaches {
  readonly documentCache: LRUCache<string, DocumentNode>;
  readonly errorCache: LRUCache<string, object>;
}

/** Caches that take so many bytes at most, those of what cannot be parsed a tenth of it. */
export function createDocumentCaches({ bytes }: { bytes: number }): DocumentCaches {
  const textBytes = (text: string) => OVERHEAD_BYTES + text.length * BYTES_PER_CHARACTER;
  return {
    documentCache: new LRUCache({
      maxSize: bytes - Math.floor(bytes / 10),
      sizeCalculation: (document, text) => textBytes(text) + tokensOf(document, text) * BYTES_PER_TOKEN,
    }),
    errorCache: new LRUCache({ maxSize: Math.floor(bytes / 10), sizeCalculation: (_, text) => textBytes(text) }),
  };
}

/** The parser counts tokens without saying so in its types. At worst every other character is one. */
function tokensOf(document: DocumentNode & { readonly tokenCount?: number }, text: string): number {
  return document.tokenCount ?? Math.ceil(text.length / 2);
}
