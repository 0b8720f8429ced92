/**
 * The media type of a GraphQL answer, chosen from `Accept` before anything is executed: an operation whose answer the caller
 * could not take does not run. JSON is preferred to the types in which an answer comes in parts, which hold the one result of
 * an operation as an event or a part of its own.
 */
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const JSON_TYPES = ['application/json', 'application/graphql-response+json'] as const;
/** In the order of preference where a caller accepts several with the same weight; the order of `Accept` counts within a group. */
const GROUPS = [JSON_TYPES, ['multipart/mixed'], ['text/event-stream']] as const;

export type MediaType = (typeof GROUPS)[number][number];

export const MEDIA_TYPES: readonly MediaType[] = GROUPS.flat();

/** Whether an answer of the type is one JSON text and nothing else. */
export function isJsonType(type: MediaType): boolean {
  return (JSON_TYPES as readonly MediaType[]).includes(type);
}

/** A longer header is understood again each time. */
const MAX_CACHED_LENGTH = 200;
const NONE = 'none';

const negotiatedTypes = new LRUCache<string, MediaType | typeof NONE>({ max: 200, memoMethod: chooseMediaType });

/** The media type for a request with this `Accept`; null when the caller accepts none of ours. */
export function negotiateMediaType(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === '') return 'application/json';
  const type = accept.length <= MAX_CACHED_LENGTH ? negotiatedTypes.memo(accept) : chooseMediaType(accept);
  return type === NONE ? null : type;
}

function chooseMediaType(accept: string): MediaType | typeof NONE {
  // By weight, then in the order of the header; what is excluded by a weight of 0 is not among them.
  const ranges = new Negotiator({ headers: { accept } }).mediaTypes().map((range) => range.toLowerCase());
  for (const group of GROUPS) {
    for (const range of ranges) {
      const type = group.find((one) => range === '*/*' || range === one || range === `${one.split('/', 1)[0]}/*`);
      if (type) return type;
    }
  }
  return NONE;
}
