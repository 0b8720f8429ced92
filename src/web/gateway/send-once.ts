/** Tries of the shop and of the desk to book one stay, of which at most one is booked, whatever becomes of the answers (B6). */

/** Tries without an answer, the last first, all under one idempotency key. */
export type Tries<Input> = readonly Input[];

/** What is to be done with tries: where they are kept, how one is sent. */
export interface Trying<Input, Outcome> {
  readonly tried: Tries<Input>;
  keep(tries: Tries<Input>): void;
  newKey(): string;
  send(input: Input): Promise<Outcome>;
}

/** An answer, and the try that it is about. */
export interface Answered<Input, Outcome> {
  readonly outcome: Outcome;
  readonly sent: Input;
  /** Whether that is an earlier one, with other entries. */
  readonly isEarlier: boolean;
}

/**
 * Sends under the key of the tries that were not answered. If one of these was made, the gateway refuses this one, and says of that one
 * what became of it. All are forgotten once one is answered.
 */
export async function sendOnce<
  Input extends { readonly idempotencyKey?: string | null },
  Outcome extends { readonly __typename: string; readonly code?: string | undefined },
>(wanted: Input, { tried, keep, newKey, send }: Trying<Input, Outcome>): Promise<Answered<Input, Outcome>> {
  const input = { ...wanted, idempotencyKey: tried[0]?.idempotencyKey ?? newKey() };
  const earlier = tried.filter((one) => JSON.stringify(one) !== JSON.stringify(input));
  keep([input, ...earlier]);
  let answered: Answered<Input, Outcome> = { outcome: await send(input), sent: input, isEarlier: false };
  for (const one of earlier) {
    if (answered.outcome.code !== 'IDEMPOTENCY_KEY_REUSED') break;
    answered = { outcome: await send(one), sent: one, isEarlier: true };
  }
  // What is malformed was not looked up by its key, so it says nothing about the earlier ones.
  if (answered.outcome.__typename === 'InvalidInput') keep(earlier);
  else if (answered.outcome.code !== 'IDEMPOTENCY_IN_PROGRESS') keep([]);
  return answered;
}
