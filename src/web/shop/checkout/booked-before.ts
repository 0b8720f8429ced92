/** Stays that were booked or requested in this browser, whichever window it was: nothing about their guests. */
import { browserStorage } from '../../storages.ts';
import type { StayToBook } from '../search/search-query.ts';

type Booked = Pick<StayToBook, 'visitType' | 'hotel' | 'arrival' | 'departure'>;

const NAME = 'booked-stays';
const MOST = 20;

const recallBooked = (): Booked[] => {
  const stored = browserStorage.parsed(NAME);
  return Array.isArray(stored) ? stored : [];
};
const keepBooked = (stays: readonly Booked[]) => browserStorage.set(NAME, JSON.stringify(stays.slice(-MOST)));
const isSame = (one: Booked, other: Booked) =>
  one.visitType === other.visitType &&
  one.hotel === other.hotel &&
  one.arrival === other.arrival &&
  one.departure === other.departure;

/** Whether the stay was booked before, in whatever room. */
export function isBookedBefore(stay: Booked): boolean {
  return recallBooked().some((one) => isSame(one, stay));
}

/** Each room of a party is a booking of the stay, which is cancelled by itself. */
export function rememberBooked({ visitType, hotel, arrival, departure }: Booked, rooms = 1): void {
  keepBooked([...recallBooked(), ...Array.from({ length: rooms }, () => ({ visitType, hotel, arrival, departure }))]);
}

/** One booking of the stay was cancelled. */
export function forgetBooked(stay: Booked): void {
  const stays = recallBooked();
  const index = stays.findIndex((one) => isSame(one, stay));
  keepBooked(stays.filter((_, at) => at !== index));
}
