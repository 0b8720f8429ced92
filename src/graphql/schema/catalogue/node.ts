/**
 * Lookup of entities of any kind by ObjectId. Bookings are found only for keys that may list them (S6), so that nobody else comes
 * across one by trying many ids at once.
 */
import { brandWithType } from '@pothos/core';
import DataLoader from 'dataloader';
import type { Prisma } from '../../../data/generated/prisma/client.ts';
import type { EntityKind } from '../../../data/reads/catalogue-loaders.ts';
import { parseObjectId } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { visibleEntity } from '../../../operations/access/visibility.ts';
import { listedBookings, withinReach } from '../../../operations/booking/booking-access.ts';
import { mayListBookings } from '../../../operations/booking/search/find-booking.ts';
import { boundsProblems, PAGE_SIZE_MAX } from '../../../operations/search/search-input.ts';
import { builder, requiresScope } from '../builder.ts';
import { entriesCost, LOOKUP_COST } from '../cost.ts';
import { throwIfInvalid } from '../errors.ts';

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An entity that `node` finds.',
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

async function loadVisibleNode(context: RequestContext, reference: string): Promise<{ id: string } | null> {
  const id = parseObjectId(reference);
  if (!id || !context.caller.scopes.has('read')) return null;
  for (const entity of (await context.catalogue.byObjectId.load(id)) ?? []) {
    const row = await visibleEntity(context, entity);
    if (!row) continue;
    // The interface resolves the type of a row by this mark.
    brandWithType(row, TYPE_NAMES[entity.kind] as never);
    return row;
  }
  return null;
}

type LoadedBooking = Prisma.BookingGetPayload<object>;
const loaders = new WeakMap<RequestContext, DataLoader<string, LoadedBooking | null>>();

/** Reads the bookings that a request names one by one in one statement. */
function listedBookingsOf(context: RequestContext): DataLoader<string, LoadedBooking | null> {
  const known = loaders.get(context);
  if (known) return known;
  const made = new DataLoader<string, LoadedBooking | null>(async (ids) => {
    const bookings = await context.services.database.prisma.booking.findMany({
      where: { AND: [{ id: { in: [...ids] } }, withinReach(listedBookings(context.caller))] },
    });
    const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]));
    for (const booking of bookings) brandWithType(booking, 'Booking' as never);
    return ids.map((id) => bookingOf.get(id) ?? null);
  });
  loaders.set(context, made);
  return made;
}

/** The booking with an id, if the caller may list it: for `node`, and for routers (X2). */
export async function loadListedBooking(context: RequestContext, reference: string): Promise<LoadedBooking | null> {
  const id = parseObjectId(reference);
  if (id === null || !mayListBookings(context.caller)) return null;
  context.dependencies.isPrivate = true;
  context.dependencies.isPersonal = true;
  return listedBookingsOf(context).load(id);
}

/** What the caller sees, in the order of the references; bookings are read together, once it is known what is none of the catalogue. */
async function loadVisibleNodes(
  context: RequestContext,
  references: readonly string[],
): Promise<({ id: string } | null)[]> {
  const found = await Promise.all(references.map((reference) => loadVisibleNode(context, reference)));
  return Promise.all(references.map((reference, index) => found[index] ?? loadListedBooking(context, reference)));
}

/** What they find depends on which of them the key has (S6). */
const FOUND_WITH = requiresScope('read', 'bookings', 'operate');

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    complexity: LOOKUP_COST,
    extensions: FOUND_WITH,
    description:
      'The entity of the catalogue with an ObjectId if the key has `READ`, or the booking if it has `BOOKINGS` or `OPERATE`; null when there is none that it sees.',
    args: { id: t.arg.id({ required: true, description: 'ObjectId.' }) },
    resolve: async (_, { id }, context) => (await loadVisibleNodes(context, [id]))[0] ?? null,
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    complexity: entriesCost,
    extensions: FOUND_WITH,
    // The list fails alone (F9).
    nullable: { list: true, items: true },
    description:
      'The entities of the catalogue with these ObjectIds if the key has `READ`, and bookings if it has `BOOKINGS` or `OPERATE`, in their order; null for each that does not exist for the API key.',
    args: { ids: t.arg.idList({ required: true, description: 'ObjectIds, at most 100.' }) },
    resolve: (_, { ids }, context) => {
      throwIfInvalid(boundsProblems('ids', ids.length, { min: 0, max: PAGE_SIZE_MAX }));
      return loadVisibleNodes(context, ids);
    },
  }),
);
