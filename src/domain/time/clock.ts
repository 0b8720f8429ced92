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
