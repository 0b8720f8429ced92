/** What cancelling costs, before a stay is picked as rules, afterwards the summary has the dates. */
import { texts as shared } from '../../../../texts/generated/texts.ts';
import { LANGUAGES } from '../../../format/language.ts';
import { usePage } from '../../../page.tsx';
import { useSearchTexts } from '../texts/index.ts';
import type { VisitType } from './stay-parts.ts';

export function Terms({ terms }: { readonly terms: VisitType['cancellationTerms'] }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const { freeByDays } = shared[LANGUAGES[language].locale].cancellation;
  const fees = terms.filter(({ percentage }) => percentage > 0);
  const percent = (percentage: number) =>
    new Intl.NumberFormat(LANGUAGES[language].tag, { style: 'percent', maximumFractionDigits: 2 }).format(
      percentage / 100,
    );
  return (
    <section class="stack" aria-labelledby="terms">
      <h2 id="terms">{texts.terms}</h2>
      {fees.length === 0 ? (
        <p>{freeByDays({ days: 1 })}</p>
      ) : (
        <ul>
          <li>{freeByDays({ days: fees[0]!.daysBeforeArrival + 1 })}</li>
          {fees.map(({ daysBeforeArrival, percentage }) => (
            <li key={daysBeforeArrival}>{texts.feeFrom({ count: daysBeforeArrival, percent: percent(percentage) })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
