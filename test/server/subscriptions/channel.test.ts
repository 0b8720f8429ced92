/** Which subscribers share the event that their streams begin with (U6). */
import { expect, test, vi } from 'vitest';
import type { Subscription } from '../../../src/graphql/execution/subscription.ts';
import { Channel } from '../../../src/server/subscriptions/channel.ts';

/** A channel of a source that does not change, whose first event has so many characters, and how often that was made. */
function channelOf(characters: number) {
  const state = {};
  const execute = vi.fn(async () => ({ data: { text: 'x'.repeat(characters) } }));
  const source = { state, hasEnded: false, stepFrom: async () => ({ state, changes: {} }) };
  const ignore = () => {};
  const handlers = { onEvent: ignore, onRefusal: ignore, onFailure: ignore };
  return { channel: new Channel({ source, execute } as unknown as Subscription, handlers), execute };
}

test.each([
  ['a small one also with those who come later', 1_000, 1],
  ['a large one is made again for those who come later', 100_000, 2],
])('those who come while the first event is made share it; %s', async (_, characters, times) => {
  const { channel, execute } = channelOf(characters);
  const [one, other] = await Promise.all([channel.first(), channel.first()]);
  expect([one.bytes.length > characters, other === one]).toEqual([true, true]);
  expect(execute).toHaveBeenCalledTimes(1);
  expect((await channel.first()).bytes).toEqual(one.bytes);
  expect(execute).toHaveBeenCalledTimes(times);
});

test('a first event that could not be made is made again', async () => {
  const { channel, execute } = channelOf(1_000);
  execute.mockRejectedValueOnce(new Error('away'));
  await expect(channel.first()).rejects.toThrow('away');
  expect((await channel.first()).isRefusal).toBe(false);
});
