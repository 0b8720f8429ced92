/** The figures of a hotel (M15): rooms, revenue and what did not take place, by days or months. Read from the primary database. */
import type { Database } from '../../data/database/database.ts';
import { query } from '../../data/sql/statement.ts';
import {
  FIGURES_DAYS_MAX,
  figuresOf,
  type HotelFigures,
  type PeriodUnit,
  periodsOf,
} from '../../domain/figures/figures.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { DayRange } from '../../domain/time/civil-date.ts';
import { daysProblems } from '../search/search-input.ts';
import { READ_CAPACITY, READ_CHANGES } from './figure-changes.ts';

export interface FiguresRequest extends DayRange {
  /** Number of the hotel, which the caller operates. */
  readonly hotel: number;
  readonly by: PeriodUnit;
  /** Whether they are of tests (A7), which take no rooms. */
  readonly isTest: boolean;
}

/** Days in order, not too many of them. */
export function figuresProblems({ by, ...days }: DayRange & { readonly by: PeriodUnit }): InputProblem[] {
  return daysProblems(days, FIGURES_DAYS_MAX[by]);
}

/** The figures of a request without problems. */
export async function readFigures(
  { prisma }: Pick<Database, 'prisma'>,
  { hotel, by, isTest, from, to }: FiguresRequest,
): Promise<HotelFigures> {
  const periods = periodsOf({ from, to }, by);
  const firsts = periods.map((period) => period.from);
  const lasts = periods.map((period) => period.to);
  const [changes, capacity] = await Promise.all([
    query(prisma, READ_CHANGES, { hotel, isTest, from, to, firsts, lasts }),
    query(prisma, READ_CAPACITY, { hotel, from, to, firsts }),
  ]);
  return figuresOf({ from, to }, { by, changes, capacity });
}
