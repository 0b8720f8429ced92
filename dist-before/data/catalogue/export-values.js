/** Stored values as a catalogue file writes them. */
import { formatDay, utcDay } from '../../domain/civil-date.js';
import { LOCALES } from '../../domain/locale.js';
import { majorOf } from '../../domain/money.js';
/** A localized text with its locales in their usual order; missing, null and empty ones stay what they are. */
export function localizedOf(stored) {
    const texts = stored;
    return Object.fromEntries(LOCALES.filter((locale) => Object.hasOwn(texts, locale)).map((locale) => [locale, texts[locale]]));
}
export function dateOf(stored) {
    return stored && formatDay(utcDay(stored.getTime()));
}
/** Hundredths of a percent as a percentage. */
export function percentageOf(basisPoints) {
    return majorOf(basisPoints);
}
//# sourceMappingURL=export-values.js.map