/** The calendar of a room, and the length of the stay. */
import { useState } from 'preact/hooks';
import { RequestProblem } from '../../../../design/problem.tsx';
import { type CivilDate, lastOf, type Month, monthOf, showDate } from '../../../../format/civil-date.ts';
import type { Currency } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { monthsOnSale } from '../../search-query.ts';
import { useSearchTexts } from '../../texts/index.ts';
import type { VisitType } from '../stay-parts.ts';
import { Calendar } from './calendar.tsx';
import type { PickedDays } from './day-cell.tsx';
import { Lengths } from './lengths.tsx';
import { nearestStay } from './nearest-stay.ts';
import { reasonsAgainst } from './refusal.ts';
import type { useMonth } from './use-month.ts';
import { weekdayNames } from './weekdays.ts';

export function ChooseDays({
  visitType,
  today,
  month,
  calendar,
  picked,
  nights,
  currency,
  onMonth,
  onStay,
}: {
  readonly visitType: VisitType;
  readonly today: CivilDate;
  /** The month that is shown; null: the one with the days that are found. */
  readonly month: Month | null;
  readonly calendar: ReturnType<typeof useMonth>;
  readonly picked: PickedDays | null;
  /** The wanted length; null: any. */
  readonly nights: number | null;
  readonly currency: Currency;
  onMonth(month: Month): void;
  onStay(arrival: CivilDate, nights: number): void;
}) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const [refused, setRefused] = useState<CivilDate | null>(null);
  const { days } = calendar;
  const [firstDay = today] = days.keys();
  const last = lastOf(monthsOnSale(today).last);
  const stays = (picked && days.get(picked.arrival)?.stays) || [];
  const isFree = (date: CivilDate) => (days.get(date)?.stays ?? []).length > 0;
  const why = refused !== null && !calendar.isLoading && !isFree(refused) ? refused : null;
  const pick = (date: CivilDate) => {
    if (calendar.isLoading) return;
    const found = nearestStay(days.get(date)?.stays ?? [], nights);
    setRefused(found ? null : date);
    if (found) onStay(date, found.nights);
  };
  const sayWhy = (date: CivilDate) => {
    const reasons = reasonsAgainst(date, { day: days.get(date), today, last });
    const day = showDate(date, language, { dateStyle: 'full' });
    const why = reasons.map((reason) =>
      reason === 'STARTING_DAY'
        ? texts.startsOnlyOn({ weekdays: weekdayNames(visitType.startingDays, language) })
        : texts.reasons[reason],
    );
    return `${day}: ${why.join(' ') || texts.noReason}`;
  };
  return (
    <div class="stack">
      {calendar.problem ? (
        <RequestProblem code={calendar.problem} onAgain={calendar.again} />
      ) : (
        <>
          <p class={`why ${why ? 'refused' : ''}`} role="status">
            {why ? sayWhy(why) : picked ? texts.pickAnother : texts.pickArrival}
          </p>
          <Calendar
            month={month ?? monthOf(firstDay)}
            first={today}
            last={last}
            days={days}
            isLoading={calendar.isLoading}
            picked={picked}
            nights={nights}
            currency={currency}
            onMonth={(next) => {
              setRefused(null);
              onMonth(next);
            }}
            onPick={pick}
          />
        </>
      )}
      {picked && nights !== null && stays.length > 0 && (
        <Lengths stays={stays} nights={nights} onNights={(chosen) => onStay(picked.arrival, chosen)} />
      )}
    </div>
  );
}
