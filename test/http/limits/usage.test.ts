/** What a refused request has taken is counted against its holder (A2). */
import { expect, test } from 'vitest';
import { createRateLimits } from '../../../src/http/limits/rate-limits.ts';
import { Usage } from '../../../src/http/limits/usage.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';

const HOLDER = 'the holder';

/** A usage whose work takes the milliseconds that it is given. */
function usageOf(perMinute: number) {
  const limits = createRateLimits({ requests: 0, cost: perMinute }, null, new LimitCounts())!.ofKeys;
  let now = 0;
  const next = () => new Usage(limits, HOLDER, () => now);
  const work = (usage: Usage, milliseconds: number) =>
    usage.working(() => {
      now += milliseconds;
    });
  return { next, work };
}

test('work costs a point for each 2 us, when the request is refused and not before', async () => {
  const { next, work } = usageOf(10_000);
  const usage = next();
  work(usage, 3);
  expect(() =>
    usage.working(() => {
      work(usage, 0);
      throw new Error('refused');
    }),
  ).toThrow('refused');
  expect(usage.cost).toBe(null);
  await usage.chargeRefusal();
  expect(usage.cost).toMatchObject({ current: 1_500, isExceeded: false });
});

test('it is counted beyond the limit, and the next request is refused', async () => {
  const { next, work } = usageOf(1_000);
  const refused = next();
  work(refused, 20);
  await refused.chargeRefusal();
  expect(refused.cost).toMatchObject({ current: 1_000, isExceeded: false });
  expect(refused.isExceeded).toBe(false);
  expect(refused.headers()).toContain('"cost";q=1000;w=60');
  const following = next();
  expect(await following.spend(1)).toMatchObject({ status: 429 });
  expect(following.headers().join(' ')).toContain('ratelimit-remaining 0');
});

test('what was spent on it already is not counted twice', async () => {
  const { next, work } = usageOf(10_000);
  const usage = next();
  await usage.spend(1_200);
  work(usage, 2);
  await usage.chargeRefusal();
  expect(usage.cost).toMatchObject({ current: 1_200 });
  work(usage, 1);
  await usage.chargeRefusal();
  expect(usage.cost).toMatchObject({ current: 1_500 });
});

test('a refusal for what it would cost stays one, with its work counted', async () => {
  const { next, work } = usageOf(1_000);
  const usage = next();
  work(usage, 1);
  expect(await usage.spend(2_000)).toMatchObject({ status: 429 });
  await usage.chargeRefusal();
  expect(usage.cost).toMatchObject({ current: 500, isExceeded: true });
});

test('what follows a refusal within the same request does not undo it: the response says when to come back', async () => {
  const usage = usageOf(1_000).next();
  expect(await usage.spend(2_000)).toMatchObject({ status: 429 });
  expect(await usage.spend(400)).toBe(null);
  expect(usage.cost).toMatchObject({ current: 400, isExceeded: true });
  expect(usage.headers()).toContain('retry-after');
});
