import { builder, READ_AS_IT_IS } from './builder.js';
import { LocaleEnum } from './enums.js';
/** The texts of a JSON column, whose shape the catalogue's validation and a check of the database guarantee. */
export function localized(column) {
    return column;
}
/** The first text that there is, by the given order of locales. */
function bestMatch(texts, locales) {
    for (const locale of locales) {
        const text = texts[locale];
        if (text || (text === '' && texts.isEmptyMeant))
            return text;
    }
    return null;
}
const TEXTS_AS_KEPT = 'null when there is none, empty when it is left empty on purpose.';
export const LocalizedText = builder.objectRef('LocalizedText').implement({
    description: 'A text in the languages in which it is kept.',
    fields: (t) => ({
        text: t.string({
            nullable: true,
            description: 'The best match: the text in `locale` if given, else in the language that `Accept-Language` prefers, else in the next language that has one; null when none has.',
            args: { locale: t.arg({ type: LocaleEnum, description: 'The language to look for first.' }) },
            resolve: (texts, { locale }, { preferredLocales }) => bestMatch(texts, locale ? [locale, ...preferredLocales] : preferredLocales),
        }),
        cs_CZ: t.exposeString('cs_CZ', { nullable: true, description: `In Czech; ${TEXTS_AS_KEPT}` }),
        de: t.exposeString('de', { nullable: true, description: `In German; ${TEXTS_AS_KEPT}` }),
        en: t.exposeString('en', { nullable: true, description: `In English; ${TEXTS_AS_KEPT}` }),
        ru: t.exposeString('ru', { nullable: true, description: `In Russian; ${TEXTS_AS_KEPT}` }),
    }),
});
/** The options of the field for the texts in the JSON property of the same name (see `localized`). */
export function texts(name, description) {
    return {
        type: LocalizedText,
        description,
        extensions: READ_AS_IT_IS,
        resolve: (row) => localized(row[name]),
    };
}
//# sourceMappingURL=localized-text.js.map