/** Run before each file whose worker goes on to the next one: what it has replaced or left open ends with it. */
import { afterAll, vi } from 'vitest';
import { leftOpen } from './left-open.ts';

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await Promise.allSettled([...leftOpen].map((one) => one.stop()));
});
