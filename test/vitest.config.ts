import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Rules, texts and pages without a browser: pure, so one worker loads what they share only once. */
const FAST = ['test/{domain,mail,texts,web,wording}/**/*.test.ts', 'test/*.test.ts'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: {
    // Node loads the CommonJS build of graphql, Vite would load the other one as well: two copies of graphql do not
    // mix.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    projects: [
      { extends: true, test: { name: 'fast', include: FAST, isolate: false } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['test/**/*.test.ts'],
          exclude: FAST,
          globalSetup: ['test/support/database/postgres-server.ts'],
        },
      },
    ],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Nothing that works comes near these bounds, even where ten times as much runs as there are cores.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
});
