import type { Prisma } from '../../data/generated/prisma/client.ts';
import { bestMatch, type Localized, type LocalizedShape } from '../../domain/text/localized.ts';
import { builder, DEFAULT_RESOLVER } from './builder.ts';
import { LocaleEnum } from './enums.ts';

/** The texts of a JSON column. The catalogue's validation and a check constraint guarantee the shape. */
export function parseLocalized(column: Prisma.JsonValue): Localized {
  return column as Localized;
}

const TEXTS_AS_STORED = 'null when there is none, empty when it is left empty on purpose.';

export const LocalizedText = builder.objectRef<LocalizedShape>('LocalizedText').implement({
  description: 'A text in the languages in which it is kept.',
  fields: (t) => ({
    text: t.string({
      nullable: true,
      description:
        'The best match: the text in `locale` if given, else in the language that `Accept-Language` prefers, else in the next language that has one; null when none has.',
      args: { locale: t.arg({ type: LocaleEnum, description: 'The language to look for first.' }) },
      resolve: (texts, { locale }, { languages: { preferred } }) =>
        bestMatch(texts, locale ? [locale, ...preferred] : preferred),
    }),
    cs_CZ: t.exposeString('cs_CZ', { nullable: true, description: `In Czech; ${TEXTS_AS_STORED}` }),
    de: t.exposeString('de', { nullable: true, description: `In German; ${TEXTS_AS_STORED}` }),
    en: t.exposeString('en', { nullable: true, description: `In English; ${TEXTS_AS_STORED}` }),
    ru: t.exposeString('ru', { nullable: true, description: `In Russian; ${TEXTS_AS_STORED}` }),
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
