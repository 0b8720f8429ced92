/** A price, line by line, as the gateway returns it; the page adds nothing up. */
import { showMoney, showReduction } from '../../../format/money.ts';
import type { AmountFragment, StayPriceLinesFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { useSearchTexts } from '../texts/index.ts';

export function PriceLines({ quote }: { readonly quote: StayPriceLinesFragment }) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  return (
    <table class="lines">
      <tbody>
        <Line says={`${texts.basePrice}, ${common.nights({ count: quote.nights })}`} amount={quote.basePrice} />
        {[...quote.promotions, ...quote.discounts].map(({ name, percentage, amount }) => (
          <Line
            key={`${name.text} ${percentage} ${amount.amountMinor}`}
            says={`${name.text ?? ''} (${showReduction(percentage, language)})`}
            amount={{ ...amount, amountMinor: -amount.amountMinor }}
          />
        ))}
      </tbody>
      <tfoot>
        <Line says={texts.total} amount={quote.total} />
      </tfoot>
    </table>
  );
}

function Line({ says, amount }: { readonly says: string; readonly amount: AmountFragment }) {
  const { language } = usePage();
  return (
    <tr data-amount-minor={amount.amountMinor}>
      <th scope="row">{says}</th>
      <td class="figures">{showMoney(amount, language)}</td>
    </tr>
  );
}
