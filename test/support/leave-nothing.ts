/** Run before each file whose worker goes on to the next one: it gets its own date, and what it has replaced or left open ends with it. */
import { afterAll, vi } from 'vitest';
import { beginFile } from './date-of-file.ts';
import { leftOpen } from './left-open.ts';

beginFile();

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await Promise.allSettled([...leftOpen].map((one) => one.stop()));
});
