/** The rules that forbid a stay, by their codes (I4), with the facts that broke them. */
import { count, date, hidden, nullable, ranges, type ValuesOf, weekday, weekdays } from './fact.ts';

const nights = count('Nights of the stay.');
const arrival = date('Day of arrival.');
const lastNight = date('Last night of the stay.');
const today = date('The business date.');
const [roomType, hotel] = [hidden<number>(), hidden<number>()];

export const STAY_CODES = {
  ROOM_TYPE_OF_OTHER_HOTEL: {
    description: 'The room type does not belong to the hotel.',
    facts: { roomType, hotel },
  },
  NOT_SOLD_IN_HOTEL: {
    description: 'The hotel of the room type does not sell the visit type.',
    /** The visit type as the request gave it. */
    facts: { visitType: hidden<string>(), roomType, hotel },
  },
  NOT_ON_SALE: {
    description: 'Today is outside the selling period of the visit type.',
    facts: {
      today,
      sellingFrom: nullable(date('The first day on which it can be booked; null: open.')),
      sellingTo: nullable(date('The last day on which it can be booked; null: open.')),
    },
  },
  IN_THE_PAST: { description: 'The day of arrival is over.', facts: { arrival, today } },
  BEYOND_HORIZON: {
    description: 'A night is later than the last one for sale.',
    facts: {
      lastNight,
      latestNight: date('The last night for sale.'),
      latestArrival: nullable(
        date(
          'The last day on which a stay of that length may arrive; null: none, it is longer than the time for sale.',
        ),
      ),
    },
  },
  TOO_SHORT: {
    description: 'The stay has too few nights.',
    facts: { nights, minNights: count('The fewest nights.') },
  },
  TOO_LONG: { description: 'The stay has too many nights.', facts: { nights, maxNights: count('The most nights.') } },
  NOT_WHOLE_WEEKS: { description: 'Stays have whole weeks, this one has not.', facts: { nights } },
  STARTING_DAY: {
    description: 'Stays do not start on the weekday of arrival.',
    facts: {
      arrival,
      weekday: weekday('Weekday of arrival.'),
      weekdays: weekdays('Weekdays on which stays start, from Monday on.'),
    },
  },
  TIME_CONSTRAINTS: {
    description: 'No date range of the visit type holds all nights.',
    facts: { arrival, lastNight, ranges: ranges('Ranges of nights, one of which must hold all of the stay.') },
  },
} as const;

/** A broken rule. */
export type StayProblem<Code extends keyof typeof STAY_CODES = keyof typeof STAY_CODES> = {
  [C in Code]: { readonly code: C } & ValuesOf<(typeof STAY_CODES)[C]['facts']>;
}[Code];
