/** What cancelling costs, before a stay is picked as rules, afterwards the summary has the dates. */

import { LANGUAGES } from '../../../format/language.ts';
import { usePage } from '../../../page.tsx';
import { useSearchTexts } from '../texts/index.ts';
import type { VisitType } from './stay-parts.ts';

export function Terms({ terms }: { readonly terms: VisitType['cancellationTerms'] }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const percent = (percentage: number) =>
    new Intl.NumberFormat(LANGUAGES[language].tag, { style: 'percent', maximumFractionDigits: 2 }).format(
      percentage / 100,
    );
  return (
    <section class="stack" aria-labelledby="terms">
      <h2 id="terms">{texts.terms}</h2>
      {terms.length === 0 ? (
        <p>{texts.freeAlways}</p>
      ) : (
        <ul>
          <li>{texts.freeBefore(terms[0]!.daysBeforeArrival)}</li>
          {terms.map(({ daysBeforeArrival, percentage }) => (
            <li key={daysBeforeArrival}>{texts.feeFrom(daysBeforeArrival, percent(percentage))}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
