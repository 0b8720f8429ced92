/**
 * The id of a booking is a capability: with a shop's key, which all its customers may share, it reveals a guest's name
 * and address. So no id leads to another, and nothing reveals a booking without its id.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecretId } from '../../../src/data/bookings.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const IDS = 10_000;
const BITS = 96;
/** Six standard deviations of a fair coin thrown `IDS` times: exceeded by one run in ten million with 200 coins. */
const TOLERANCE = 6 * Math.sqrt(IDS / 4);
const BATCH = 100;

const bitsOf = (id: string) => [...BigInt(`0x${id}`).toString(2).padStart(BITS, '0')].map(Number);

test('ten thousand ids have no structure in common: every bit is balanced, and differs from the id before as often as not', () => {
  const ids = Array.from({ length: IDS }, newSecretId);
  expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
  const ones = new Array<number>(BITS).fill(0);
  const changes = new Array<number>(BITS).fill(0);
  let before = bitsOf(ids[0]!);
  for (const id of ids) {
    const bits = bitsOf(id);
    bits.forEach((bit, place) => {
      ones[place]! += bit;
      changes[place]! += bit ^ before[place]!;
    });
    before = bits;
  }
  for (const counts of [ones, changes]) {
    expect(counts.filter((count) => Math.abs(count - IDS / 2) > TOLERANCE)).toEqual([]);
  }
});

test('ten thousand ids share no four bytes: they contain no time, process or counter', () => {
  const ids = Array.from({ length: IDS }, newSecretId);
  for (let from = 0; from <= 16; from += 2) {
    const parts = ids.map((id) => Number.parseInt(id.slice(from, from + 8), 16));
    // The expected number of collisions is 0.01.
    expect([from, new Set(parts).size > IDS - 4]).toEqual([from, true]);
    const steps = parts.slice(1).map((part, index) => Math.abs(part - parts[index]!));
    expect([from, steps.filter((step) => step < 1_000).length < 20]).toEqual([from, true]);
  }
});

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway?.close());

async function booked(note: string): Promise<string> {
  const answer = await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${key}` },
    payload: bindingBody({ binding_booking: false, customer_note: note }),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ _id: string }>()._id;
}

/** The neighbours of an id, if it consisted of a time, a process and a counter. */
function neighboursOf(id: string): string[] {
  const [seconds, machine, counter] = [id.slice(0, 8), id.slice(8, 18), id.slice(18)];
  const hex = (value: number, digits: number) => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits);
  return [-2, -1, 0, 1, 2, 3].flatMap((later) =>
    Array.from({ length: 200 }, (_, index) => index - 100).map(
      (step) => hex(Number.parseInt(seconds, 16) + later, 8) + machine + hex(Number.parseInt(counter, 16) + step, 6),
    ),
  );
}

test('one’s own id does not lead to the next customers’ bookings, not by a thousand neighbours in any query', async () => {
  const own = await booked('the attacker');
  const victims = [await booked('the first victim'), await booked('the second victim')];
  const guesses = neighboursOf(own).filter((id) => id !== own);
  expect(guesses.filter((id) => victims.includes(id))).toEqual([]);
  const found: unknown[] = [];
  for (let from = 0; from < guesses.length; from += BATCH) {
    const { nodes } = await gateway.ask<{ nodes: unknown[] }>('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      key,
      variables: { ids: guesses.slice(from, from + BATCH) },
    });
    found.push(...nodes.filter((node) => node !== null));
  }
  expect(found).toEqual([]);
});

test('node and nodes return no booking, not even for its id and the key that made it; booking(id) does', async () => {
  const id = await booked('the owner');
  const query =
    'query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id } nodes(ids: $ids) { id } booking(id: $id) { id customerNote } }';
  expect(await gateway.ask(query, { key, variables: { id, ids: [id] } })).toEqual({
    node: null,
    nodes: [null],
    booking: { id, customerNote: 'the owner' },
  });
});
