import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LIMIT_MS } from './support/gateway/soak.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

process.env.TMPDIR = temporaryFolder();

/** Rules, texts and pages without a browser: pure. */
const FAST = ['test/{domain,mail,texts,web,wording}/**/*.test.ts', 'test/*.test.ts'];
/** The gateway in the process of its tests. */
const GATEWAY = ['test/{catalogue,data,demo,graphql,http,mcp,operations,rest,server}/**/*.test.ts'];
/** Files that replace modules, or measure their process. */
const APART = ['test/**/*.apart.test.ts'];
const DATABASE = { globalSetup: ['test/support/database/postgres-server.ts'] };
/** A worker loads what its files share only once: to load it takes as long as the tests of most files. */
const SHARED_MODULES = { isolate: false, setupFiles: ['test/support/leave-nothing.ts'] };

/**
 * How the paths of files that take long end, the longest first: whatever begins with one of them at the end leaves the other workers idle. The
 * size of a file, by which the others are sorted, says little of it where a few lines start processes or draw thousands of cases.
 */
const LONGEST = [
  ...['/failover', '/add-an-event', '/interrupted-upgrade', '/add-a-hotel-field', '/running-server', '/shops'],
  ...['/backup', '/living-catalogue', '/supergraph', '/lighthouse', '/mail', '/desk-access', '/database/crash'],
  ...['/killed-processes', '/deploy/image', '/add-a-problem', '/capacity-mixture', '/altered-bookings'],
  ...['/fuzz-graphql', '/fuzz-rest', '/list-bookings-plans', '/offers-oracle', '/openapi-answers', '/check/mutations'],
  ...['/traces', '/alter-booking', '/streams', '/database/migrations', '/recorded-import', '/sql/statements'],
  ...['/list-bookings.property', '/compiled-operations', '/demo-mode', '/any-input', '/catalogue-memory.apart'],
  '.property',
].map((end) => `${end}.test.ts`);
/** The place of a file among them; the others come after the last one. */
const placeOf = ({ moduleId }: TestSpecification) => [...LONGEST, ''].findIndex((end) => moduleId.endsWith(end));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: {
    // Node loads the CommonJS build of graphql, Vite would load the other one as well: two copies of graphql do not
    // mix.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    // One after another: a worker ends where the next file is of another project.
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'fast', include: FAST, ...SHARED_MODULES } },
      {
        extends: true,
        test: {
          name: 'gateway',
          include: GATEWAY,
          exclude: APART,
          sequence: { groupOrder: 1 },
          ...SHARED_MODULES,
          // While PostgreSQL computes for one of them, another one does.
          maxWorkers: 3,
          ...DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['test/**/*.test.ts'],
          exclude: [...FAST, ...GATEWAY, ...APART],
          sequence: { groupOrder: 2 },
          ...SHARED_MODULES,
          // They wait for processes, browsers and timeouts more than they compute.
          maxWorkers: 3,
          ...DATABASE,
        },
      },
      { extends: true, test: { name: 'apart', include: APART, sequence: { groupOrder: 3 }, ...DATABASE } },
    ],
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // With more room for what is young the collector copies less of it: 3 % of the processor time.
    execArgv: ['--max-semi-space-size=64'],
  },
});
