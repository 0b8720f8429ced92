/** Civil dates at the edge of the schema, where they are text. */
import { type Day, parseDay } from '../domain/civil-date.ts';

/** The day of a date argument; the scalar has made sure that it is one. Null when it was not given. */
export function dayOfArgument(text: string | null | undefined): Day | null {
  return text == null ? null : parseDay(text);
}
