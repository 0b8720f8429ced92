/** What the mutations that hold one room and several have in common (S13, Y3). */
import { HOLD_MINUTES, HOLD_MINUTES_DEFAULT } from '../../../../domain/booking/hold.ts';
import type { InputProblem } from '../../../../domain/problem/input-problem.ts';
import type { RequestContext } from '../../../../operations/access/request-context.ts';
import { toInputProblem } from '../../../../operations/booking/booking-problems.ts';
import { idempotencyKey, optional } from '../../../../operations/input-values.ts';
import { boundsProblems } from '../../../../operations/search/search-input.ts';
import type { SchemaTypes } from '../../builder.ts';
import { checkedBy, within } from '../../input/bounds.ts';

/** For how long, and under which key. */
export const holdFields = (t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) => ({
  minutes: t.int({
    defaultValue: HOLD_MINUTES_DEFAULT,
    description: `For how long: ${HOLD_MINUTES.min} to ${HOLD_MINUTES.max} minutes.`,
    ...within(HOLD_MINUTES),
  }),
  idempotencyKey: t.string({
    description:
      'A key of the caller for this request, 1 to 255 visible ASCII characters. A repetition within 24 hours gets the same hold, also when the answer was lost; another request under the same key is refused. A hold that was booked meanwhile is `NotFound`.',
    ...checkedBy(idempotencyKey),
  }),
});

/** What offers are read with. */
export function idsOf({ services: { cursors }, today }: RequestContext) {
  return { cursors, today };
}

/** What is wrong with the time of a hold and its idempotency key; nothing if there is none. */
export function holdProblems({
  minutes,
  idempotencyKey: sent,
}: {
  minutes: number;
  idempotencyKey?: string | null | undefined;
}): InputProblem[] {
  const issues = optional(idempotencyKey).safeParse(sent).error?.issues ?? [];
  return [
    ...boundsProblems('minutes', minutes, HOLD_MINUTES),
    ...issues.map((issue) => toInputProblem({ idempotencyKey: sent }, { ...issue, path: ['idempotencyKey'] })),
  ];
}
