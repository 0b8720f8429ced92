/** What a change does to the price and to what cancelling costs, before it is made. */
import { cancellationSentences } from '../../format/cancellation-sentences.ts';
import { showMoney } from '../../format/money.ts';
import type { AmountFragment, QuoteChangeQuery } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { usePeopleTexts } from '../texts/index.ts';
import '../people.css';

export type ChangeQuoted = Extract<NonNullable<QuoteChangeQuery['result']>, { readonly __typename: 'ChangeQuoted' }>;

/** `arrival` and `today` are dates, `status` is that of the booking; the sentences about cancelling count from today. */
export function ChangePrice({
  quoted: { before, quote, difference, feeBefore, feeAfter },
  arrival,
  status,
  today,
}: {
  readonly quoted: ChangeQuoted;
  readonly arrival: string;
  readonly status: string;
  readonly today: string;
}) {
  const { language } = usePage();
  const texts = usePeopleTexts().change;
  const money = (amount: AmountFragment) => showMoney(amount, language);
  const sign = difference.amountMinor > 0 ? '+' : '';
  const sentences = cancellationSentences({ arrival, status, cancellation: quote.cancellation }, { today, language });
  return (
    <div class="change-price" role="status">
      <table class="lines figures">
        <caption class="unseen">{texts.price}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{texts.total}</th>
            <td>{money(before.total)}</td>
            <td class="strong">{money(quote.total)}</td>
          </tr>
          <tr>
            <th scope="row">{texts.cancelToday}</th>
            <td>{money(feeBefore)}</td>
            <td>{money(feeAfter)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.difference}</th>
            <td />
            <td>
              {sign}
              {money(difference)}
            </td>
          </tr>
        </tfoot>
      </table>
      <p class="small muted">{quote.cancellation.length > 0 ? sentences.join(' ') : texts.free}</p>
    </div>
  );
}
