/** The body of a list in v2 (V1). */
import { type Component, list, named, nullable, object, text, use } from '../json-schema.ts';

/** A page of records. */
export function pageOf(name: string, record: Component): Component {
  return named(
    name,
    object('A page of a list.', {
      data: list('The records of the page, in order.', use(record)),
      nextCursor: nullable(text('The `cursor` of the next page; null: this is the last one.')),
    }),
  );
}
