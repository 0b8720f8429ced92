/** What a GET request asks, to the last parameter and language, as the store of answers takes it. */
import { LRUCache } from 'lru-cache';
import { includedLocales } from '../domain/locale.ts';

/** Callers send few different headers; each is understood once. */
const languages = new LRUCache<string, string>({ max: 200, memoMethod: (header) => includedLocales(header).join() });
const EVERY_LANGUAGE = includedLocales(undefined).join();

/** Who asks is not a part of it: `url` is an address without a key, as `addressOf` gives it. */
export function questionOf(url: string, acceptLanguage: string | undefined): string {
  const included = acceptLanguage === undefined ? EVERY_LANGUAGE : languages.memo(acceptLanguage);
  return `${url} ${included}`;
}
