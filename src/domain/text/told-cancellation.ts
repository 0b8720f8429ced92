/**
 * What people are told of cancelling a stay, for the shop and for mails: until which day it is free, and what it costs later (S12).
 * A customer may cancel up to the day before arrival (S10).
 */
import type { CancellationFee } from '../booking/cancellation-terms.ts';
import type { Day } from '../time/civil-date.ts';
import type { Locale } from './locale.ts';

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
export function tellCancellation({ fees, arrival, today }: CancellationFacts, say: CancellationSpeech): string[] {
  if (today >= arrival) return [say.over()];
  const due = fees.findLast(({ from }) => from <= today)?.feeMinor ?? 0;
  const later = fees.filter(({ from, feeMinor }) => from > today && from < arrival && feeMinor > 0);
  const first = due > 0 ? say.now(due) : say.free((later[0]?.from ?? arrival) - 1);
  return [first, ...later.map(({ from, feeMinor }) => say.from(from, feeMinor))];
}

export interface CancellationTexts {
  free(lastDay: string): string;
  /** Where no arrival is chosen yet; `days` is at least 1. */
  freeByDays(days: number): string;
  now(fee: string): string;
  from(date: string, fee: string): string;
  readonly over: string;
}

export const CANCELLATION_TEXTS: Readonly<Record<Locale, CancellationTexts>> = {
  cs_CZ: {
    free: (lastDay) => `Storno zdarma do ${lastDay} včetně.`,
    freeByDays: (days) => `Storno zdarma do ${days === 1 ? 'dne' : `${days}. dne`} před příjezdem včetně.`,
    now: (fee) => `Storno stojí ${fee}.`,
    from: (date, fee) => `Od ${date} stojí storno ${fee}.`,
    over: 'Ode dne příjezdu už pobyt zrušit nelze.',
  },
  de: {
    free: (lastDay) => `Kostenlos stornierbar bis einschließlich ${lastDay}.`,
    freeByDays: (days) =>
      `Kostenlos stornierbar bis einschließlich ${days === 1 ? 'einen Tag' : `${days} Tage`} vor der Anreise.`,
    now: (fee) => `Die Stornierung kostet ${fee}.`,
    from: (date, fee) => `Ab dem ${date} kostet die Stornierung ${fee}.`,
    over: 'Ab dem Anreisetag ist eine Stornierung nicht mehr möglich.',
  },
  en: {
    free: (lastDay) => `Free cancellation up to and including ${lastDay}.`,
    freeByDays: (days) =>
      `Free cancellation up to and including ${days === 1 ? 'the day' : `${days} days`} before arrival.`,
    now: (fee) => `Cancelling costs ${fee}.`,
    from: (date, fee) => `From ${date} cancelling costs ${fee}.`,
    over: 'From the day of arrival on it can no longer be cancelled.',
  },
  ru: {
    free: (lastDay) => `Бесплатная отмена до ${lastDay} включительно.`,
    freeByDays: (days) => `Бесплатная отмена до ${days === 1 ? 'дня' : `${days}-го дня`} перед заездом включительно.`,
    now: (fee) => `Отмена стоит ${fee}.`,
    from: (date, fee) => `С ${date} отмена стоит ${fee}.`,
    over: 'Со дня заезда отменить бронирование уже нельзя.',
  },
};
