import { expect, test } from 'vitest';
import { webhookRetryDelay } from '../../../src/domain/delivery/retry-delays.ts';

const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

test('a webhook is tried ten times: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const delays = Array.from({ length: 11 }, (_, index) => webhookRetryDelay(index + 1, () => 0));
  expect(delays).toEqual([...SCHEDULE.map((seconds) => seconds * 1_000), null, null]);
});

test('up to a tenth is added, so that what failed together is spread', () => {
  for (const [index, seconds] of SCHEDULE.entries()) {
    expect(webhookRetryDelay(index + 1, () => 0.5)).toBe(seconds * 1_050);
    expect(webhookRetryDelay(index + 1, () => 0.999)).toBeLessThanOrEqual(seconds * 1_100);
  }
});
