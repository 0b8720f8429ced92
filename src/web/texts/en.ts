import { counted, countedNights } from '../../domain/text/shown.ts';

export const en = {
  skip: 'Skip to the content',
  ways: 'Pages',
  close: 'Close',
  back: 'Back',
  loading: 'Loading …',
  sending: 'Sending …',
  tryAgain: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  nights: countedNights.en,
  beds: counted('en', { one: 'bed', other: 'beds' }),
  guests: counted('en', { one: 'guest', other: 'guests' }),
  key: 'API key',
  keyNote: 'It is kept in this browser window only.',
  keyUse: 'Use this key',
  otherKey: 'Use another key',
  required: 'Please fill this in.',
  /** What the gateway answers outside of the operation, by `extensions.code`. Problems of an operation bring their own sentence. */
  errors: {
    UNREACHABLE: 'The server cannot be reached. Check your connection and try again.',
    UNAUTHENTICATED: 'This key is not accepted.',
    FORBIDDEN: 'This key does not allow that.',
    RATE_LIMITED: 'Too many requests. Wait a minute and try again.',
    SERVICE_UNAVAILABLE: 'The service is busy. Try again in a moment.',
  } as Readonly<Record<string, string>>,
  otherError: (code: string) => `That did not work (${code}).`,
};

export type CommonTexts = typeof en;
