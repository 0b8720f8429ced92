/** What cancelling a stay costs, in sentences with their dates. */
import { wordCancellation } from '../../domain/text/cancellation-wording.ts';
import { texts as shared } from '../../texts/generated/texts.ts';
import type { AmountFragment } from '../generated/operations.ts';
import { addDays, type CivilDate, daysBetween, showDate } from './civil-date.ts';
import { LANGUAGES, type Language } from './language.ts';
import { showMoney } from './money.ts';

export interface CancellableStay {
  readonly arrival: CivilDate;
  /** The earliest first. */
  readonly cancellation: readonly { readonly from: CivilDate; readonly fee: AmountFragment }[];
  /** The state of its booking, if there is one. */
  readonly status?: string;
}

/** The first sentence says what holds today: a request costs nothing until it is confirmed (S12). */
export function cancellationSentences(
  { arrival, cancellation, status }: CancellableStay,
  { today, language }: { today: CivilDate; language: Language },
): string[] {
  const texts = shared[LANGUAGES[language].locale].cancellation;
  // Days are counted from today.
  const dayFrom = (date: CivilDate) => daysBetween(today, date);
  const date = (day: number) => showDate(addDays(today, day), language, { dateStyle: 'long' });
  // biome-ignore lint/style/noNonNullAssertion: only an amount of a fee is shown.
  const money = (amountMinor: number) => showMoney({ ...cancellation[0]!.fee, amountMinor }, language);
  const fees = cancellation.map(({ from, fee }) => ({ from: dayFrom(from), feeMinor: fee.amountMinor }));
  const sentences = wordCancellation(
    { fees, arrival: dayFrom(arrival), today: 0 },
    {
      free: (lastDay) => texts.free({ date: date(lastDay) }),
      now: (feeMinor) => texts.now({ fee: money(feeMinor) }),
      from: (day, feeMinor) => texts.from({ date: date(day), fee: money(feeMinor) }),
      over: () => texts.over,
    },
  );
  return status === 'REQUESTED' ? [texts.ofRequest, ...sentences] : sentences;
}
