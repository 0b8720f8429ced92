/**
 * Walks through a catalogue in which lists are far longer than on average (A9): every hotel sells every visit type, and costs are those of a
 * usual one. It is in memory, so every turn of the event loop is one that a walk has left to others.
 */
import { type ExecutionResult, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/catalogue/file/file-schema.ts';
import type { Caller } from '../../src/data/keys/api-keys.ts';
import { languagesOf } from '../../src/domain/text/locale.ts';
import { PreparedDocument } from '../../src/graphql/execution/documents.ts';
import type { Operation } from '../../src/graphql/execution/operation.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import type { Deadline } from '../../src/operations/deadline.ts';
import { ServiceUnavailable } from '../../src/operations/service-unavailable.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { countTurns } from '../support/requests/count-turns.ts';

const TODAY = '2027-01-10';
const HOTELS = 12;
const VISIT_TYPES = 30;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const CATALOGUE: Catalogue = {
  format: 'spa-stay-catalogue/1',
  channels: [{ code: 'public', name: 'Public' }],
  destinations: [{ id: 1, name: { en: 'Spa' } }],
  hotels: numbers(HOTELS).map((id) => ({
    ...{ id, code: `hotel-${id}`, name: `Hotel ${id}`, destinationId: 1, stars: 4 },
    roomTypes: [{ id: 100 + id, code: 'DBL', beds: 2 }],
  })),
  visitTypes: numbers(VISIT_TYPES).map((id) => ({
    ...{ id, priorityPosition: id, name: { en: `Stay ${id}` }, boarding: 'BREAKFAST', nightsMin: 1, nightsMax: 5 },
    ...{ hotelIds: numbers(HOTELS), priceLists: [] },
  })),
};

const QUERY = '{ visitType(id: 1) { hotels { hotel { visitTypes { hotels { hotel { visitTypes { number } } } } } } } }';
const SHOWN = HOTELS * VISIT_TYPES * HOTELS * VISIT_TYPES;
/** Entries that are shown in one turn. */
const MOST = 1_000;
const NEVER: Deadline = { endsAt: Number.POSITIVE_INFINITY };

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY });
  caller = (await gateway.apiKeys.authenticate(await gateway.key()))!;
  // Into memory.
  await run(operation(), NEVER);
});
afterAll(() => gateway?.close());

const operation = (): Operation => new PreparedDocument(parse(QUERY), { schema }).operation()!;

async function run(walk: Operation, deadline: Deadline): Promise<ExecutionResult> {
  return walk.run({}, await gateway.services.open({ caller, languages: languagesOf(undefined), deadline }));
}

async function compiled(): Promise<Operation> {
  const walk = operation();
  while (!walk.isCompiled) await run(walk, { endsAt: Number.NEGATIVE_INFINITY });
  return walk;
}

describe.each([
  ['field by field', async () => operation()],
  ['compiled', compiled],
])('a walk through the catalogue in memory, %s,', (_, prepare) => {
  test('leaves turns to others, and shows everything in order', async () => {
    const walk = await prepare();
    const { result, turns } = await countTurns(async () => run(walk, NEVER));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(SHOWN / (2 * MOST)));
    const visitTypes = numbers(VISIT_TYPES).map((number) => ({ number }));
    const sold = numbers(HOTELS).map(() => ({
      hotel: {
        visitTypes: numbers(VISIT_TYPES).map(() => ({
          hotels: numbers(HOTELS).map(() => ({ hotel: { visitTypes } })),
        })),
      },
    }));
    expect(JSON.stringify(result)).toBe(JSON.stringify({ data: { visitType: { hotels: sold } } }));
  });

  test('ends soon after its deadline', async () => {
    const walk = await prepare();
    const deadline = { endsAt: Number.POSITIVE_INFINITY };
    let left = 5;
    const pass = () => {
      if (--left > 0) setImmediate(pass);
      else deadline.endsAt = Number.NEGATIVE_INFINITY;
    };
    setImmediate(pass);
    const { result, turns } = await countTurns(async () => run(walk, deadline));
    expect(result.errors?.map(({ originalError }) => originalError)).toContainEqual(expect.any(ServiceUnavailable));
    expect(turns).toBeLessThan(Math.floor(SHOWN / (4 * MOST)));
  });
});
