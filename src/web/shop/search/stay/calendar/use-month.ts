/**
 * A month of a room as component state. It follows the month, so that the days change by themselves when somebody else books.
 * Where it cannot, it asks once. A hidden page follows nothing: browsers open few connections to one server.
 */
import { useEffect, useState } from 'preact/hooks';
import { type CivilDate, firstOf, lastOf, type Month } from '../../../../format/civil-date.ts';
import { type RequestOptions, requestWith } from '../../../../gateway/request.ts';
import { subscribe } from '../../../../gateway/subscription.ts';
import { codeOf } from '../../../../gateway/use-answer.ts';
import {
  type Currency,
  type StayDayFragment,
  StayMonthDocument,
  StayMonthFollowedDocument,
  type StayMonthQueryVariables,
} from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { findFirstMonth } from './first-month.ts';

/** A month of a room. */
export interface AskedMonth {
  readonly filter: StayMonthQueryVariables['filter'];
  /** Null: the first in which a stay with a price can begin. */
  readonly month: Month | null;
  readonly currency: Currency;
  /** On another day they are asked for anew: the first month may be another one. */
  readonly today: CivilDate;
}

export type Days = ReadonlyMap<CivilDate, StayDayFragment>;

interface Shown {
  readonly question: string;
  readonly days: Days;
  /** An error code. */
  readonly problem: string | null;
}

const NO_DAYS: Days = new Map();
/** How long to wait after a lost connection, in milliseconds. */
const RETRY_MS = 5_000;
/** Refusals that asking again does not change. All others pass: a process that ends, too many requests. */
const FINAL = ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'TRUSTED_DOCUMENTS_ONLY'];

/** Follows the days of a month. `again` asks anew. */
export function useMonth(asked: AskedMonth) {
  const { key, language } = usePage();
  const [shown, setShown] = useState<Shown | null>(null);
  const [round, setRound] = useState(0);
  const isVisible = useVisibility();
  const question = JSON.stringify(asked);
  // `asked` is a new object on each render; `question` says the same.
  useEffect(() => {
    if (key === null || !isVisible) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (days: Days, problem: string | null = null) => {
      if (!signal.aborted) setShown({ question, days, problem });
    };
    follow({ key, language, signal }, asked, show).catch((error) => show(NO_DAYS, codeOf(error)));
    return () => controller.abort();
  }, [question, key, round, isVisible]);
  const current = shown?.question === question ? shown : null;
  return {
    days: current?.days ?? NO_DAYS,
    problem: current?.problem ?? null,
    isLoading: current === null,
    again: () => {
      setShown(null);
      setRound(round + 1);
    },
  };
}

/** @throws what an ordinary request throws, if the month cannot be followed */
async function follow(
  options: RequestOptions & { readonly signal: AbortSignal },
  { filter, month, currency }: AskedMonth,
  show: (days: Days) => void,
): Promise<void> {
  const request = requestWith(options);
  const shown = month ?? (await findFirstMonth(request, filter));
  if (shown === null) return show(NO_DAYS);
  const variables = { filter, currency, from: firstOf(shown), to: lastOf(shown) };
  let hasBegun = false;
  while (!options.signal.aborted) {
    try {
      let days: Days | null = null;
      const retry = await subscribe(StayMonthFollowedDocument, variables, {
        ...options,
        receive({ calendar }) {
          const next = new Map(days);
          for (const date of calendar.removed) next.delete(date);
          for (const day of calendar.days) next.set(day.date, day);
          days = next;
          hasBegun = true;
          show(next);
        },
      });
      await pause(retry ?? RETRY_MS);
    } catch (error) {
      if (options.signal.aborted) return;
      if (!hasBegun) break;
      // What is shown stays; a key that is no longer accepted shows when something else is asked.
      if (FINAL.includes(codeOf(error))) return;
      await pause(RETRY_MS);
    }
  }
  const { calendar } = await request(StayMonthDocument, variables);
  show(new Map(calendar.map((day) => [day.date, day])));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function useVisibility(): boolean {
  const [isVisible, setIsVisible] = useState(() => globalThis.document?.hidden !== true);
  useEffect(() => {
    const onChange = () => setIsVisible(!document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isVisible;
}
