/** What of a price is not as the caller counts on (B7). */
import type { Day } from '../time/civil-date.ts';
import { date, hidden, nullable } from './fact.ts';

export const UNEXPECTED = {
  PRICE_CHANGED: { description: 'The price is not the expected one.' },
  CANCELLATION_CHANGED: {
    description: 'Cancelling is free until another day than the expected one.',
    facts: {
      freeCancellationUntil: nullable(
        date('The last day on which cancelling is free now; null: it never costs anything.'),
      ),
      /** The same for people: the day before arrival where cancelling never costs anything (S10). */
      lastFreeDay: hidden<Day>(),
    },
  },
} as const;
