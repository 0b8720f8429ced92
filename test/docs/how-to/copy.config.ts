/**
 * Runs tests in a copy of the project, on the PostgreSQL server of the test run that made the copy. A copy is tested a dozen times, with a file or
 * two changed in between: files share their modules, and what a module was compiled to is kept for the next run, by its content.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LIMIT_MS } from '../../support/gateway/soak.ts';

export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['test/**/*.test.ts', 'test/docs/how-to/*.copy.ts'],
    provide: { postgresAddress: process.env.POSTGRES_ADDRESS!, runFolder: process.env.RUN_FOLDER! },
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    isolate: false,
    setupFiles: ['test/support/leave-nothing.ts'],
    maxWorkers: 1,
    // Not where it is by default: the copy has the `node_modules` of the project.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('../../../.compiled', import.meta.url)),
    },
  },
});
