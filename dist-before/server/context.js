/** The context of a request: its session and its languages. */
import { LRUCache } from 'lru-cache';
import { when } from '../data/soon.js';
import { customerLanguage, LOCALES, preferredLocales } from '../domain/locale.js';
/** Opens the session of a caller. `acceptLanguage` is the header as it was sent. */
export function contextOf({ gateway, caller, acceptLanguage, timeLimit, }) {
    const wanted = languages.memo(acceptLanguage ?? '');
    return when(gateway.open(caller, timeLimit), (session) => ({
        session,
        preferredLocales: wanted.preferredLocales,
        customerLanguage: wanted.customerLanguage,
    }));
}
/** Callers send few different headers; each is understood once. */
const languages = new LRUCache({
    max: 200,
    memoMethod(header) {
        const preferred = preferredLocales(header);
        return {
            preferredLocales: [...preferred, ...LOCALES.filter((locale) => !preferred.includes(locale))],
            customerLanguage: customerLanguage(header),
        };
    },
});
//# sourceMappingURL=context.js.map