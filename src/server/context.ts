/** The context of a request: its session and its languages. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../data/api-keys.ts';
import { type Soon, when } from '../data/soon.ts';
import { customerLanguage, LOCALES, preferredLocales } from '../domain/locale.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { Gateway } from '../operations/session.ts';
import type { TimeLimit } from '../operations/time-limit.ts';

/** Opens the session of a caller. `acceptLanguage` is the header as it was sent. */
export function contextOf({
  gateway,
  caller,
  acceptLanguage,
  timeLimit,
}: {
  gateway: Gateway;
  caller: Caller;
  acceptLanguage: string | undefined;
  timeLimit: TimeLimit;
}): Soon<GraphQLContext> {
  const wanted = languages.memo(acceptLanguage ?? '');
  return when(gateway.open(caller, timeLimit), (session) => ({
    session,
    preferredLocales: wanted.preferredLocales,
    customerLanguage: wanted.customerLanguage,
  }));
}

type Languages = Pick<GraphQLContext, 'preferredLocales' | 'customerLanguage'>;

/** Callers send few different headers; each is understood once. */
const languages = new LRUCache<string, Languages>({
  max: 200,
  memoMethod(header) {
    const preferred = preferredLocales(header);
    return {
      preferredLocales: [...preferred, ...LOCALES.filter((locale) => !preferred.includes(locale))],
      customerLanguage: customerLanguage(header),
    };
  },
});
