/** Compares the machine's clock with the database's as long as the process runs, and says when it goes wrong and when it is right again (T2). */
import type { DatabaseClock } from '../../data/database/database-clock.ts';
import { repeat, type Scheduler } from '../../domain/time/clock.ts';
import type { Logger } from '../telemetry/log.ts';

const EVERY_MS = 10_000;

export interface ClockWatch {
  /** Compares now: whether what goes by time may be written. Not while the database does not answer. */
  mayWrite(): Promise<boolean>;
  stop(): void;
}

/** Watches until it is stopped. */
export function watchClock(
  clock: DatabaseClock,
  { schedule, log }: { schedule: Scheduler; log: Pick<Logger, 'info' | 'warn'> },
): ClockWatch {
  let wasOff = false;
  const logChange = () => {
    const isOff = clock.isOff();
    if (isOff === wasOff) return;
    wasOff = isOff;
    const aheadSeconds = Math.round(clock.aheadMs() / 1_000);
    if (isOff) log.warn({ aheadSeconds }, "the clock of this machine is not the database's: nothing is written");
    else log.info({ aheadSeconds }, "the clock of this machine is the database's again");
  };
  const mayWrite = () =>
    clock.measure().then(
      () => {
        logChange();
        return !clock.isOff();
      },
      // A request that needs the database reports the failure.
      () => false,
    );
  logChange();
  return { mayWrite, stop: repeat(schedule, () => void mayWrite(), EVERY_MS) };
}
