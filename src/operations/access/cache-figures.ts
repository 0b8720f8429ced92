import type { CacheStats } from '../../data/cache/epoch-cache.ts';

/** The stats of several caches together. */
export function figuresOf(caches: readonly { stats(): CacheStats }[]): CacheStats {
  return caches
    .map((cache) => cache.stats())
    .reduce((sum, one) => ({
      entries: sum.entries + one.entries,
      size: sum.size + one.size,
      limit: sum.limit + one.limit,
    }));
}
