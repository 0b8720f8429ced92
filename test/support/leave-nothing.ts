/** Run before each file whose process goes on to the next one: what it has replaced for itself is put back at its end. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
