/**
 * The expected REST answers according to the oracle: its plain answers keyed by the included languages. Only what the
 * oracle knows is compared; ObjectIds and texts have their own tests.
 */
import type { CalendarAnswer } from './oracle-calendar.ts';
import type { FilePromotion } from './oracle-file.ts';
import type { NightlyAmount, PerCurrency } from './oracle-night.ts';
import type { PriceAnswer, PriceBreakdown } from './oracle-price.ts';

export type Language = 'cs_CZ' | 'de' | 'en' | 'ru';
type Currency = 'CZK' | 'EUR';

const CURRENCIES: Record<Language, Currency> = { cs_CZ: 'CZK', de: 'EUR', en: 'EUR', ru: 'EUR' };

function keyed<T>(languages: readonly Language[], valueIn: (currency: Currency) => T | undefined): Record<string, T> {
  const entries = languages.map((language) => [language, valueIn(CURRENCIES[language])] as const);
  return Object.fromEntries(entries.filter((entry): entry is [Language, T] => entry[1] !== undefined));
}

export function expectedLowestPrice(prices: PerCurrency<NightlyAmount | null>, languages: readonly Language[]) {
  return keyed(languages, (currency) => ({
    amount_per_night: prices[currency]?.amount ?? null,
    original_amount_per_night: prices[currency]?.original ?? null,
    currency,
  }));
}

export function expectedCalendar(answer: CalendarAnswer, languages: readonly Language[]) {
  if (answer.status !== 200) return null;
  return answer.days.map(({ date, selectable, availability, price }) => {
    const included = price ? keyed(languages, (currency) => price[currency] && { ...price[currency], currency }) : {};
    const isFinal = Object.values(included).every((one) => one.isFinal);
    const amounts = keyed(languages, (currency) => price?.[currency] && { amount: price[currency].amount, currency });
    const shown = Object.keys(amounts).length > 0 ? { is_final: isFinal, ...amounts } : null;
    return { date, selectable, availability, price: shown };
  });
}

/** The status, and for 200 the body without names and ObjectIds. */
export function expectedPrice(answer: PriceAnswer, languages: readonly Language[]): { status: number; body: unknown } {
  if (answer.status !== 200) return { status: answer.status, body: null };
  const body = keyed(languages, (currency) => {
    const price = answer.prices[currency];
    return price && priceBody(price);
  });
  return Object.keys(body).length > 0 ? { status: 200, body } : { status: 422, body: null };
}

function priceBody({ currency, amount, base, discounts, promotions }: PriceBreakdown) {
  return {
    amount,
    currency,
    price_breakdown: {
      base_price: base,
      discounts: discounts.map((line) => ({
        price_discount: line.amount,
        guest: line.guest,
        loyalty_program: { id: line.programId },
      })),
      promotions: promotions.map((line) => ({
        percentage: line.percentage,
        amount: line.amount,
        nights: line.nights,
        valid_from: line.validFrom,
        valid_to: line.validTo,
      })),
    },
  };
}

/** Listed promotions by ascending id. */
export function expectedPromotions(
  promotions: readonly FilePromotion[],
  ids: readonly number[],
  languages: readonly Language[],
) {
  return ids.map((id) => {
    const { name, percentage, validFrom, validTo } = promotions.find((one) => one.id === id)!;
    const texts = Object.fromEntries(languages.map((language) => [language, name[language] ?? null]));
    return { name: texts, percentage, valid_from: validFrom, valid_to: validTo };
  });
}
