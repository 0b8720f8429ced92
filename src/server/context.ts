/** The request context: what GraphQL resolvers run with. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../data/api-keys.ts';
import { type Soon, when } from '../data/soon.ts';
import { customerLanguage, LOCALES, preferredLocales } from '../domain/locale.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { Gateway } from '../operations/session.ts';
import type { TimeLimit } from '../operations/time-limit.ts';

/** `acceptLanguage` is the raw header. */
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

/** Callers send few distinct headers, so each is parsed once. */
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
