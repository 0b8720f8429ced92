/** Our own texts of mails. Each may use the general placeholders, and some have their own, like a fee. */
import type { Locale } from '../../domain/text/locale.ts';
import { texts as shared, PLACEHOLDERS as sharedPlaceholders } from '../../texts/generated/texts.ts';
import { type GENERAL_PLACEHOLDERS, texts as own, PLACEHOLDERS as ownPlaceholders } from './generated/texts.ts';

/** What the pages say of cancelling, and in the guest's calendar, mails say in the same words. */
function withShared(locale: Locale) {
  const { cancellation, event } = shared[locale];
  const { free, now, from, over } = cancellation;
  return {
    ...own[locale],
    'cancellation.free': free,
    'cancellation.now': now,
    'cancellation.from': from,
    'cancellation.over': over,
    'event.summary': event.summary,
  };
}

type OwnTexts = ReturnType<typeof withShared>;
export type TextKey = keyof OwnTexts;
export type TextsByLocale = Readonly<Record<Locale, Readonly<Record<TextKey, string | ((values: never) => string)>>>>;

export const TEXTS: TextsByLocale = {
  cs_CZ: withShared('cs_CZ'),
  de: withShared('de'),
  en: withShared('en'),
  ru: withShared('ru'),
};

export type GeneralValues = Readonly<Record<(typeof GENERAL_PLACEHOLDERS)[number], string>>;

/** The values that the text under a key needs beside the general ones. */
export type OwnValues<Key extends TextKey> = OwnTexts[Key] extends (values: infer Values) => string
  ? Omit<Values, keyof GeneralValues>
  : unknown;

/** The keys of texts that say nothing of their own. */
export type GeneralKey = { [Key in TextKey]: keyof OwnValues<Key> extends never ? Key : never }[TextKey];

/** The placeholders of our text under a key, in English: the other languages have the same. */
export const PLACEHOLDERS = { ...sharedPlaceholders, ...ownPlaceholders };
