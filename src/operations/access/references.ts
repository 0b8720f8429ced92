/**
 * References to entities: by ObjectId (24 hexadecimal digits, in either case) or by number (I1). Visibility is checked
 * elsewhere.
 */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { EntityKind } from '../../data/reads/catalogue-loaders.ts';
import { parseEntityNumber } from '../../domain/entity-number.ts';
import type { RequestContext } from './request-context.ts';

const OBJECT_ID_PATTERN = /^[0-9a-f]{24}$/i;

/** An ObjectId as it is stored; null for any other text. */
export function parseObjectId(reference: string): string | null {
  return OBJECT_ID_PATTERN.test(reference) ? reference.toLowerCase() : null;
}

/** The key that a reference is: a number or an ObjectId. Both null: it matches nothing. */
export function parseReference(reference: string): { number: number | null; id: string | null } {
  return { number: parseEntityNumber(reference), id: parseObjectId(reference) };
}

/** The number of the referenced entity of a kind; null: the reference matches nothing. */
export function resolveNumber(
  context: RequestContext,
  kind: EntityKind,
  reference: string,
): MaybePromise<number | null> {
  const { number, id } = parseReference(reference);
  if (id === null) return number;
  return chain(
    context.catalogue.byObjectId.load(id),
    (found) => found?.find((entity) => entity.kind === kind)?.number ?? null,
  );
}

/** The same, but a number that nothing has matches nothing either: for what is cached by the numbers that it names. */
export function resolveExisting(
  context: RequestContext,
  kind: EntityKind,
  reference: string,
): MaybePromise<number | null> {
  return chain(resolveNumber(context, kind, reference), (number) =>
    number === null ? null : chain(context.catalogue[kind].load(number), (row) => row && number),
  );
}
