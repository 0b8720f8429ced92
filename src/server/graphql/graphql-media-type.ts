/**
 * The media type of a GraphQL answer, negotiated before anything is executed: an operation whose answer the caller
 * could not accept does not run. JSON is preferred to the incremental types, which carry the single result as an event
 * or a part.
 */
import { LRUCache } from 'lru-cache';
import { acceptedTypes } from '../../http/response/representation.ts';

const JSON_TYPES = ['application/json', 'application/graphql-response+json'] as const;
/** Among equal weights an earlier group is preferred; within a group the order of `Accept` decides. */
const GROUPS = [JSON_TYPES, ['multipart/mixed'], ['text/event-stream']] as const;

export type MediaType = (typeof GROUPS)[number][number];

export const MEDIA_TYPES: readonly MediaType[] = GROUPS.flat();

/** Whether an answer of the type is a single JSON text. */
export function isJsonType(type: MediaType): boolean {
  return (JSON_TYPES as readonly MediaType[]).includes(type);
}

/** Longer headers are not cached. */
const MAX_CACHED_LENGTH = 200;
const NONE = 'none';

const negotiatedTypes = new LRUCache<string, MediaType | typeof NONE>({ max: 200, memoMethod: chooseMediaType });

/** The media type for an `Accept` header; null: none of ours is acceptable. */
export function negotiateMediaType(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === '') return 'application/json';
  const type = accept.length <= MAX_CACHED_LENGTH ? negotiatedTypes.memo(accept) : chooseMediaType(accept);
  return type === NONE ? null : type;
}

/** Whether an `Accept` header names event streams, preferred or not. A wildcard for all types does not. */
export function acceptsEventStream(accept: string | undefined): boolean {
  const ranges = acceptedTypes(accept)
    .mediaTypes()
    .map((range) => range.toLowerCase());
  return ranges.includes('text/event-stream') || ranges.includes('text/*');
}

function chooseMediaType(accept: string): MediaType | typeof NONE {
  // Sorted by weight, then by position; ranges with weight 0 are left out.
  const negotiator = acceptedTypes(accept);
  const ranges = negotiator.mediaTypes().map((range) => range.toLowerCase());
  for (const group of GROUPS) {
    // A type that is named with weight 0 is none, whatever a wildcard beside it says.
    const accepted = group.filter((one) => ranges.includes(one) || negotiator.mediaType([one]));
    for (const range of ranges) {
      const type = accepted.find((one) => range === '*/*' || range === one || range === `${one.split('/', 1)[0]}/*`);
      if (type) return type;
    }
  }
  return NONE;
}
