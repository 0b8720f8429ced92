/** How V8 allocates and collects. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const GROWTH_PERCENT = 10;
/** V8's default. */
const DEFAULT_GROWTH = 0;
const LARGE_HEAP_BYTES = 200 * 1024 * 1024;
const HEAP_CHECK_INTERVAL_MS = 5_000;

/**
 * From now on, allocates every object among the young ones, where garbage costs next to nothing. By default V8 allocates what
 * once survived a collection among the old ones from then on. If that collection falls into a moment at which several pages
 * are half made, it is all objects of a page: then every page leaves 50 kB behind that only a full collection frees, and costs
 * half as much again.
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * From now on, collects garbage early whenever the heap is large. By default V8 lets garbage grow to about the live heap before
 * it collects: with 350 MB of warm caches the process grew to 1.2 GB. Above the limit it now collects when a tenth has been
 * added. In a small heap that would be every few requests.
 */
export function collectGarbageEarlyWhenLarge(): void {
  let isEarly = false;
  setInterval(() => {
    const isLarge = getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES;
    if (isLarge === isEarly) return;
    isEarly = isLarge;
    setFlagsFromString(`--heap-growing-percent=${isLarge ? GROWTH_PERCENT : DEFAULT_GROWTH}`);
  }, HEAP_CHECK_INTERVAL_MS).unref();
}
