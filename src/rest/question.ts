/** A GET request with everything that shapes its answer, as the key of the response cache. */
import { LRUCache } from 'lru-cache';
import { includedLocales } from '../domain/locale.ts';

/** Callers send few distinct headers, so each is parsed once. */
const languages = new LRUCache<string, string>({ max: 200, memoMethod: (header) => includedLocales(header).join() });
const EVERY_LANGUAGE = includedLocales(undefined).join();

/** The caller is not part of it: `url` has no key. */
export function questionOf(url: string, acceptLanguage: string | undefined): string {
  const included = acceptLanguage === undefined ? EVERY_LANGUAGE : languages.memo(acceptLanguage);
  return `${url} ${included}`;
}
