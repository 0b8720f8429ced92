/** The total of what is booked and the clock of its hold: they stay in sight while one types, and keep their place while they are on their way. */
import { showMoney } from '../../../format/money.ts';
import type { AmountFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCheckoutTexts } from '../texts/index.ts';
import type { Hold } from '../use-hold.ts';
import { HoldClock } from './hold-clock.tsx';

export function CheckoutBar({
  hold,
  rooms,
  total,
}: {
  /** Null: nothing is to be held. */
  readonly hold: Hold | null;
  readonly rooms: number;
  /** Null: it is on its way. */
  readonly total: AmountFragment | null;
}) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  return (
    <div class="checkout-bar">
      <div>{hold && <HoldClock hold={hold} rooms={rooms} />}</div>
      <p class="figures">{total && texts.totalIs({ total: showMoney(total, language) })}</p>
    </div>
  );
}
