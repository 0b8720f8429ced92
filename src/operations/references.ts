/**
 * References to entities: by ObjectId (24 hexadecimal digits, in either case) or by number (I1). Visibility is checked
 * elsewhere.
 */
import type { EntityKind } from '../data/catalogue-loaders.ts';
import { type Soon, when } from '../data/soon.ts';
import type { RequestContext } from './request-context.ts';

const OBJECT_ID = /^[0-9a-f]{24}$/i;
const NUMBER = /^(0|[1-9]\d{0,9})$/;
const LARGEST_NUMBER = 2 ** 31 - 1;

/** An ObjectId as it is stored; null for any other text. */
export function objectIdOf(reference: string): string | null {
  return OBJECT_ID.test(reference) ? reference.toLowerCase() : null;
}

/** The number of the referenced entity of a kind; null: the reference matches nothing. */
export function numberOf(context: RequestContext, kind: EntityKind, reference: string): Soon<number | null> {
  const id = objectIdOf(reference);
  if (id) {
    return when(
      context.catalogue.byObjectId.load(id),
      (found) => found?.find((entity) => entity.kind === kind)?.number ?? null,
    );
  }
  if (!NUMBER.test(reference)) return null;
  const number = Number(reference);
  return number <= LARGEST_NUMBER ? number : null;
}
