import { showMoney } from '../../../format/money.ts';
import type { BookedStayFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCheckoutTexts } from '../texts/index.ts';

/** What it has cost that a booking was cancelled, or that its guests did not come. */
export function CancellationCost({
  booking: { status, cancellationFee: fee },
}: {
  readonly booking: BookedStayFragment;
}) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  const [costs, free] =
    status === 'NO_SHOW' ? [texts.noShowFee, texts.noShowFree] : [texts.cancelledFee, texts.cancelledFree];
  return <>{fee && fee.amountMinor > 0 ? costs({ fee: showMoney(fee, language) }) : free}</>;
}
