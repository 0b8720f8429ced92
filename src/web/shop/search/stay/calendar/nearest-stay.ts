/** Which stay of a day is shown, and picked with it. */
import type { StayDayFragment } from '../../../../generated/operations.ts';

/** The wanted length if it can be had, else the one next to it; without a wish the shortest. Undefined: none begins then. */
export function nearestStay(
  stays: StayDayFragment['stays'],
  wanted: number | null,
): StayDayFragment['stays'][number] | undefined {
  if (wanted === null) return stays[0];
  const distance = ({ nights }: { readonly nights: number }) => Math.abs(nights - wanted);
  return stays.toSorted((a, b) => distance(a) - distance(b))[0];
}
