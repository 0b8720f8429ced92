/** What a response was made of, and whether that is still so: against a naive record of every read. */
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cacheTag, STRUCTURE } from '../../../src/data/cache/cache-tags.ts';
import { Dependencies } from '../../../src/data/cache/dependencies.ts';
import { EpochTable } from '../../../src/data/cache/epoch-table.ts';
import type { Epochs } from '../../../src/data/cache/epochs.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

/** Epochs that the test raises by itself. */
function tableOfEpochs() {
  const table = new EpochTable();
  let change = 0;
  const raise = (scope: string) => {
    change += 1;
    table.apply([
      { scope: 'catalogue', value: change },
      { scope: 'change', value: change },
      { scope, value: change },
    ]);
  };
  const epochs = { of: (tag) => table.of(tag), version: () => table.version() } as Epochs;
  return { epochs, raise };
}

test('a response is stale once anything that it was made of is raised, and not before', () => {
  const tag = fc.record({
    kind: fc.constantFrom('rates' as const, 'visitType' as const, 'hotel' as const),
    number: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(tag), fc.array(tag), fc.array(tag), (before, read, after) => {
      const { epochs, raise } = tableOfEpochs();
      for (const { kind, number } of before) raise(`${kind}:${number}`);
      const dependencies = new Dependencies(epochs);
      for (const { kind, number } of read) dependencies.use(cacheTag(kind, number));
      const recorded = dependencies.recorded();
      expect(recorded.isFresh()).toBe(true);
      let isTouched = false;
      for (const { kind, number } of after) {
        raise(`${kind}:${number}`);
        isTouched ||= read.some((one) => one.kind === kind && one.number === number);
        expect(recorded.isFresh()).toBe(!isTouched);
      }
    }),
  );
});

test('what is raised between two reads of one response makes it stale, though the second read saw the change', () => {
  const { epochs, raise } = tableOfEpochs();
  const dependencies = new Dependencies(epochs);
  dependencies.use(cacheTag('inventory', 1));
  raise('inventory:1');
  dependencies.use(cacheTag('inventory', 1));
  expect(dependencies.recorded().isFresh()).toBe(false);
});

test('a response made of very many entities of a kind depends on all of the kind, and takes little memory', () => {
  const { epochs, raise } = tableOfEpochs();
  const dependencies = new Dependencies(epochs);
  for (let number = 1; number <= 20_000; number += 1) dependencies.use(cacheTag('hotel', number));
  dependencies.use(STRUCTURE);
  const recorded = dependencies.recorded();
  expect(recorded.size).toBeLessThan(2_000);
  raise('rates:3');
  expect(recorded.isFresh()).toBe(true);
  raise('hotel:20001');
  expect(recorded.isFresh()).toBe(false);
});

test('a kind raised while a response is made of very many of its entities makes it stale', () => {
  const { epochs, raise } = tableOfEpochs();
  const dependencies = new Dependencies(epochs);
  for (let number = 1; number <= 500; number += 1) {
    dependencies.use(cacheTag('hotel', number));
    if (number === 50) raise('hotel:499');
  }
  expect(dependencies.recorded().isFresh()).toBe(false);
});

test('a response is stale once any of its entities is raised, however many of the kind it has', () => {
  for (const count of [1, 99, 100, 101, 102]) {
    for (const raised of [1, count]) {
      const { epochs, raise } = tableOfEpochs();
      const dependencies = new Dependencies(epochs);
      for (let number = 1; number <= count; number += 1) dependencies.use(cacheTag('hotel', number));
      const recorded = dependencies.recorded();
      expect(recorded.isFresh()).toBe(true);
      raise(`hotel:${raised}`);
      expect(recorded.isFresh(), `${count} hotels, ${raised} raised`).toBe(false);
    }
  }
});

test('a response is stale once one of its parts is', () => {
  const { epochs, raise } = tableOfEpochs();
  const part = new Dependencies(epochs);
  part.use(cacheTag('hotel', 1));
  const response = new Dependencies(epochs);
  response.include(part.recorded());
  const recorded = response.recorded();
  raise('hotel:2');
  expect(recorded.isFresh()).toBe(true);
  raise('hotel:1');
  expect(recorded.isFresh()).toBe(false);
});

test('what was recorded holds on to no dependencies', async () => {
  const { epochs } = tableOfEpochs();
  const make = () => {
    const dependencies = new Dependencies(epochs);
    dependencies.use(STRUCTURE);
    return { recorded: dependencies.recorded(), held: new WeakRef(dependencies) };
  };
  const { recorded, held } = make();
  // A reference that was just made lasts until the end of the turn.
  await turn();
  collectGarbage();
  expect(held.deref()).toBeUndefined();
  expect(recorded.isFresh()).toBe(true);
});
