/** An operation that takes long begins in a turn of the event loop of its own (A9): counted in turns, never in time. */
import { type ExecutionResult, getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { Documents } from '../../../src/graphql/execution/documents.ts';
import { Executor } from '../../../src/graphql/execution/executor.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import type { RequestContext } from '../../../src/operations/access/request-context.ts';
import type { RestRoute } from '../../../src/rest/route.ts';
import { createStoredDocument } from '../../../src/rest/run-document.ts';
import { countTurns } from '../../support/requests/count-turns.ts';

const SEVERAL = 4;
const executor = new Executor({ documents: new Documents(schema), trace: null, report: () => {} });

const holders = Array.from({ length: SEVERAL }, (_, holder) => holder);

/** None of several holders waits for another. */
function contextOf(holder: number): RequestContext {
  const caller = { apiKeyId: `key ${holder}`, scopes: new Set(['read']) };
  const context = { caller, network: null, dependencies: {}, deadline: null, refused: null };
  return context as unknown as RequestContext;
}

/** Asks the same for several holders at once. */
async function askAtOnce(query: string) {
  const ask = (holder: number) =>
    executor.execute(
      { query },
      {
        isReadOnly: true,
        working: (run) => run(),
        executing: () => {},
        open: () => contextOf(holder),
        spending: () => {},
        charging: () => {},
        subscribing: () => {},
      },
    ) as ExecutionResult | Promise<ExecutionResult>;
  const { result, turns } = await countTurns(() => Promise.all(holders.map(ask)));
  expect(result.map(({ errors }) => errors)).toEqual(holders.map(() => undefined));
  const { requested } = result[0]!.extensions!.cost as { requested: number };
  return { cost: requested, turns };
}

test('the usual introspection, which costs more than 2,500, leaves a turn to others each time', async () => {
  const { cost, turns } = await askAtOnce(getIntrospectionQuery());
  expect(cost).toBeGreaterThan(2_500);
  expect(turns).toBeGreaterThanOrEqual(SEVERAL);
});

test('what costs less is answered at once', async () => {
  const { cost, turns } = await askAtOnce('{ __schema { types { name fields { name args { name } } } } }');
  expect(cost).toBeLessThan(2_500);
  expect(turns).toBe(0);
});

test('the same over REST leaves a turn to others each time', async () => {
  const route: RestRoute = {
    ...{ method: 'GET', path: '/v1/schema', scopes: ['read'], summary: '', description: '', parameters: {} },
    isLocalized: false,
    document: getIntrospectionQuery().replace('__schema', 'result: __schema'),
    read: () => ({ variables: {} }),
    answer: () => ({ status: 200, headers: {}, body: {} }),
    nameOf: (path) => path,
  };
  const stored = createStoredDocument({ schema, executor }, route);
  const asked = { variables: {}, locales: [], report: () => {}, spend: null, charge: null };
  const ask = (holder: number) => stored.run({ ...asked, context: contextOf(holder) });
  const { result, turns } = await countTurns(() => Promise.all(holders.map(ask)));
  expect(result.map(({ status }) => status)).toEqual(holders.map(() => 200));
  expect(turns).toBeGreaterThanOrEqual(SEVERAL);
});
