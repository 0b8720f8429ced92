/** What cancelling a stay costs, and from which day on. */
import { type CancellableStay, cancellationSentences } from '../../../format/cancellation-sentences.ts';
import type { CivilDate } from '../../../format/civil-date.ts';
import { usePage } from '../../../page.tsx';

export function Cancellation({ stay, today }: { readonly stay: CancellableStay; readonly today: CivilDate }) {
  const { language } = usePage();
  return (
    <ul class="plain">
      {cancellationSentences(stay, { today, language }).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
