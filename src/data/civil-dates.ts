/** Conversion of civil dates for Prisma, whose `@db.Date` columns are `Date` values at midnight UTC. */
import type { Day } from '../domain/time/civil-date.ts';

const MS_PER_DAY = 86_400_000;

export function dayOfColumn(date: Date): Day {
  return date.getTime() / MS_PER_DAY;
}

export function dayOrNullOfColumn(date: Date | null): Day | null {
  return date === null ? null : dayOfColumn(date);
}

export function columnOfDay(day: Day): Date {
  return new Date(day * MS_PER_DAY);
}
