/**
 * The alternative text of a picture by locale (V7): a text that is missing or null falls back to what the picture shows,
 * the hotel's name or the room's category; an empty text stays, for it says that the picture is decorative.
 */
import { LOCALES } from './locale.js';
/** What a picture of a hotel falls back to: its name, the same in every locale. */
export function altOfHotel(name) {
    return Object.fromEntries(LOCALES.map((locale) => [locale, name]));
}
/**
 * The alternative text in every locale; null where neither the picture nor the fallback has one. Emptiness is never taken
 * over from the fallback: only the text of the picture itself can declare it decorative.
 */
export function altOf({ alt, fallback }) {
    return Object.fromEntries(LOCALES.map((locale) => [locale, alt[locale] ?? (fallback[locale] || null)]));
}
//# sourceMappingURL=image-alt.js.map