/** GET /v1/price: the final price of a concrete stay (section 4 of the interface, P2 to P5, L4, L5). */
import { currencyOf, includedLocales } from '../../domain/locale.ts';
import { quoteProblems } from '../../operations/search-input.ts';
import { failure, found } from '../answer.ts';
import { date, type ParameterValues, reference } from '../parameters.ts';
import { queryReader } from '../read-query.ts';
import type { RestRoute } from '../route.ts';
import { PROBLEM } from './problem-selection.ts';
import { byLanguage, dateVariable, type MoneyResult } from './shapes.ts';

const PARAMETERS = {
  visit_type_id: reference({
    canonical: 'visitType',
    description: 'The visit type.',
    example: '101',
    isRequired: true,
  }),
  room_type_id: reference({ canonical: 'roomType', description: 'The room type.', example: '11', isRequired: true }),
  date_from: date({ canonical: 'arrival', description: 'Arrival.', example: '2027-02-01', isRequired: true }),
  date_to: date({
    canonical: 'departure',
    description: 'Departure, after `date_from`; its night is not charged.',
    example: '2027-02-08',
    isRequired: true,
  }),
  loyalty_program_id_1: reference({
    canonical: 'loyaltyPrograms.0.program',
    description: 'Loyalty program of the first guest.',
    example: '1',
  }),
  loyalty_program_id_2: reference({
    canonical: 'loyaltyPrograms.1.program',
    description: 'Loyalty program of the second guest.',
    example: '1',
  }),
};

interface QuoteResult {
  readonly currency: string;
  readonly total: MoneyResult;
  readonly basePrice: MoneyResult;
  readonly discounts: readonly {
    readonly price_discount: MoneyResult;
    readonly guest: number;
    readonly loyalty_program: unknown;
  }[];
  readonly promotions: readonly {
    readonly name: unknown;
    readonly percentage: number;
    readonly amount: MoneyResult;
    readonly nights: number;
    readonly valid_from: string;
    readonly valid_to: string | null;
  }[];
}

const NOT_COVERED = 'No currency of the requested languages prices every night of the stay.';

function priceOf({ total, basePrice, discounts, promotions }: QuoteResult) {
  return {
    amount: total.amount,
    currency: total.currency,
    price_breakdown: {
      base_price: basePrice.amount,
      discounts: discounts.map((line) => ({ ...line, price_discount: line.price_discount.amount })),
      promotions: promotions.map((line) => ({ ...line, amount: line.amount.amount })),
    },
  };
}

/** Position 1 is the first guest; a guest without a program is left out. */
function loyaltyOf(values: ParameterValues<typeof PARAMETERS>) {
  return [values.loyalty_program_id_1, values.loyalty_program_id_2]
    .map((program, index) => ({ guest: index + 1, program }))
    .filter(({ program }) => program !== null);
}

export const price: RestRoute<{ readonly quotes: readonly QuoteResult[] }> = {
  method: 'GET',
  path: '/v1/price',
  scope: 'read',
  summary: 'Final price of a stay',
  description:
    'One entry for each requested language whose currency prices every night of the stay. Capacity is not looked at. The amount is the base price less the promotions and the loyalty discounts.',
  isLocalized: true,
  document: `
query QuoteStay($input: QuoteInput!) {
  result: quote(input: $input) {
    ${PROBLEM}
    ... on StayQuotes {
      quotes {
        currency
        total { amount currency }
        basePrice { amount }
        discounts { price_discount: amount { amount } guest loyalty_program: loyaltyProgram { _id: id id: number name { ...Text } } }
        promotions { name { ...Text } percentage amount { amount } nights valid_from: validFrom valid_to: validTo }
      }
    }
  }
}`,
  ...queryReader(PARAMETERS, {
    problems: ({ date_from: arrival, date_to: departure }) => quoteProblems({ arrival, departure }),
    variables: (values, { acceptLanguage }) => ({
      input: {
        visitType: values.visit_type_id,
        roomType: values.room_type_id,
        arrival: dateVariable(values.date_from),
        departure: dateVariable(values.date_to),
        loyaltyPrograms: loyaltyOf(values),
        currencies: [...new Set(includedLocales(acceptLanguage).map(currencyOf))],
      },
    }),
  }),
  answer({ quotes }, locales) {
    const body = byLanguage(locales, (currency) => {
      const quote = quotes.find((one) => one.currency === currency);
      return quote ? priceOf(quote) : null;
    });
    return Object.keys(body).length > 0 ? found(body) : failure(422, NOT_COVERED);
  },
};
