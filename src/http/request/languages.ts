/** The languages of a request. Callers send few distinct headers, so each is parsed once. */
import { LRUCache } from 'lru-cache';
import { type Languages, languagesOf } from '../../domain/text/locale.ts';

const CACHED_HEADERS = 200;

const cached = new LRUCache<string, Languages>({ max: CACHED_HEADERS, memoMethod: (header) => languagesOf(header) });

/** The languages of an `Accept-Language` header; a missing header counts as an empty one. */
export function readLanguages(acceptLanguage: string | undefined): Languages {
  return cached.memo(acceptLanguage ?? '');
}
