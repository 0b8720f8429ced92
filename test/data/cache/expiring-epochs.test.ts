/** Epochs that time raises (S13). */
import { beforeEach, expect, test } from 'vitest';
import { anyOfKind, cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { Dependencies } from '../../../src/data/cache/dependencies.ts';
import type { Epochs } from '../../../src/data/cache/epochs.ts';
import { ExpiringEpochs } from '../../../src/data/cache/expiring-epochs.ts';
import { manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const ONE = cacheTag('inventory', 1);
const OTHER = cacheTag('inventory', 2);
const RATES = cacheTag('rates', 1);

let now: number;
let stored: number;
let epochs: ExpiringEpochs;
let timers: ReturnType<typeof manualScheduler>;
let calls: number;

beforeEach(() => {
  now = 1_000;
  stored = 5;
  calls = 0;
  timers = manualScheduler();
  const unused = () => {
    throw new Error('nobody asks for this here');
  };
  const known: Epochs = {
    ...{
      isCurrent: () => true,
      refresh: async () => {},
      observe: unused,
      notifications: unused,
      close: async () => {},
    },
    ...{ of: () => stored, version: () => stored, onRaise: () => () => {} },
  };
  epochs = new ExpiringEpochs(known, { clock: { now: () => now }, schedule: timers.schedule });
  epochs.onRaise(() => {
    calls++;
  });
});

/** Epochs of a tag, of its kind, of others. */
const seen = () => [ONE, anyOfKind('inventory'), OTHER, RATES].map((tag) => epochs.of(tag));

test('S13: a tag and its kind have another epoch from the moment on, others have not', () => {
  epochs.raiseAt(ONE, 2_000);
  now = 1_999;
  expect([seen(), epochs.version(), calls]).toEqual([[5, 5, 5, 5], 5, 0]);
  now = 2_000;
  expect([seen(), epochs.version() > 5, calls]).toEqual([[6, 6, 5, 5], true, 1]);
  now = 9_000;
  expect(seen()).toEqual([6, 6, 5, 5]);
});

test('S13: a moment that has passed counts at once, and several count each', () => {
  epochs.raiseAt(ONE, 1_000);
  expect(seen()).toEqual([6, 6, 5, 5]);
  for (const at of [4_000, 2_000, 3_000, 2_000]) epochs.raiseAt(OTHER, at);
  now = 3_500;
  expect(seen()).toEqual([6, 8, 7, 5]);
  now = 4_000;
  expect(seen()).toEqual([6, 9, 8, 5]);
});

test('S13: epochs still grow with what is stored', () => {
  epochs.raiseAt(ONE, 2_000);
  now = 2_000;
  const before = epochs.of(ONE);
  stored = 6;
  expect(epochs.of(ONE)).toBeGreaterThan(before);
});

test('S13: what was recorded before the moment is fresh until then, also of very many entities', () => {
  const few = new Dependencies(epochs);
  few.use(ONE);
  const many = new Dependencies(epochs);
  for (let hotel = 0; hotel < 200; hotel++) many.use(cacheTag('inventory', hotel));
  const others = new Dependencies(epochs);
  others.use(RATES);
  epochs.raiseAt(ONE, 2_000);
  const recorded = [few, many, others].map((one) => one.recorded());
  now = 1_999;
  expect(recorded.map((one) => one.isFresh())).toEqual([true, true, true]);
  now = 2_000;
  expect(recorded.map((one) => one.isFresh())).toEqual([false, false, true]);
});

test('S13: listeners are called at the moment although nobody asks, also after a timer that is early', () => {
  epochs.raiseAt(ONE, 3_000);
  epochs.raiseAt(OTHER, 2_000);
  now = 1_995;
  timers.advance(1_000);
  expect(calls).toBe(0);
  now = 2_000;
  timers.advance(5);
  expect(calls).toBe(1);
  now = 3_000;
  timers.advance(1_000);
  expect(calls).toBe(2);
});

test('S13: without anything that ends no clock is read', () => {
  const clock = {
    now() {
      throw new Error('the clock was read');
    },
  };
  const idle = new ExpiringEpochs({ of: () => 1, version: () => 1, isCurrent: () => true } as unknown as Epochs, {
    clock,
    schedule: timers.schedule,
  });
  expect([idle.of(ONE), idle.version()]).toEqual([1, 1]);
});
