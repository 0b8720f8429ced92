/** The context of every resolver: the request context and the languages of its headers. */
import type { Locale } from '../domain/locale.ts';
import type { Session } from '../operations/session.ts';

export interface GraphQLContext {
  readonly session: Session;
  /** Every locale, the preferred first, for the field `text`. */
  readonly preferredLocales: readonly Locale[];
  /** Language of automated e-mails to a customer who books in this request. */
  readonly customerLanguage: Locale;
}
