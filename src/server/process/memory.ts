/**
 * How much memory a process takes beside what it keeps. The engine lets garbage grow to about as much as is in use before it
 * looks for it: with 350 MB of warm caches the process grew to 1.2 GB. Once so much is in use it is told to look when a tenth
 * has been added. In a small heap that would be a look every few requests.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const GROWTH_PERCENT = 10;
/** What the engine does of itself. */
const DEFAULT_GROWTH = 0;
const LARGE_HEAP_BYTES = 200 * 1024 * 1024;
const HEAP_CHECK_INTERVAL_MS = 5_000;

/** Has garbage collected early from now on whenever much is kept. */
export function collectGarbageEarlyWhenLarge(): void {
  let isEarly = false;
  setInterval(() => {
    const isLarge = getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES;
    if (isLarge === isEarly) return;
    isEarly = isLarge;
    setFlagsFromString(`--heap-growing-percent=${isLarge ? GROWTH_PERCENT : DEFAULT_GROWTH}`);
  }, HEAP_CHECK_INTERVAL_MS).unref();
}
