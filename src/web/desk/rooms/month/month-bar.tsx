/** The month that a view shows, with the ways to its neighbours. */
import { ChevronLeft, ChevronRight } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { addMonths, type Month, showDate } from '../../../format/civil-date.ts';
import { usePage } from '../../../page.tsx';
import { useRoomsTexts } from '../texts/index.ts';

export function MonthBar({
  month,
  first,
  last,
  onMonth,
}: {
  readonly month: Month;
  /** The first and the last month that can be shown. */
  readonly first: Month;
  readonly last: Month;
  onMonth(month: Month): void;
}) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  return (
    <div class="month-bar row">
      <button
        type="button"
        class="quiet"
        aria-label={texts.previousMonth}
        disabled={month <= first}
        onClick={() => onMonth(addMonths(month, -1))}
      >
        <Icon icon={ChevronLeft} />
      </button>
      <h2 aria-live="polite">{showDate(`${month}-01`, language, { month: 'long', year: 'numeric' })}</h2>
      <button
        type="button"
        class="quiet"
        aria-label={texts.nextMonth}
        disabled={month >= last}
        onClick={() => onMonth(addMonths(month, 1))}
      >
        <Icon icon={ChevronRight} />
      </button>
    </div>
  );
}
