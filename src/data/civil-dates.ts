/** How civil dates travel to and from Prisma, whose `@db.Date` columns are `Date` values at midnight UTC. */
import type { Day } from '../domain/civil-date.ts';

const MS_PER_DAY = 86_400_000;

/** The day of a date column. */
export function dayOfColumn(date: Date): Day {
  return date.getTime() / MS_PER_DAY;
}

/** The day of a date column that may be empty. */
export function dayOrNullOfColumn(date: Date | null): Day | null {
  return date === null ? null : dayOfColumn(date);
}

/** The value that a date column takes for a day. */
export function columnOfDay(day: Day): Date {
  return new Date(day * MS_PER_DAY);
}
