/** A text that is new costs its reading, whoever sends it first (A9, F12); one that is known, or trusted, does not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const COST = 1_000_000;
/** A text of 1,009 tokens with the variable: validating it takes much longer than answering that there is no such hotel. */
const LARGE = `query ($id: ID!) { hotel(id: $id) { ${'destination { name { cs de en ru } } '.repeat(99)}} }`;
const READING = 10 * 1_009 - 100;
/** Not above what every operation costs for being read. */
const SMALL = '{ viewer { today } }';

const folder = mkdtempSync(join(tmpdir(), 'new-documents-'));
const TRUSTED = `${LARGE} # trusted`;
let gateway: TestGateway;
beforeAll(async () => {
  const path = join(folder, 'documents.json');
  writeFileSync(path, JSON.stringify({ trusted: TRUSTED }));
  const config = { rateLimitCostPerMinute: COST, trustedDocuments: { path, only: false } };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

let ids = 0;
/** What is charged for the text beside its cost, in this order; each time with another variable, so no answer is cached. */
async function chargedFor(texts: readonly string[], url = '/graphql'): Promise<number[]> {
  const key = await gateway.key();
  const charged: number[] = [];
  let left = COST;
  for (const query of texts) {
    const payload = { query, ...(query.includes('$id') && { variables: { id: String(1_000 + ids++) } }) };
    const answer = await gateway.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${key}` } });
    const { errors, extensions } = answer.json();
    expect(errors).toBeUndefined();
    const now = Number(/"cost";r=(\d+)/.exec(String(answer.headers.ratelimit))![1]);
    charged.push(left - now - extensions.cost.requested);
    left = now;
  }
  return charged;
}

describe.each([
  ['', '/graphql'],
  [' by Yoga', '/graphql?by=yoga'],
])('a new text%s', (by, url) => {
  test('costs its tokens, each time that it is another one', async () => {
    const others = Array.from({ length: 20 }, (_, at) => `${LARGE} # ${at}${by}`);
    expect(await chargedFor(others, url)).toEqual(others.map(() => READING));
  });

  test('costs them once, and nobody else', async () => {
    const text = `${LARGE} # again${by}`;
    expect(await chargedFor([text, text, text], url)).toEqual([READING, 0, 0]);
    expect(await chargedFor([text], url)).toEqual([0]);
  });

  test('costs nothing more where it is small', async () => {
    expect(await chargedFor([`${SMALL} # small${by}`], url)).toEqual([0]);
  });

  test('costs nothing more where it is trusted', async () => {
    expect(await chargedFor([TRUSTED], url)).toEqual([0]);
  });
});

test('a new text that is refused for its variables costs what that took, not its reading again when it is right', async () => {
  const key = await gateway.key();
  const text = `${LARGE} # refused`;
  const headers = { authorization: `Bearer ${key}` };
  const refused = await gateway.inject({ method: 'POST', url: '/graphql', payload: { query: text }, headers });
  expect(refused.statusCode).toBe(400);
  expect(await chargedFor([text])).toEqual([0]);
});

test('once its reading is more than a minute may cost, the next request is refused', async () => {
  const small = await startGateway({
    ...{ catalogue: SMALL_CATALOGUE, today: TODAY, config: { rateLimitCostPerMinute: READING } },
  });
  const key = await small.key();
  const send = (query: string) =>
    small.inject({
      method: 'POST',
      url: '/graphql',
      payload: { query, variables: { id: '1000' } },
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await send(LARGE)).statusCode).toBe(200);
  const next = await send(LARGE);
  expect([next.statusCode, Number(next.headers['retry-after']) > 0]).toEqual([429, true]);
  await small.close();
});
