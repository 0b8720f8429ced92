/**
 * How callers name entities: by ObjectId (24 hexadecimal digits, in either case) or by number (I1). Whether the caller sees
 * what it names is asked elsewhere.
 */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { EntityKind } from '../../data/reads/catalogue-loaders.ts';
import type { RequestContext } from './request-context.ts';

const OBJECT_ID_PATTERN = /^[0-9a-f]{24}$/i;
const NUMBER_PATTERN = /^(0|[1-9]\d{0,9})$/;
const MAX_NUMBER = 2 ** 31 - 1;

/** An ObjectId in the spelling in which it is stored; null for another text. */
export function parseObjectId(reference: string): string | null {
  return OBJECT_ID_PATTERN.test(reference) ? reference.toLowerCase() : null;
}

/** The number of the entity of a kind that a reference names; null when it can name none. */
export function resolveNumber(
  context: RequestContext,
  kind: EntityKind,
  reference: string,
): MaybePromise<number | null> {
  const id = parseObjectId(reference);
  if (id) {
    return chain(
      context.catalogue.byObjectId.load(id),
      (found) => found?.find((entity) => entity.kind === kind)?.number ?? null,
    );
  }
  if (!NUMBER_PATTERN.test(reference)) return null;
  const number = Number(reference);
  return number <= MAX_NUMBER ? number : null;
}
