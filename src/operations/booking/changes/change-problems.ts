/** The form of a change of a booking (M1): its problems, as those of a booking. */
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { isBlank } from '../../../domain/text/text-characters.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { reversedProblems } from '../../search/search-input.ts';
import { type ChangeInput, changeSchema } from '../booking-input.ts';
import { birthProblems, dayAt, isObject, type Parsed, parseBy, valueAt } from '../booking-problems.ts';

/** The change of a booking that `raw` (anything) describes, or its problems. */
export function parseChange(raw: unknown, today: Day): Parsed<ChangeInput> {
  return parseBy(changeSchema, raw, (checked, lists) => [
    ...reversedProblems({
      from: dayAt(checked, ['stay', 'arrival']),
      to: dayAt(checked, ['stay', 'departure']),
      path: 'stay.departure',
      mayBeEqual: false,
    }),
    ...birthProblems(checked, { lists, today }),
    ...lonelyTextProblems(checked),
  ]);
}

/** What may become another. */
const CHANGED_FIELDS: readonly (keyof ChangeInput)[] = ['stay', 'guests', 'billedTo', 'customerNote'];

/** A text about a change stands in its event and its mail (M5): without a change nobody would ever read it. */
function lonelyTextProblems(raw: unknown): InputProblem[] {
  if (CHANGED_FIELDS.some((field) => saysSomething(valueAt(raw, [field])))) return [];
  const isSaid = (text: unknown) => typeof text === 'string' && !isBlank(text);
  return (['messageToGuest', 'note'] as const)
    .filter((field) => isSaid(valueAt(raw, [field])))
    .map((field) => inputProblem(field, 'oneRequired', { fields: [...CHANGED_FIELDS] }));
}

/** A stay or a contact without values stays as it is. */
function saysSomething(value: unknown): boolean {
  return isObject(value) ? Object.values(value).some((one) => one != null) : value != null;
}
