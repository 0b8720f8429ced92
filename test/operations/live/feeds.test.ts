/** What many follow leaves time to others (A9), however often it changes. */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Epochs } from '../../../src/data/cache/epochs.ts';
import { Feeds } from '../../../src/operations/live/feeds.ts';
import { manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const FEEDS = 5;

/** Feeds that are stale after every change, with a clock that a computation moves on. */
async function followedFeeds(computationMs: number) {
  const timers = manualScheduler();
  let [now, computed, isFresh] = [Date.parse('2027-01-10T12:00:00Z'), 0, true];
  let change = () => {};
  const epochs = {
    onRaise(hear: () => void) {
      change = hear;
      return () => {};
    },
  } as unknown as Epochs;
  const feeds = new Feeds({
    ...{ epochs, clock: { now: () => now }, businessTimeZone: 'Europe/Prague', schedule: timers.schedule },
    onFailure: (error) => {
      throw error;
    },
    onRefusal: () => {},
  });
  for (let index = 0; index < FEEDS; index++) {
    const feed = await feeds.open(`feed ${index}`, {
      async compute() {
        computed++;
        now += computationMs;
        return { state: {}, dependencies: { isFresh: () => isFresh } as never, today: 0 as never };
      },
      changes: () => ({}),
    });
    feed.follow(() => {});
  }
  isFresh = false;
  computed = 0;
  return {
    timers,
    change: () => change(),
    computed: () => computed,
  };
}

/** Lets computations end that are under way. */
async function settle(): Promise<void> {
  for (let count = 0; count < 10 * FEEDS; count++) await turn();
}

test('each of the feeds is computed in a turn of the event loop of its own', async () => {
  const { change, computed } = await followedFeeds(0);
  change();
  const byTurn: number[] = [];
  for (let before = 0; before < FEEDS; before = computed()) {
    await turn();
    byTurn.push(computed() - before);
  }
  expect(Math.max(...byTurn)).toBe(1);
});

test('after an update that took long there is none for twice as long', async () => {
  const { timers, change, computed } = await followedFeeds(200);
  change();
  await settle();
  expect(computed()).toBe(FEEDS);
  change();
  timers.advance(2 * FEEDS * 200 - 1);
  await settle();
  expect(computed()).toBe(FEEDS);
  timers.advance(1);
  await settle();
  expect(computed()).toBe(2 * FEEDS);
});

test('after a short one it is 250 ms', async () => {
  const { timers, change, computed } = await followedFeeds(1);
  change();
  await settle();
  change();
  timers.advance(249);
  await settle();
  expect(computed()).toBe(FEEDS);
  timers.advance(1);
  await settle();
  expect(computed()).toBe(2 * FEEDS);
});

describe('what is followed in a process', () => {
  let refusals: number;
  let feeds: Feeds;
  beforeEach(() => {
    refusals = 0;
    feeds = new Feeds({
      ...{ epochs: { onRaise: () => () => {} } as unknown as Epochs, clock: { now: () => 0 } },
      ...{ businessTimeZone: 'Europe/Prague', schedule: manualScheduler().schedule, onFailure: () => {} },
      onRefusal: () => refusals++,
    });
  });

  const open = (key: string, entries: number, stranger?: string) =>
    feeds.open(key, {
      ...{ entries, ...(stranger && { stranger }) },
      compute: async () => ({ state: {}, dependencies: { isFresh: () => true } as never, today: 0 as never }),
      changes: () => null,
    });
  const refused = { name: 'ServiceUnavailable', retryAfterSeconds: 5 };

  test('has two million entries at most; what nobody follows any more leaves room for others', async () => {
    const leave = (await open('a year', 1_200_000)).follow(() => {});
    const later = await open('a month', 800_000);
    await expect(open('another', 1)).rejects.toMatchObject(refused);
    expect(refusals).toBe(1);
    // One that is there already takes no more.
    expect(await open('a month', 800_000)).toBe(later);
    expect(await open('of no size', 0)).toBeDefined();
    leave();
    expect(await open('another', 1_200_000)).toBeDefined();
  });

  test('is counted, and found by its key, also where the last follower leaves before the next one begins', async () => {
    const feed = await open('a year', 1_200_000);
    const leave = feed.follow(() => {});
    const again = await open('a year', 1_200_000);
    leave();
    again.follow(() => {});
    expect(await open('a year', 1_200_000)).toBe(again);
    await expect(open('another', 1_200_000)).rejects.toMatchObject(refused);
  });

  test('is counted also where another has its key by then', async () => {
    const first = await open('a year', 900_000);
    first.follow(() => {})();
    await open('a year', 900_000);
    first.follow(() => {});
    await expect(open('another', 900_000)).rejects.toMatchObject(refused);
  });

  test('was opened by one stranger for an eighth at most; others, and keys of the hotel, follow on', async () => {
    await open('one', 200_000, 'stranger');
    await expect(open('two', 50_001, 'stranger')).rejects.toMatchObject(refused);
    await open('two', 50_000, 'stranger');
    await open('three', 200_000, 'another stranger');
    await open('four', 1_000_000);
    expect(refusals).toBe(1);
  });
});
