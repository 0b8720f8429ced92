/** What cancelling costs, as rules that hold for every stay. Once days are picked, the summary has their dates. */
import { wordCancellation } from '../../../../domain/text/cancellation-wording.ts';
import { texts as shared } from '../../../../texts/generated/texts.ts';
import { LANGUAGES } from '../../../format/language.ts';
import { usePage } from '../../../page.tsx';
import { useSearchTexts } from '../texts/index.ts';
import type { VisitType } from './stay-parts.ts';

/** No arrival is chosen yet, so terms are counted from a day 0, and today lies before all of them. */
const DAYS = { arrival: 0, today: Number.NEGATIVE_INFINITY };

export function Terms({ terms }: { readonly terms: VisitType['cancellationTerms'] }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const { locale, tag } = LANGUAGES[language];
  const { freeByDays, over } = shared[locale].cancellation;
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  const fees = terms.map((term) => ({ from: -term.daysBeforeArrival, feeMinor: term.percentage }));
  const sentences = wordCancellation(
    { fees, ...DAYS },
    {
      free: (lastDay) => freeByDays({ days: -lastDay }),
      from: (day, percentage) => texts.feeFrom({ count: -day, percent: percent.format(percentage / 100) }),
      now: percent.format,
      over: () => over,
    },
  );
  return (
    <section class="stack" aria-labelledby="terms">
      <h2 id="terms">{texts.terms}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
