/**
 * What cancelling a stay costs in words, for the shop and for mails: until which day it is free, and what it costs later (S12).
 * A customer may cancel up to the day before arrival (S10).
 */
import { type CancellationFee, feeOn } from '../booking/cancellation-terms.ts';
import type { Day } from '../time/civil-date.ts';

export interface CancellationFacts {
  /** The earliest first. */
  readonly fees: readonly CancellationFee[];
  readonly arrival: Day;
  readonly today: Day;
}

/** How each fact is said. */
export interface CancellationSpeech {
  free(lastDay: Day): string;
  now(feeMinor: number): string;
  from(day: Day, feeMinor: number): string;
  over(): string;
}

/** One sentence or more; the first says what holds today, the others what follows. */
export function wordCancellation({ fees, arrival, today }: CancellationFacts, say: CancellationSpeech): string[] {
  if (today >= arrival) return [say.over()];
  const due = feeOn(fees, today);
  const later = fees.filter(({ from, feeMinor }) => from > today && from < arrival && feeMinor > 0);
  const first = due > 0 ? say.now(due) : say.free((later[0]?.from ?? arrival) - 1);
  return [first, ...later.map(({ from, feeMinor }) => say.from(from, feeMinor))];
}
