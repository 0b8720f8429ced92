/**
 * Lookup of catalogue entities of any kind by ObjectId. Bookings are nodes but are never found here, so that nobody comes
 * across one by trying many ids at once.
 */
import { brandWithType } from '@pothos/core';
import { chain, type MaybePromise } from '../../../data/cache/maybe-promise.ts';
import type { EntityKind, EntityReference, EntityRows } from '../../../data/reads/catalogue-loaders.ts';
import { parseObjectId } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import {
  canSeeDestination,
  loadRows,
  visibleHotel,
  visibleRoomType,
  visibleVisitType,
} from '../../../operations/access/visibility.ts';
import { boundsProblems, PAGE_SIZE_MAX } from '../../../operations/search/search-input.ts';
import { builder } from '../builder.ts';
import { entriesCost } from '../cost.ts';
import { throwIfInvalid } from '../errors.ts';

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description:
    'Anything with an ObjectId. `node` and `nodes` find those of the catalogue; a booking is found by `booking`.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'ObjectId: 24 hexadecimal digits.' }) }),
});

const TYPE_NAMES: Record<EntityKind, string> = {
  visitType: 'VisitType',
  hotel: 'Hotel',
  roomType: 'RoomType',
  destination: 'Destination',
  visitTypeCategory: 'VisitTypeCategory',
  tag: 'Tag',
  loyaltyProgram: 'LoyaltyProgram',
};

/** The referenced entity, if the caller sees it. */
function loadVisibleEntity(
  context: RequestContext,
  { kind, number }: EntityReference,
): MaybePromise<EntityRows[EntityKind] | null> {
  switch (kind) {
    case 'visitType':
      return visibleVisitType(context, number);
    case 'hotel':
      return visibleHotel(context, number);
    case 'roomType':
      return visibleRoomType(context, number);
    case 'destination':
      return canSeeDestination(context, number) ? context.catalogue.destination.load(number) : null;
    default:
      return chain(loadRows(context, kind, [number]), ([row]) => row ?? null);
  }
}

async function loadVisibleNode(context: RequestContext, reference: string): Promise<{ id: string } | null> {
  const id = parseObjectId(reference);
  if (!id) return null;
  for (const entity of (await context.catalogue.byObjectId.load(id)) ?? []) {
    const row = await loadVisibleEntity(context, entity);
    if (!row) continue;
    // The interface resolves the type of a row by this mark.
    brandWithType(row, TYPE_NAMES[entity.kind] as never);
    return row;
  }
  return null;
}

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description:
      'The catalogue entity with an ObjectId; null when there is none that the API key sees. Bookings are not found here: ask `booking`.',
    args: { id: t.arg.id({ required: true, description: 'ObjectId.' }) },
    resolve: (_, { id }, context) => loadVisibleNode(context, id),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    complexity: entriesCost,
    nullable: { list: false, items: true },
    description:
      'The catalogue entities with these ObjectIds, in their order, null for each that does not exist for the API key. Bookings are not found here: ask `booking`.',
    args: { ids: t.arg.idList({ required: true, description: 'ObjectIds, at most 100.' }) },
    resolve: (_, { ids }, context) => {
      throwIfInvalid(boundsProblems('ids', ids.length, { min: 0, max: PAGE_SIZE_MAX }));
      return Promise.all(ids.map((id) => loadVisibleNode(context, id)));
    },
  }),
);
