/**
 * Texts of the demo in the four locales. Names are in all of them; of other texts, translations that a real property would lack are
 * missing, null or empty.
 */

export interface Text {
  cs_CZ?: string | null;
  de?: string | null;
  en?: string | null;
  ru?: string | null;
}

export function localizedText(cs: string, de: string, en: string, ru: string): Text {
  return { cs_CZ: cs, de, en, ru };
}
