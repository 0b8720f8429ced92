/** At most four operations of one holder run at once (A9). Nothing here waits for a time: operations end when a test says so. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deadlineIn } from '../../src/operations/deadline.ts';
import { HolderPlaces, MOST_WAITING, PLACES } from '../../src/operations/holder-places.ts';
import { LimitCounts } from '../../src/operations/limit-counts.ts';
import { ServiceUnavailable } from '../../src/operations/service-unavailable.ts';
import { until } from '../support/requests/until.ts';

type Asking = Parameters<HolderPlaces['run']>[0];

const limits = () => new LimitCounts();

function asking(holder: string, more: object = {}, counts = new LimitCounts()): Asking {
  const [apiKeyId, network = null] = holder.split(' ');
  return {
    ...{ caller: { apiKeyId }, network, deadline: null, hasLeft: null, services: { limits: counts }, ...more },
  } as unknown as Asking;
}

/** Operations that end on demand. */
function operations() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const operation = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, operation, end: (name: string) => ends.get(name)!() };
}

const hasBegun = (begun: readonly string[], count: number) =>
  until(
    async () => begun.length,
    (length) => length === count,
  );

describe('of one holder', () => {
  test('four operations run, the others wait in their turn, and each wait is counted', async () => {
    const counts = limits();
    const places = new HolderPlaces();
    const { begun, operation, end } = operations();
    const names = Array.from({ length: PLACES + 3 }, (_, index) => `op${index}`);
    const results = names.map((name) => places.run(asking('key', {}, counts), operation(name)));
    expect(begun).toEqual(names.slice(0, PLACES));
    expect([...counts.entries()].find(([limit]) => limit === 'concurrency')).toEqual(['concurrency', 3]);
    for (const [index, name] of names.entries()) {
      await hasBegun(begun, Math.min(names.length, PLACES + index));
      end(name);
    }
    expect(await Promise.all(results)).toEqual(names);
    expect(begun).toEqual(names);
    await until(
      async () => places.size,
      (size) => size === 0,
    );
  });

  test('what fails gives its place to the next', async () => {
    const places = new HolderPlaces();
    const failing = Array.from({ length: PLACES }, () => {
      const failed = places.run(asking('key'), async () => {
        throw new RangeError('failed');
      });
      return expect(failed).rejects.toThrow('failed');
    });
    const next = places.run(asking('key'), () => 'done');
    await Promise.all(failing);
    expect(await next).toBe('done');
  });

  test('operations that are done at once take no place', () => {
    const places = new HolderPlaces();
    for (let index = 0; index < 10 * PLACES; index++) expect(places.run(asking('key'), () => index)).toBe(index);
    expect(places.size).toBe(0);
  });

  test('all places are taken without delaying another holder: another key, or another address of the same', async () => {
    const places = new HolderPlaces();
    const { begun, operation } = operations();
    for (let index = 0; index < 2 * PLACES; index++)
      void places.run(asking('key 192.0.2.1'), operation(`loud${index}`));
    expect(places.run(asking('key 192.0.2.2'), () => 'at once')).toBe('at once');
    expect(places.run(asking('other'), () => 'at once')).toBe('at once');
    expect(begun).toHaveLength(PLACES);
  });
});

describe('an operation that waits', () => {
  afterEach(() => void vi.useRealTimers());

  const busy = () => {
    const places = new HolderPlaces();
    const { begun, operation, end } = operations();
    for (let index = 0; index < PLACES; index++) void places.run(asking('key'), operation(`first${index}`));
    return { places, begun, operation, end };
  };

  test('is refused in its turn once its deadline has passed, and never begins', async () => {
    const { places, begun, operation, end } = busy();
    const late = places.run(asking('key', { deadline: { endsAt: Number.NEGATIVE_INFINITY } }), operation('late'));
    const next = places.run(asking('key', { deadline: deadlineIn(60_000) }), () => 'in time');
    end('first0');
    await expect(late).rejects.toThrow(ServiceUnavailable);
    expect(await next).toBe('in time');
    expect(begun).not.toContain('late');
  });

  test('is refused at its deadline, though all places are taken for longer, and leaves the queue', async () => {
    const { places, begun, operation, end } = busy();
    const late = places.run(asking('key', { deadline: deadlineIn(20) }), operation('late'));
    const next = places.run(asking('key', { deadline: deadlineIn(60_000) }), () => 'in time');
    await expect(late).rejects.toThrow(ServiceUnavailable);
    end('first0');
    expect(await next).toBe('in time');
    expect(begun).not.toContain('late');
  });

  test('that has its place is not refused at its deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { places, begun, operation, end } = busy();
    const last = places.run(asking('key', { deadline: deadlineIn(1_000) }), operation('last'));
    end('first0');
    while (begun.length <= PLACES) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1_100);
    end('last');
    expect(await last).toBe('last');
  });

  test('never begins when its client has left', async () => {
    const { places, begun, operation, end } = busy();
    let isGone = false;
    const left = places.run(asking('key', { hasLeft: () => isGone }), operation('left'));
    isGone = true;
    end('first0');
    await expect(left).rejects.toThrow(ServiceUnavailable);
    expect(begun).not.toContain('left');
  });

  test('is one of a bounded number: a further one is refused at once, with a time to try again', async () => {
    const { places, operation } = busy();
    for (let index = 0; index < MOST_WAITING; index++) void places.run(asking('key'), operation(`waiting${index}`));
    expect(() => places.run(asking('key'), operation('too many'))).toThrow(
      expect.objectContaining({ name: 'ServiceUnavailable', retryAfterSeconds: 5 }),
    );
  });

  test('leaves its place in the queue to others once its deadline has passed', () => {
    const { places, operation } = busy();
    const over = asking('key', { deadline: { endsAt: Number.NEGATIVE_INFINITY } });
    const refused = Array.from({ length: MOST_WAITING }, () => places.run(over, operation('late')));
    const last = places.run(asking('key'), operation('last'));
    expect(last).toBeInstanceOf(Promise);
    return Promise.all(refused.map((one) => expect(one).rejects.toThrow(ServiceUnavailable)));
  });
});
