/** A target and its measurement. A ratio is null if part of it was not measured. */
export interface Target {
  readonly says: string;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  /**
   * The figure that counts: requests per second unless it says otherwise. Where the load generator is the limit, requests per
   * second say little about the gateway.
   */
  readonly judgedBy?: 'cpu';
  /** The two figures, in words. */
  readonly reached: string;
  readonly ratio: number | null;
  /** The same ratio by processor time; null where it is meaningless. */
  readonly byCpu: number | null;
}
