/** Why a day cannot be picked. */
import type { CivilDate } from '../../../../format/civil-date.ts';
import type { DayReason, StayDayFragment } from '../../../../generated/operations.ts';

/** The reasons of the gateway; it does not describe days that are over or too far ahead. */
export function reasonsAgainst(
  date: CivilDate,
  {
    day,
    today,
    last,
  }: { readonly day: StayDayFragment | undefined; readonly today: CivilDate; readonly last: CivilDate },
): readonly DayReason[] {
  if (date < today) return ['IN_THE_PAST'];
  if (date > last) return ['BEYOND_HORIZON'];
  return day?.reasons ?? [];
}
