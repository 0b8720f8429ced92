/** A booking that a clerk or a guest tries to make, whatever becomes of the answers (B6). */
import { expect, test } from 'vitest';
import { sendOnce, type Tries } from '../../../src/web/gateway/send-once.ts';

type Input = { readonly guest: string; readonly idempotencyKey?: string };
interface Outcome {
  readonly __typename: string;
  readonly code?: string;
  readonly made?: string;
}

const LOST = new Error('the answer is lost');

/** A gateway that makes one booking under a key, and a clerk who sends to it. `answers` come instead of its own. */
function scene() {
  const made = new Map<string, string>();
  const answers: (Outcome | Error)[] = [];
  let tried: Tries<Input> = [];
  let keys = 0;
  const answerTo = ({ guest, idempotencyKey = '' }: Input): Outcome => {
    const before = made.get(idempotencyKey);
    if (before !== undefined && before !== guest)
      return { __typename: 'IdempotencyProblem', code: 'IDEMPOTENCY_KEY_REUSED' };
    made.set(idempotencyKey, guest);
    return { __typename: 'BookingsCreated', made: guest };
  };
  const book = (guest: string, ...instead: (Outcome | Error)[]) => {
    answers.push(...instead);
    return sendOnce<Input, Outcome>(
      { guest },
      {
        tried,
        keep: (tries) => {
          tried = tries as Tries<Input>;
        },
        newKey: () => `key ${++keys}`,
        async send(input) {
          const answer = answers.shift();
          if (answer === undefined) return answerTo(input);
          if (answer instanceof Error) {
            answerTo(input);
            throw answer;
          }
          return answer;
        },
      },
    );
  };
  return { book, made };
}

test('a booking whose answer was lost is made once, also if something was filled in since: the answer is that of the first try', async () => {
  const { book, made } = scene();
  await expect(book('Jana', LOST)).rejects.toBe(LOST);
  expect(await book('Jana N.')).toEqual({
    outcome: { __typename: 'BookingsCreated', made: 'Jana' },
    sent: { guest: 'Jana', idempotencyKey: 'key 1' },
    isEarlier: true,
  });
  expect([...made.values()]).toEqual(['Jana']);
});

test('the same entries are the same try, and each answered booking is followed by another one', async () => {
  const { book, made } = scene();
  await expect(book('Jana', LOST)).rejects.toBe(LOST);
  expect((await book('Jana')).isEarlier).toBe(false);
  await book('Petr');
  expect([...made.values()]).toEqual(['Jana', 'Petr']);
});

test.each([
  ['that is still being made', { __typename: 'IdempotencyProblem', code: 'IDEMPOTENCY_IN_PROGRESS' }],
  ['whose next try is malformed', { __typename: 'InvalidInput' }],
])('a booking %s keeps its key, so that it is made once', async (_, answer) => {
  const { book, made } = scene();
  await expect(book('Jana', LOST)).rejects.toBe(LOST);
  expect((await book('Jana N.', answer)).outcome).toEqual(answer);
  expect((await book('Jana No.')).isEarlier).toBe(true);
  expect([...made.values()]).toEqual(['Jana']);
});

test('a booking that was refused gets another key', async () => {
  const { book, made } = scene();
  await book('Jana', { __typename: 'PriceChanged' });
  await book('Jana');
  expect([...made.keys()]).toEqual(['key 2']);
});
