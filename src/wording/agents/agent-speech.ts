/**
 * What tools of agents say in a sentence or two, in the caller's language (X5). Money comes written from GraphQL; dates are written here. No text
 * of a hotel or a guest is ever part of a sentence: those stand in fields of their own (X6).
 */
import { lastFreeDayToSay } from '../../domain/booking/cancellation-terms.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { ErrorCode } from '../../domain/problem/error-codes.ts';
import type { Refusal, RefusalKind } from '../../domain/problem/refusal.ts';
import type { Locale } from '../../domain/text/locale.ts';
import { type Day, dayOf } from '../../domain/time/civil-date.ts';
import { texts as shared } from '../../texts/generated/texts.ts';
import { SPEECH } from '../speech.ts';
import { texts as inLanguages, type Texts } from './texts/generated/texts.ts';

export interface AgentSpeech {
  readonly texts: Texts;
  /** Two dates as fields have them. */
  dates(stay: { readonly arrival: string; readonly departure: string }): string;
  /** Until which day cancelling is free, or that it is no longer. `until` is null where it never costs anything. */
  freeCancellation(until: string | null, arrival: string): string;
  /** What all rooms cost together. They are in one currency. */
  sum(totals: readonly { readonly amountMinor: number; readonly currency: Currency }[]): string;
}

export function agentSpeech(locale: Locale, today: Day): AgentSpeech {
  const texts = inLanguages[locale];
  const say = SPEECH[locale];
  return {
    texts,
    dates: ({ arrival, departure }) => say.range({ from: dayOf(arrival), to: dayOf(departure) }),
    freeCancellation(until, arrival) {
      const { free, over } = shared[locale].cancellation;
      if (dayOf(arrival) <= today) return over;
      const day = lastFreeDayToSay(until === null ? null : dayOf(until), dayOf(arrival));
      return day < today ? texts.cancellationCosts : free({ date: say.date(day) });
    },
    sum(totals) {
      const [first] = totals;
      if (!first) throw new RangeError('There is no room.');
      const amountMinor = totals.reduce((sum, total) => sum + total.amountMinor, 0);
      return say.money(amountMinor, first.currency);
    },
  };
}

/** What an agent can do about a refusal. */
export type NextStep = keyof Texts['next'];

const NEXT: Readonly<Record<RefusalKind, NextStep>> = {
  invalidInput: 'correct',
  notFound: 'findAgain',
  stayNotAllowed: 'otherStay',
  notPriced: 'otherStay',
  noCapacity: 'otherStay',
  onDemandOnly: 'request',
  loyaltyNotApplicable: 'correct',
  guestCount: 'correct',
  priceChanged: 'askGuest',
  idempotency: 'sameKey',
  tooManyRequests: 'wait',
  tooManyHolds: 'releaseHold',
  conflict: 'findAgain',
  notCancellable: 'tellGuest',
  notChangeable: 'tellGuest',
  notConfirmable: 'tellGuest',
  notDeclinable: 'tellGuest',
  notReinstatable: 'tellGuest',
  notMarkable: 'tellGuest',
};
const STILL_RUNNING: Refusal<'idempotency'>['code'] = 'IDEMPOTENCY_IN_PROGRESS';

/** What can be done about a refusal of a kind. */
export function nextStep(kind: RefusalKind, code: string): NextStep {
  return code === STILL_RUNNING ? 'wait' : NEXT[kind];
}

/** What can be done about an error. Only what passes by itself is waited for; nobody can mend the operation of a tool, or the gateway. */
export const NEXT_AFTER_ERROR: Readonly<Record<ErrorCode, NextStep>> = {
  ANSWER_TOO_LARGE: 'correct',
  BAD_REQUEST: 'correct',
  BAD_USER_INPUT: 'correct',
  COST_EXCEEDED: 'correct',
  CURSOR_GONE: 'findAgain',
  FORBIDDEN: 'otherKey',
  GRAPHQL_PARSE_FAILED: 'tellGuest',
  GRAPHQL_VALIDATION_FAILED: 'tellGuest',
  INTERNAL_SERVER_ERROR: 'tellGuest',
  INVALID_REFERENCE: 'correct',
  OPERATION_RESOLUTION_FAILURE: 'tellGuest',
  OPERATION_TOO_LARGE: 'tellGuest',
  PERSISTED_QUERY_ID_REQUIRED: 'tellGuest',
  PERSISTED_QUERY_MISMATCH: 'tellGuest',
  PERSISTED_QUERY_NOT_FOUND: 'tellGuest',
  PERSISTED_QUERY_NOT_SUPPORTED: 'tellGuest',
  RATE_LIMITED: 'wait',
  REFUSAL_TOO_LARGE: 'correct',
  SERVICE_UNAVAILABLE: 'wait',
  TRUSTED_DOCUMENTS_ONLY: 'tellGuest',
};
