/**
 * The types that other subgraphs of a supergraph extend (X1): a router names what it has by `id` or `number`, and `_entities` finds what the
 * caller's key sees of it, as `node` does (X2).
 */
import { brandWithType, type ObjectRef } from '@pothos/core';
import type { MaybePromise } from '../../../data/cache/maybe-promise.ts';
import type { EntityKind } from '../../../data/reads/catalogue-loaders.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { problemsOfEach } from '../../../domain/text/refusal-bounds.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { visibleEntity } from '../../../operations/access/visibility.ts';
import { boundsProblems } from '../../../operations/search/search-input.ts';
import { Booking } from '../booking/booking.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { Destination } from '../catalogue/destination.ts';
import { Hotel } from '../catalogue/hotel.ts';
import { loadListedBooking } from '../catalogue/node.ts';
import { RoomType } from '../catalogue/room-type.ts';
import { VisitType } from '../catalogue/visit-type.ts';

/** As many as a router may ask for at once; each has its cost. */
const REPRESENTATIONS_MAX = 1_000;

/** What a router says of an entity: its type and one of its keys. */
export interface Representation {
  readonly __typename?: unknown;
  readonly id?: unknown;
  readonly number?: unknown;
}

/** The keys of each type. */
const KEYS: Readonly<Record<string, readonly ('id' | 'number')[]>> = {
  Destination: ['id', 'number'],
  Hotel: ['id', 'number'],
  RoomType: ['id', 'number'],
  VisitType: ['id', 'number'],
  Booking: ['id'],
};

const KEY = { id: builder.selection<{ id: string }>('id'), number: builder.selection<{ number: number }>('number') };

type FindEntity = (reference: Representation, context: RequestContext) => MaybePromise<object | null>;
const FINDERS: Record<string, FindEntity> = {};

/** The names of the types. */
export const ENTITY_NAMES = Object.keys(KEYS);

function entityOfCatalogue(type: ObjectRef<SchemaTypes, never, never>, kind: EntityKind): void {
  const find: FindEntity = async ({ id, number }, context) => {
    if (!context.caller.scopes.has('read')) return null;
    const found = await resolveNumber(context, kind, typeof id === 'string' ? id : String(number));
    return found === null ? null : visibleEntity(context, { kind, number: found });
  };
  FINDERS[type.name] = find;
  builder.asEntity(type, { key: [KEY.id, KEY.number], resolveReference: find as never });
}

entityOfCatalogue(Destination as never, 'destination');
entityOfCatalogue(Hotel as never, 'hotel');
entityOfCatalogue(RoomType as never, 'roomType');
entityOfCatalogue(VisitType as never, 'visitType');
FINDERS.Booking = ({ id }, context) => loadListedBooking(context, id as string);
builder.asEntity(Booking, { key: KEY.id, resolveReference: FINDERS.Booking as never });

/** The entity that a representation without problems names; null: it does not exist for the caller. */
export async function findEntity(context: RequestContext, reference: Representation): Promise<object | null> {
  const name = reference.__typename as string;
  const row = (await FINDERS[name]?.(reference, context)) ?? null;
  // The union resolves the type of a row by this mark.
  if (row) brandWithType(row, name as never);
  return row;
}

/** What is wrong with representations: how many they are, and which name no type or no key. */
export function representationProblems(representations: readonly (Representation | null)[]): InputProblem[] {
  const bounds = { min: 0, max: REPRESENTATIONS_MAX };
  const many = boundsProblems('representations', representations.length, bounds);
  if (many.length > 0) return [...many];
  return problemsOfEach(representations, (one, index) => problemsOf(one, `representations.${index}`));
}

function problemsOf(one: Representation | null, path: string): InputProblem[] {
  const name = typeof one === 'object' && one !== null ? one.__typename : undefined;
  const keys = typeof name === 'string' && Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
  if (!keys) return [inputProblem(`${path}.__typename`, 'notListed', { expected: Object.keys(KEYS) })];
  const given = keys.filter((key) => one?.[key] != null);
  if (given.length === 0) return [inputProblem(path, 'oneRequired', { fields: [...keys] })];
  // Each that is there, whichever the entity is found by: the values are JSON that nobody has looked at.
  return given.flatMap((key) => wrongKeyProblems(key, one?.[key], `${path}.${key}`));
}

function wrongKeyProblems(key: 'id' | 'number', value: unknown, path: string): InputProblem[] {
  if (key === 'number') return Number.isInteger(value) ? [] : [inputProblem(path, 'notAnInteger')];
  return typeof value === 'string' ? [] : [inputProblem(path, 'wrongType', { expected: ['string'] })];
}
