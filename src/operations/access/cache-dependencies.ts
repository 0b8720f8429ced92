/**
 * What a response depends on besides the catalogue and the day: recorded while it is computed, checked by the response
 * cache.
 */
export interface CacheDependencies {
  /** Inventory epochs that were read, by hotel number. */
  readonly inventories: Map<number, bigint>;
  /** Whether the response is about the caller alone, or about this moment, and must not be cached. */
  isPrivate: boolean;
}
