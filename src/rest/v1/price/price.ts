// biome-ignore-all lint/style/noNonNullAssertion: a well-formed request has its required parameters, and those with a default.
/** GET /v1/price: the final price of a concrete stay (P2 to P5, L4, L5). */
import { CURRENCY_OF } from '../../../domain/text/locale.ts';
import { quoteProblems } from '../../../operations/search/search-input.ts';
import { QuoteStayDocument, type QuoteStayQuery } from '../../generated/operations.ts';
import { date, type ParameterValues, queryReader, reference } from '../../parameters.ts';
import { failure, ok } from '../../rest-response.ts';
import type { RouteOf } from '../../route.ts';
import { byLanguage, dateVariable } from '../shapes.ts';
import PRICE_EXAMPLE from './price.example.json' with { type: 'json' };
import { PRICE_BY_LANGUAGE } from './price.schema.ts';

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

type QuoteResult = Extract<QuoteStayQuery['result'], { quotes: unknown }>['quotes'][number];

const NOT_COVERED = 'No currency of the requested languages prices every night of the stay.';

function toPriceRecord({ total, basePrice, discounts, promotions }: QuoteResult) {
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

/** Position 1 is the first guest; guests without a program are left out. */
function parseLoyalty(values: ParameterValues<typeof PARAMETERS>) {
  return [values.loyalty_program_id_1, values.loyalty_program_id_2].flatMap((program, index) =>
    program === null ? [] : [{ guest: index + 1, program }],
  );
}

export const price: RouteOf<typeof QuoteStayDocument> = {
  method: 'GET',
  path: '/v1/price',
  scopes: ['read'],
  summary: 'Final price of a stay',
  description: [
    'One entry for each included language whose currency prices every night of the stay; the night of the departure is not charged. If none does, the answer is 422, never a part of a price. Whether rooms are free, and whether the visit type is on demand, is not looked at.',
    'The base price is that of a package of exactly that many nights whose season spans every night, or the sum of the nights: where both price the stay, of the one whose price after promotions is lower. It is the price of the room, however many guests sleep in it: prices per person are multiplied by its beds.',
    'The amount is the base price less promotions and loyalty discounts. A loyalty discount is a percentage of the share of one guest: the base price less promotions, divided by the beds.',
  ].join('\n\n'),
  reference: {
    operationId: 'quoteStay',
    success: 'The price by language.',
    body: PRICE_BY_LANGUAGE,
    example: PRICE_EXAMPLE,
    refusals: {
      404: 'The visit type, the room type or a loyalty program does not exist, or the key may not see it.',
      422: 'They exist and do not fit together: the hotel of the room type does not sell the visit type, the stay is too short or too long, starts on a wrong weekday, is in the past or too far ahead, is outside the date ranges or the selling period of the visit type; no currency of the included languages prices every night; the visit type does not list the loyalty program, or the room has no bed for the guest. The message names the rule.',
    },
  },
  isLocalized: true,
  document: QuoteStayDocument,
  ...queryReader(PARAMETERS, {
    problems: ({ date_from: arrival, date_to: departure }) => quoteProblems({ arrival, departure }),
    variables: (values, { languages }) => ({
      input: {
        visitType: values.visit_type_id!,
        roomType: values.room_type_id!,
        arrival: dateVariable(values.date_from)!,
        departure: dateVariable(values.date_to)!,
        loyaltyPrograms: parseLoyalty(values),
        currencies: [...new Set(languages.included.map((locale) => CURRENCY_OF[locale]))],
      },
    }),
  }),
  answer({ result }, locales) {
    const body = byLanguage(locales, (currency) => {
      const quote = result.quotes.find((one) => one.currency === currency);
      return quote ? toPriceRecord(quote) : null;
    });
    return Object.keys(body).length > 0 ? ok(body) : failure(422, NOT_COVERED);
  },
};
