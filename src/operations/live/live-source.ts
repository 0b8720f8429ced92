/** What a subscription follows: a state that changes now and then, and the way from an earlier state to the newest. */
export interface LiveSource<State = unknown, Changes = unknown> extends AsyncIterable<Changes> {
  /** The same for sources with the same states. */
  readonly key: string;
  /** The newest state; the same object until it changes. */
  readonly state: State;
  /** What leads from an earlier state to the newest, or from nothing (null); null: both are equal. */
  changesSince(before: State | null): Changes | null;
  /** Calls `hear` when the state has changed, until the returned function is called. */
  follow(hear: () => void): () => void;
}
