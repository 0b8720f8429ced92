/** What cancelling costs: until when nothing, or what it costs at once. */
import { addDays, type CivilDate } from '../../format/civil-date.ts';
import { showMoney } from '../../format/money.ts';
import type { StayPriceLinesFragment } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useSearchTexts } from './texts/index.ts';

export function Cancelling({
  fees,
  today,
}: {
  /** The earliest first. */
  readonly fees: StayPriceLinesFragment['cancellation'];
  readonly today: CivilDate;
}) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const [first] = fees;
  const due = fees.findLast(({ from }) => from <= today);
  const says = due
    ? texts.cancellingCosts(showMoney(due.fee, language))
    : first
      ? texts.freeUntil(addDays(first.from, -1), language)
      : texts.freeUntilArrival;
  return <p class="small">{says}</p>;
}
