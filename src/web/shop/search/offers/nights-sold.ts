/** The length in which a stay, or one of several, is sold that is next to the wanted one. */
import type { ReservationTimeSpan } from '../../../generated/operations.ts';
import { NIGHTS_MAX } from '../search-query.ts';

const WEEK = 7;

export interface Lengths {
  readonly nightsMin: number;
  readonly nightsMax: number;
  readonly reservationTimeSpan: ReservationTimeSpan;
}

/** The length next to the wanted one, the shorter of two; null: none that can be searched for. */
export function nearestSoldNights(stays: readonly Lengths[], wanted: number): number | null {
  const nearest = stays.map((stay) => nearestOf(stay, wanted)).filter((nights) => nights !== null);
  const away = (nights: number) => Math.abs(nights - wanted);
  return nearest.toSorted((a, b) => away(a) - away(b) || a - b)[0] ?? null;
}

function nearestOf({ nightsMin, nightsMax, reservationTimeSpan }: Lengths, wanted: number): number | null {
  const step = reservationTimeSpan === 'WEEKS' ? WEEK : 1;
  const least = Math.ceil(nightsMin / step) * step;
  const most = Math.floor(Math.min(nightsMax, NIGHTS_MAX) / step) * step;
  if (least > most) return null;
  const below = Math.floor(wanted / step) * step;
  const nearest = wanted - below <= step / 2 ? below : below + step;
  return Math.min(Math.max(nearest, least), most);
}
