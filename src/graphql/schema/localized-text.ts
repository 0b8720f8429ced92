import type { Prisma } from '../../data/generated/prisma/client.ts';
import { languageTag } from '../../domain/text/locale.ts';
import { bestMatch, type Localized, type LocalizedShape, matchingLocale } from '../../domain/text/localized.ts';
import { builder, DEFAULT_RESOLVER } from './builder.ts';
import { LocaleEnum } from './enums.ts';
import { type LocaleName, localeName, searchedLocales } from './locale-names.ts';

/** The texts of a JSON column. The catalogue's validation and a check constraint guarantee the shape. */
export function parseLocalized(column: Prisma.JsonValue): Localized {
  return column as Localized;
}

const TEXTS_AS_STORED = 'null when there is none, empty when it is left empty on purpose.';

/** The argument by which the normalised cache of a client with several languages tells answers apart (F6). */
export const LOCALE = {
  type: LocaleEnum,
  description:
    'The language to look for first. A client that shows several languages passes it: its cache then keeps them apart (F6).',
} as const;

export const LocalizedText = builder.objectRef<LocalizedShape>('LocalizedText').implement({
  description: 'A text in the languages in which it is stored.',
  fields: (t) => ({
    text: t.string({
      nullable: true,
      description:
        'The best match: the text in `locale` if given, else in the language that `Accept-Language` prefers, else in the next language that has one; null when none has.',
      args: { locale: t.arg(LOCALE) },
      resolve: (texts, { locale }, { languages: { preferred } }) =>
        bestMatch(texts, searchedLocales(locale, preferred)),
    }),
    locale: t.field({
      type: LocaleEnum,
      nullable: true,
      description: 'The language in which `text` was found, in capitals; null when it is null (F6).',
      args: { locale: t.arg(LOCALE) },
      resolve: (texts, { locale }, { languages: { preferred } }) => {
        const found = matchingLocale(texts, searchedLocales(locale, preferred));
        return found && localeName(found);
      },
    }),
    localeTag: t.field({
      type: 'LocaleTag',
      nullable: true,
      description: 'The same language as a tag, for `lang` in HTML; null when `text` is null (F6).',
      args: { locale: t.arg(LOCALE) },
      resolve: (texts, { locale }, { languages: { preferred } }) => {
        const found = matchingLocale(texts, searchedLocales(locale, preferred));
        return found && languageTag(found);
      },
    }),
    ...({
      cs: t.exposeString('cs_CZ', { nullable: true, description: `In Czech; ${TEXTS_AS_STORED}` }),
      de: t.exposeString('de', { nullable: true, description: `In German; ${TEXTS_AS_STORED}` }),
      en: t.exposeString('en', { nullable: true, description: `In English; ${TEXTS_AS_STORED}` }),
      ru: t.exposeString('ru', { nullable: true, description: `In Russian; ${TEXTS_AS_STORED}` }),
    } satisfies Record<Lowercase<LocaleName>, unknown>),
  }),
});

/** Options of a field for the texts in the JSON property of the same name (see `parseLocalized`). */
export function localizedField<Name extends string>(name: Name, description: string) {
  return {
    type: LocalizedText,
    description,
    extensions: DEFAULT_RESOLVER,
    resolve: (row: Readonly<Record<Name, Prisma.JsonValue>>) => parseLocalized(row[name]),
  };
}
