/** The source of "now", passed in so that rules about today can be tested on any day. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Runs something once, after so many milliseconds. The returned function cancels it. */
export type Scheduler = (run: () => void, milliseconds: number) => () => void;

/** The machine's timers, which keep no process alive. */
export const systemScheduler: Scheduler = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Runs something every so many milliseconds, the first time after that long. The returned function ends it. */
export function repeat(schedule: Scheduler, run: () => void, milliseconds: number): () => void {
  let cancel = () => {};
  const next = (): void => {
    cancel = schedule(() => {
      // The next time is scheduled before the run, which may end it.
      next();
      run();
    }, milliseconds);
  };
  next();
  return () => cancel();
}

export interface TimeLimit {
  /** Aborted when the time is over, or with the signal that was given. */
  readonly signal: AbortSignal;
  /** Ends the limit: call it when what is limited has ended. */
  readonly lift: () => void;
}

/** Starts a limit. `AbortSignal.timeout` would not last: `any` holds its sources weakly, and Node 20 drops the timer of one that is collected. */
export function timeLimit(milliseconds: number, signal?: AbortSignal): TimeLimit {
  const late = new AbortController();
  const lift = systemScheduler(() => late.abort(), milliseconds);
  return { signal: AbortSignal.any(signal ? [signal, late.signal] : [late.signal]), lift };
}
