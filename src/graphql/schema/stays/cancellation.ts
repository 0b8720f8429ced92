/** What cancelling costs: the terms of a visit type, and the fees that follow for a stay (S12). */
import type {
  CancellationFee as FeeFromDay,
  CancellationTerm as Term,
} from '../../../domain/booking/cancellation-terms.ts';
import type { Currency } from '../../../domain/pricing/money.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { builder } from '../builder.ts';
import { Money, toMoney } from './money.ts';
import { percentOf } from './percentage.ts';

export function toCancellationFees(fees: readonly FeeFromDay[], currency: Currency) {
  return fees.map(({ from, feeMinor }) => ({ from: formatDay(from), fee: toMoney(feeMinor, currency) }));
}

export const CancellationFee = builder
  .objectRef<ReturnType<typeof toCancellationFees>[number]>('CancellationFee')
  .implement({
    description:
      'What cancelling costs from a date on, until the next fee begins: the percentage of the total, rounded once, half-up. Before the first date cancelling is free. Dates may have passed.',
    fields: (t) => ({
      from: t.expose('from', { type: 'LocalDate', description: 'First date, in the business time zone.' }),
      fee: t.expose('fee', { type: Money, description: 'What is due.' }),
    }),
  });

export const CancellationTerm = builder.objectRef<Term>('CancellationTerm').implement({
  description: 'Which part of the total is due for cancelling from so many days before arrival on.',
  fields: (t) => ({
    daysBeforeArrival: t.exposeInt('daysBeforeArrival', {
      description: 'Days from the day on which it begins to hold to the day of arrival, 0 to 731.',
    }),
    percentage: t.float({
      description: 'Part of the total in percent, 0 to 100.',
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
  }),
});
