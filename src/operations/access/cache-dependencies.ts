/** What an answer depends on beside the catalogue and the day: recorded while it is computed, checked when it is cached. */
export interface CacheDependencies {
  /** The epochs of the inventories that were read, by the number of the hotel. */
  readonly inventories: Map<number, bigint>;
  /** Whether the answer is about the caller alone, or about this moment: it is never cached. */
  isPrivate: boolean;
}
