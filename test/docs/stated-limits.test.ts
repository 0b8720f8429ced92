/** Limits that are stated in the documents are those of the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/operations/limit-counts.ts';
import { WEBHOOK_SHARES } from '../../src/server/deliveries.ts';

const textOf = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

test('how many webhooks are tried at the same time is one number in the code, the rules and the promises (A9)', () => {
  const { most, mostOfOwner, mostOfOne } = WEBHOOK_SHARES;
  expect(textOf('rules.md')).toContain(
    `at most ${most} tries at the same time, ${mostOfOwner} of them for one client and ${mostOfOne} to one webhook`,
  );
  expect(textOf('security.md')).toContain(
    `${most} tries at once in a process, ${mostOfOwner} of a client, ${mostOfOne} to one webhook`,
  );
  expect(mostOfOwner).toBe(most / 8);
});

test('the labels of the counter of refusals are the limits that it counts', () => {
  const [, row] = /`gateway_limit_refusals_total` (.*?) \| `gateway_subscriptions_open`/.exec(textOf('operations.md'))!;
  const [, labels] = /`limit`: (.+)/.exec(row!)!;
  expect([...labels!.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...LIMITS]);
});
