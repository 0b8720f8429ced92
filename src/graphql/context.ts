/** What every resolver gets: the session of the request, and the languages that its headers ask for. */
import type { Locale } from '../domain/locale.ts';
import type { Session } from '../operations/session.ts';

export interface GraphQLContext {
  readonly session: Session;
  /** Every locale, the preferred first: where `text` looks. */
  readonly preferredLocales: readonly Locale[];
  /** Language of automated e-mails to a customer who books in this request. */
  readonly customerLanguage: Locale;
}
