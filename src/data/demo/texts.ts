/** Texts of the demo in the four locales. A translation that a real property would lack is missing, null or empty. */

/** A text by locale as a catalogue file writes it. */
export interface Text {
  cs_CZ?: string | null;
  de?: string | null;
  en?: string | null;
  ru?: string | null;
}

/** A text in all four locales. */
export function inAll(cs: string, de: string, en: string, ru: string): Text {
  return { cs_CZ: cs, de, en, ru };
}
