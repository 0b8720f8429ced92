/**
 * Work whose callers at the same time are coalesced. Each gets a run that begins after its call, because the one under way may have looked before
 * what the caller knows of: so there is at most one run, and one that waits for it.
 */
export class CoalescedRun<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  run(): Promise<T> {
    if (this.#running === null) {
      this.#running = this.#work().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    const again = (): Promise<T> => {
      this.#next = null;
      return this.run();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }

  /** The last run that somebody waits for; null: none. */
  underWay(): Promise<T> | null {
    return this.#next ?? this.#running;
  }
}
