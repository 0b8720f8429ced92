/**
 * Walks of lists, page by page, and their guarantees while rows come and go between pages. Rows have a number and a
 * sort value; their order is defined here again, without the comparisons of the rules.
 */
import { expect } from 'vitest';

export interface WalkedRow {
  number: number;
  value: string | number;
}

/** Rows in the order of values, equal ones by ascending number. Texts are simple enough for plain string order. */
export function inOrder<Row extends WalkedRow>(rows: readonly Row[], isDescending: boolean): Row[] {
  const values = [...new Set(rows.map(({ value }) => value))].sort((a, b) => (a < b ? -1 : 1));
  if (isDescending) values.reverse();
  return values.flatMap((value) => rows.filter((row) => row.value === value).sort((a, b) => a.number - b.number));
}

/** The parts of a page that a walk needs. */
export interface WalkedPage {
  numbers: readonly number[];
  endCursor: string | null;
  hasNextPage: boolean;
}

const MOST_PAGES = 1000;

/**
 * The numbers from `after` to the last page. `between` runs after every page but the last, with the last row's number.
 */
export async function walk(
  pageAfter: (after: string | null) => Promise<WalkedPage>,
  {
    after = null,
    between = async () => {},
  }: { after?: string | null; between?: (lastMet: number) => Promise<void> } = {},
): Promise<number[]> {
  const met: number[] = [];
  let cursor = after;
  for (let count = 0; count < MOST_PAGES; count++) {
    const page = await pageAfter(cursor);
    met.push(...page.numbers);
    if (!page.hasNextPage) return met;
    expect(page.endCursor, 'a page with a next one has a cursor to go on from').not.toBeNull();
    cursor = page.endCursor;
    await between(page.numbers.at(-1)!);
  }
  throw new Error(`the walk does not end: after ${MOST_PAGES} pages it met ${met.slice(-10)}`);
}

/** The present numbers after those of `toggle` have come or gone. */
export function toggled(present: ReadonlySet<number>, toggle: readonly number[]): Set<number> {
  const next = new Set(present);
  for (const number of toggle) if (!next.delete(number)) next.add(number);
  return next;
}

/**
 * Asserts that a walk met rows in order, none twice, all that were present throughout, and none that never was.
 * `states` are the present numbers at every moment of the walk.
 */
export function expectSteadyWalk(
  met: readonly number[],
  { rows, isDescending, states }: { rows: readonly WalkedRow[]; isDescending: boolean; states: ReadonlySet<number>[] },
): void {
  const order = inOrder(rows, isDescending).map(({ number }) => number);
  expect(met).toEqual(order.filter((number) => met.includes(number)));
  const stayed = order.filter((number) => states.every((state) => state.has(number)));
  expect(stayed.filter((number) => !met.includes(number))).toEqual([]);
  expect(met.filter((number) => !states.some((state) => state.has(number)))).toEqual([]);
}
