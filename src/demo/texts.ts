/**
 * Texts of the demo in the four locales. Names are in all of them; of other texts, translations that a real property would lack are
 * missing, null or empty.
 */
import type { Locale } from '../domain/text/locale.ts';

export function localizedText(cs: string, de: string, en: string, ru: string): Record<Locale, string> {
  return { cs_CZ: cs, de, en, ru };
}
