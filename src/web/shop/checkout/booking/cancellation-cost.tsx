import { showMoney } from '../../../format/money.ts';
import type { AmountFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCheckoutTexts } from '../texts/index.ts';

/** What the cancellation of a booking has cost; `fee` null: nothing. */
export function CancellationCost({ fee }: { readonly fee: AmountFragment | null }) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  return (
    <>{fee && fee.amountMinor > 0 ? texts.cancelledFee({ fee: showMoney(fee, language) }) : texts.cancelledFree}</>
  );
}
