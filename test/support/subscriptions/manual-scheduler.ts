/** A scheduler whose time passes only when a test says so. */
import type { Scheduler } from '../../../src/domain/time/clock.ts';

export interface ManualScheduler {
  readonly schedule: Scheduler;
  /** How many timers run. */
  readonly count: number;
  /** Lets so many milliseconds pass, and runs what is due in them in order. */
  advance(milliseconds: number): void;
}

export function manualScheduler(): ManualScheduler {
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  return {
    get count() {
      return waiting.size;
    },
    schedule(run, milliseconds) {
      const timer = { at: now + milliseconds, run };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        waiting.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}
