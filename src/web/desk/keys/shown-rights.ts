/** The rights of a key as they are shown and given at the desk: `MANAGE` is the sum of others, which stand for it (M10). */
import type { Right } from '../../generated/operations.ts';

export const SHOWN_RIGHTS = [
  ...(['OPERATE', 'READ', 'BOOK', 'BOOKINGS', 'INVENTORY', 'RATES', 'CATALOGUE', 'WEBHOOKS', 'ERASE', 'KEYS'] as const),
] satisfies readonly Exclude<Right, 'MANAGE'>[];
