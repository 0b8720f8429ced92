/**
 * Something that is followed. Its newest state is computed once for all followers, and only after one of its dependencies has
 * changed.
 */
import type { RecordedEpochs } from '../../data/cache/dependencies.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { type LiveSource, neverIterated, type Step } from './live-source.ts';

/** A state, and what it depends on. */
export interface Computed<State> {
  readonly state: State;
  readonly dependencies: RecordedEpochs;
  /** The business day that it is about. */
  readonly today: Day;
}

/** How the states of a feed are made and compared. */
export interface FeedRules<State, Changes> {
  /** How many entries a state has at most, where they may be many. */
  readonly entries?: number;
  /** The stranger who opens it, whose feeds have a share of all entries; null or absent: nobody is a stranger here. */
  readonly stranger?: string | null;
  compute(): Promise<Computed<State>>;
  /** The changes from a state, or from nothing, to another; null: both states are equal. */
  changes(before: State | null, after: State): Changes | null;
}

export class Feed<State extends object = object, Changes extends object = object>
  implements LiveSource<State, Changes>
{
  readonly key: string;
  readonly [Symbol.asyncIterator]: () => AsyncIterator<Changes> = neverIterated;
  readonly #rules: FeedRules<State, Changes>;
  readonly #onFollowers: () => void;
  readonly #followers = new Set<() => void>();
  #computed: Computed<State> | null = null;
  #refreshing: Promise<void> | null = null;
  /** The state that followers were last called for. */
  #published: State | null = null;

  constructor(
    key: string,
    {
      rules,
      onFollowers,
    }: {
      rules: FeedRules<State, Changes>;
      /** Called when it gets its first follower, and when it has lost the last. */
      onFollowers: () => void;
    },
  ) {
    this.key = key;
    this.#rules = rules;
    this.#onFollowers = onFollowers;
  }

  get entries(): number {
    return this.#rules.entries ?? 0;
  }

  get stranger(): string | null {
    return this.#rules.stranger ?? null;
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** Not before the first `refresh`. */
  get state(): State {
    // biome-ignore lint/style/noNonNullAssertion: followers are given to a feed after its first `refresh`.
    return this.#computed!.state;
  }

  stepFrom(before: State | null): Step<State, Changes> {
    const { state } = this;
    return { state, changes: this.#rules.changes(before, state) };
  }

  /** Whether nothing has changed that the state was computed from. */
  isFresh(today: Day): boolean {
    return this.#computed !== null && this.#computed.today === today && this.#computed.dependencies.isFresh();
  }

  /** Computes the state anew if it is not fresh. The state after it includes every epoch that was raised before the call. */
  async refresh(today: Day): Promise<void> {
    // One under way may have read before the last change.
    if (this.#refreshing) await this.#refreshing.catch(() => {});
    if (this.isFresh(today)) return;
    this.#refreshing ??= this.#compute().finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
  }

  follow(listener: () => void): () => void {
    this.#followers.add(listener);
    if (this.#followers.size === 1) {
      this.#published = this.state;
      this.#onFollowers();
    }
    return () => {
      if (this.#followers.delete(listener) && !this.isFollowed) this.#onFollowers();
    };
  }

  /** Calls the followers if the state is another one. */
  notify(): void {
    if (this.#published === this.state) return;
    this.#published = this.state;
    for (const listener of this.#followers) listener();
  }

  async #compute(): Promise<void> {
    const computed = await this.#rules.compute();
    const before = this.#computed?.state ?? null;
    const isSame = before !== null && this.#rules.changes(before, computed.state) === null;
    this.#computed = isSame ? { ...computed, state: before } : computed;
  }
}
