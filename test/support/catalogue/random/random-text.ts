/** Random localized texts: some locales missing, null or empty, so that no test relies on a translation. */
import type { FileLocalized } from '../../oracle/oracle-file.ts';
import { type Draw, pick } from './random-draw.ts';

const LOCALES = ['cs_CZ', 'de', 'en', 'ru'] as const;

export function randomText(draw: Draw, text: string): FileLocalized {
  const shape = pick(draw, ['full', 'full', 'gaps', 'nulls'] as const);
  const localized: FileLocalized = {};
  for (const [index, locale] of LOCALES.entries()) {
    if (shape === 'full' || index === 0) localized[locale] = `${text} (${locale})`;
    else if (shape === 'nulls') localized[locale] = index === 1 ? null : '';
  }
  return localized;
}
