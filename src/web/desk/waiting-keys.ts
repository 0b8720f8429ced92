/**
 * Keys that were pressed while something loads, in their order. They act as soon as they can. When all has loaded, those that nothing
 * takes are dropped, so that no later view acts on them.
 */
export class WaitingKeys {
  readonly #act: (key: string) => boolean;
  readonly #loading = new Set<object>();
  #keys: string[] = [];
  #isBlocked = false;

  /** `act` does what a key means now; false: nothing takes it yet. */
  constructor(act: (key: string) => boolean) {
    this.#act = act;
  }

  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  /** Whether a further key has to wait, too, for its turn. */
  get areThere(): boolean {
    return this.#isBlocked || this.#keys.length > 0;
  }

  /** Says whether `what` loads. */
  setLoading(what: object, isLoading: boolean): void {
    if (isLoading) this.#loading.add(what);
    else this.#loading.delete(what);
    this.replay();
  }

  add(key: string): void {
    this.#keys.push(key);
  }

  /** All keys wait until `unblock`: they are meant for a field that comes. */
  block(): void {
    this.#isBlocked = true;
  }

  unblock(): void {
    this.#isBlocked = false;
    this.replay();
  }

  /** The clerk does something else. */
  drop(): void {
    this.#isBlocked = false;
    this.#keys = [];
  }

  /** Acts on the first key after what is being rendered, then on the next one. */
  replay(): void {
    if (this.#keys.length > 0) setTimeout(() => this.#replayFirst());
  }

  #replayFirst(): void {
    const [key] = this.#keys;
    if (key === undefined || this.#isBlocked) return;
    if (!this.#act(key) && this.isLoading) return;
    this.#keys.shift();
    this.replay();
  }
}
