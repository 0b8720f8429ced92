/** The context of a request: its session and its languages. */
import type { Caller } from '../data/api-keys.ts';
import { customerLanguage, LOCALES, preferredLocales } from '../domain/locale.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { Gateway } from '../operations/session.ts';
import type { TimeLimit } from '../operations/time-limit.ts';

/** Opens the session of a caller. `acceptLanguage` is the header as it was sent. */
export async function contextOf({
  gateway,
  caller,
  acceptLanguage,
  timeLimit,
}: {
  gateway: Gateway;
  caller: Caller;
  acceptLanguage: string | undefined;
  timeLimit: TimeLimit;
}): Promise<GraphQLContext> {
  const preferred = preferredLocales(acceptLanguage);
  return {
    session: await gateway.open(caller, timeLimit),
    preferredLocales: [...preferred, ...LOCALES.filter((locale) => !preferred.includes(locale))],
    customerLanguage: customerLanguage(acceptLanguage),
  };
}
