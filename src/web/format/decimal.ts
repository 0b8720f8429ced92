/** Amounts as people type them. */
import { minorOf } from '../../domain/pricing/money.ts';
import { LANGUAGES, type Language } from './language.ts';

/** A number may have a sign, spaces between thousands, and a comma or point before at most two decimals. The total of the longest stay fits. */
const SIGNED_DECIMAL = /^([+−-]?)(\d{1,12}(?:[.,]\d{1,2})?)$/;

/** Hundredths of what is written, exact; null: it is no number with at most two decimals. */
export function hundredthsOf(text: string): number | null {
  const [, sign, digits] = SIGNED_DECIMAL.exec(text.replaceAll(/[\s\u00a0\u202f]/g, '')) ?? [];
  if (digits === undefined) return null;
  const hundredths = minorOf(Number(digits.replace(',', '.')));
  return hundredths === null ? null : sign === '' || sign === '+' ? hundredths : 0 - hundredths;
}

/** Writes hundredths as a field shows them at first: without spaces between thousands, with two decimals or none. */
export function writeHundredths(hundredths: number, language: Language): string {
  const format = new Intl.NumberFormat(LANGUAGES[language].tag, {
    useGrouping: false,
    minimumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(hundredths / 100);
}
