/** The price of the stay, line by line, as the gateway returns it; the page adds nothing up. */

import type { VisitType } from '../for-sale.ts';
import { showMoney, showReduction } from '../format/money.ts';
import type { AmountFragment, LinesFragment } from '../generated/operations.ts';
import { usePage } from '../page.ts';
import { Choice } from './choice.tsx';

export function Price(props: {
  quote: LinesFragment | null;
  isLoading: boolean;
  /** The lengths of stay to choose from. */
  lengths: readonly number[];
  nights: number;
  onNights(nights: number): void;
  /** The loyalty programmes to choose from; 0 is none. */
  programs: VisitType['loyaltyPrograms'];
  program: number;
  onProgram(program: number): void;
}) {
  const { quote, isLoading, lengths, nights, onNights, programs, program, onProgram } = props;
  const { texts, language } = usePage();
  return (
    <section class="card" aria-labelledby="price-title" aria-busy={isLoading}>
      <h3 id="price-title">{texts.price}</h3>
      {nights === 0 && <p class="note">{texts.priceHint}</p>}
      {lengths.length > 1 && (
        <Choice label={texts.length} value={nights} onPick={onNights}>
          {lengths.map((length) => (
            <option key={length} value={length}>
              {texts.nights(length)}
            </option>
          ))}
        </Choice>
      )}
      {programs.length > 0 && (
        <Choice label={texts.loyalty} value={program} onPick={onProgram}>
          <option value={0}>{texts.noLoyalty}</option>
          {programs.map(({ number, name, percentage }) => (
            <option key={number} value={number}>
              {name.text} ({showReduction(percentage, language)})
            </option>
          ))}
        </Choice>
      )}
      {quote && (
        <table class="lines">
          <tbody>
            <Line says={`${texts.base}, ${texts.nights(quote.nights)}`} amount={quote.basePrice} />
            {[...quote.promotions, ...quote.discounts].map(({ name, percentage, amount }) => (
              <Line
                key={`${name.text} ${percentage} ${amount.minorUnits}`}
                says={`${name.text ?? ''} (${showReduction(percentage, language)})`}
                amount={negative(amount)}
              />
            ))}
          </tbody>
          <tfoot>
            <Line says={texts.total} amount={quote.total} />
          </tfoot>
        </table>
      )}
      <p class="unseen" role="status">
        {quote && texts.totalIs(showMoney(quote.total, language), texts.nights(quote.nights))}
      </p>
    </section>
  );
}

function Line({ says, amount }: { says: string; amount: AmountFragment }) {
  const { language } = usePage();
  return (
    <tr data-minor-units={amount.minorUnits}>
      <th scope="row">{says}</th>
      <td>{showMoney(amount, language)}</td>
    </tr>
  );
}

function negative({ minorUnits, currency }: AmountFragment): AmountFragment {
  return { minorUnits: -minorUnits, currency };
}
