/** What cancelling costs from which day on, and what it has cost. */
import { showDate } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import type { AmountFragment, StayPriceLinesFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCheckoutTexts } from '../texts/index.ts';

export function Cancellation({ fees }: { readonly fees: StayPriceLinesFragment['cancellation'] }) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  const day = (date: string) => showDate(date, language, { dateStyle: 'long' });
  const [first] = fees;
  if (!first) return <p>{texts.freeAlways}</p>;
  return (
    <ul class="plain">
      <li>{texts.freeBefore(day(first.from))}</li>
      {fees.map(({ from, fee }) => (
        <li key={from}>{texts.feeFrom(day(from), showMoney(fee, language))}</li>
      ))}
    </ul>
  );
}

/** What the cancellation of a booking has cost; `fee` null: nothing. */
export function CancellationCost({ fee }: { readonly fee: AmountFragment | null }) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  return <>{fee && fee.minorUnits > 0 ? texts.cancelledFee(showMoney(fee, language)) : texts.cancelledFree}</>;
}
