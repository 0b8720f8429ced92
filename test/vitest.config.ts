import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: {
    // Node loads the CommonJS build of graphql, Vite would load the other one as well: two copies of graphql do not
    // mix.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database/postgres-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default of a second is too short for browsers and processes on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
  },
});
