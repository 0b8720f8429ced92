/** The languages that a request asks for. Callers send few different headers, and each is understood once. */
import { LRUCache } from 'lru-cache';
import { type Languages, languagesOf } from '../../domain/text/locale.ts';

const CACHED_HEADERS = 200;

const cached = new LRUCache<string, Languages>({ max: CACHED_HEADERS, memoMethod: (header) => languagesOf(header) });

/** What an `Accept-Language` header asks for; a request without one is one with an empty header. */
export function readLanguages(acceptLanguage: string | undefined): Languages {
  return cached.memo(acceptLanguage ?? '');
}
