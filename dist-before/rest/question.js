/** What a GET request asks, to the last parameter and language, as the store of answers takes it. */
import { LRUCache } from 'lru-cache';
import { includedLocales } from '../domain/locale.js';
/** Callers send few different headers; each is understood once. */
const languages = new LRUCache({ max: 200, memoMethod: (header) => includedLocales(header).join() });
const EVERY_LANGUAGE = includedLocales(undefined).join();
/** Who asks is not a part of it: the key in the address is left out. `url` is the path with its query. */
export function questionOf(url, acceptLanguage) {
    const included = acceptLanguage === undefined ? EVERY_LANGUAGE : languages.memo(acceptLanguage);
    return `${url.includes('access_token=') ? withoutKey(url) : url} ${included}`;
}
function withoutKey(url) {
    // Only the first one begins the query.
    const start = url.indexOf('?');
    const parameters = url.slice(start + 1).split('&');
    return `${url.slice(0, start + 1)}${parameters.filter((one) => !one.startsWith('access_token=')).join('&')}`;
}
//# sourceMappingURL=question.js.map