/** Generated texts in four locales, of realistic length. */

export function generateText(text: string): Record<string, string> {
  return { cs_CZ: text, de: `${text} (de)`, en: `${text} (en)`, ru: `${text} (ru)` };
}

const SENTENCE = {
  cs_CZ: 'Ubytování v klidné části lázní, procedury podle doporučení lékaře a domácí kuchyně po celý den. ',
  de: 'Unterkunft im ruhigen Teil des Kurorts, Anwendungen nach ärztlicher Empfehlung und gute Küche. ',
  en: 'Accommodation in the quiet part of the spa, treatments as the physician advises, and good food. ',
  ru: 'Проживание в тихой части курорта, процедуры по рекомендации врача и домашняя кухня. ',
};

/** A text of `sentences` sentences that begins with `text`. */
export function generateParagraph(text: string, sentences: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SENTENCE).map(([locale, sentence]) => [locale, `${text}: ${sentence.repeat(sentences).trim()}`]),
  );
}
