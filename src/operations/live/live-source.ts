/** What a subscription follows: a state that changes now and then, with the steps from an earlier state to the newest. */
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';

/** A step from an earlier state to the newest, or towards it. */
export interface Step<State, Changes> {
  /** The state after the step. */
  readonly state: State;
  /** What followers receive; null: nothing. */
  readonly changes: Changes | null;
}

export interface LiveSource<State = unknown, Changes = unknown> extends AsyncIterable<Changes> {
  /** Sources with one key have the same states. */
  readonly key: string;
  /** The newest state; the same one, by `===`, until it changes. */
  readonly state: State;
  /** Whether what followers were sent is no more, so that they have to come back. Missing: it never ends. */
  readonly hasEnded?: boolean;
  /**
   * The step from an earlier state; null: from nothing. A step from nothing always has changes, one from the newest state has none.
   */
  stepFrom(before: State | null): MaybePromise<Step<State, Changes>>;
  /** Calls `listener` when the state has changed or it has ended, until the returned function is called. */
  follow(listener: () => void): () => void;
}

/** The executor demands that a source is iterable, and nobody iterates it. */
export function neverIterated(): never {
  throw new Error('a source is followed step by step');
}
