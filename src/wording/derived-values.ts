/** What sentences about a refusal say beside its facts, or in place of them. */

import type { ObstacleCode } from '../domain/problem/obstacles.ts';
import type { Refusal, RefusalKind } from '../domain/problem/refusal.ts';
import { type Speech, type Window, windowOf } from './speech.ts';

/** Words that sentences are put together with. */
export interface Words {
  readonly subjects: Readonly<Record<Refusal<'notFound'>['subject'], string>>;
  /** What forbids a change of a booking. */
  readonly found: Readonly<Record<Exclude<Refusal<'notChangeable'>['code'] | ObstacleCode, 'FEE_DUE'>, string>> & {
    FEE_DUE(values: { readonly date: string }): string;
  };
  readonly per: Readonly<Record<Window, string>>;
  readonly wait: Readonly<Record<'seconds' | 'minutes' | 'hours', (values: { readonly count: number }) => string>>;
}

interface Language {
  readonly texts: Words;
  readonly say: Speech;
}

/** The length of an ObjectId. Anything longer is not worth repeating. */
const MAX_REFERENCE_LENGTH = 24;

const found = (
  { code }: Refusal<'notCancellable' | 'notConfirmable' | 'notDeclinable' | 'notMarkable' | 'notReinstatable'>,
  { texts }: Language,
) => {
  return { found: texts.found[code] };
};

const DERIVED = {
  /** The id of a booking is never repeated: it might be one of somebody else's. */
  notFound: ({ subject, id }: Refusal<'notFound'>, { texts }: Language) => {
    const isRepeated = subject !== 'BOOKING' && id.length <= MAX_REFERENCE_LENGTH;
    return { subject: texts.subjects[subject], id: isRepeated ? id : 'none' };
  },
  stayNotAllowed: (refusal: Refusal<'stayNotAllowed'>, { say }: Language) => {
    return { stay: 'ranges' in refusal ? say.range({ from: refusal.arrival, to: refusal.lastNight }) : '' };
  },
  priceChanged: (refusal: Refusal<'priceChanged'>, { say }: Language) => {
    const { currency, amountMinor, expectedMinor } = refusal;
    return {
      amount: say.money(amountMinor, currency),
      expected: say.money(expectedMinor, currency),
      isSame: String(amountMinor === expectedMinor),
      lastFreeDay: 'lastFreeDay' in refusal ? say.date(refusal.lastFreeDay) : '',
    };
  },
  tooManyRequests: ({ windowSeconds, retryAfterSeconds }: Refusal<'tooManyRequests'>, { texts }: Language) => {
    return { per: texts.per[windowOf(windowSeconds)], wait: waitIn(texts.wait, retryAfterSeconds) };
  },
  notCancellable: found,
  notChangeable: (refusal: Refusal<'notChangeable'>, { texts, say }: Language) => {
    const { found: words } = texts;
    return {
      found:
        refusal.code === 'FEE_DUE'
          ? words.FEE_DUE({ date: say.date(refusal.freeCancellationUntil) })
          : words[refusal.code],
    };
  },
  notConfirmable: found,
  notDeclinable: found,
  notMarkable: found,
  notReinstatable: found,
};

type DerivedOf<Kind> = Kind extends keyof typeof DERIVED ? ReturnType<(typeof DERIVED)[Kind]> : unknown;
/** The placeholders that the texts of a kind have beside its facts. */
export type DerivedNames<Kind extends RefusalKind> = keyof DerivedOf<Kind>;

export function derivedValues(refusal: Refusal, language: Language): Readonly<Record<string, string>> {
  const derived: { readonly [Kind in RefusalKind]?: (one: never, in_: Language) => Record<string, string> } = DERIVED;
  return derived[refusal.kind]?.(refusal as never, language) ?? {};
}

/** A time to wait, rounded up to what people count it in: seconds up to two minutes, minutes up to two hours, hours. */
function waitIn({ seconds, minutes, hours }: Words['wait'], wait: number): string {
  if (wait <= 120) return seconds({ count: wait });
  return wait <= 7_200 ? minutes({ count: Math.ceil(wait / 60) }) : hours({ count: Math.ceil(wait / 3_600) });
}
