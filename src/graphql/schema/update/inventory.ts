/** Recorded capacity as it is now, for the people who change it (U7). */

import { chain } from '../../../data/cache/maybe-promise.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { reachesVisibleHotel } from '../../../operations/access/hotel-reach.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import {
  type InventoryNight,
  type RoomTypeInventory,
  readInventory,
  stateProblems,
} from '../../../operations/update/read-state.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { INVENTORY_COST, storedNightsCost } from '../cost.ts';
import { throwIfInvalid } from '../errors.ts';
import { referredRow } from '../referred-row.ts';

const InventoryNightType = builder.objectRef<InventoryNight>('InventoryNight').implement({
  description: 'The recorded capacity of a room type on a night.',
  fields: (t) => ({
    date: t.field({
      type: 'LocalDate',
      description: 'The night, named by the day on which it begins.',
      resolve: ({ night }) => formatDay(night),
    }),
    units: t.exposeInt('units', { description: 'Rooms that exist for sale, sold ones included.' }),
    sold: t.exposeInt('sold', { description: 'Rooms taken by binding bookings and confirmed requests.' }),
    held: t.exposeInt('held', { description: 'Rooms taken by holds that are open at this moment (S13).' }),
    closed: t.exposeBoolean('closed', { description: 'Whether nothing more is sold; what is sold stays.' }),
    roomsLeft: t.exposeInt('roomsLeft', {
      description: 'Rooms that can still be sold: `units - sold - held`, and 0 on a closed night.',
    }),
  }),
});

const RoomTypeInventoryType = builder.objectRef<RoomTypeInventory>('RoomTypeInventory').implement({
  description: 'The recorded capacity of a room type.',
  fields: (t) => ({
    roomType: t.field({
      type: 'RoomType',
      description: 'The room type.',
      resolve: ({ roomTypeNumber }, _, context) => chain(context.catalogue.roomType.load(roomTypeNumber), referredRow),
    }),
    nights: t.expose('nights', {
      type: [InventoryNightType],
      complexity: INVENTORY_COST,
      description: 'Nights with recorded capacity, ascending. On a night that is missing nothing is sold.',
    }),
  }),
});

builder.queryField('inventory', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: [RoomTypeInventoryType],
    extensions: requiresScope('operate', 'inventory'),
    complexity: storedNightsCost,
    description:
      'The recorded capacity of a hotel as it is at this moment, by the numbers of its room types: what `updateInventory` changes and bookings take. Null when the API key has no such hotel. It needs the right `OPERATE` or `INVENTORY`.',
    args: {
      hotel: t.arg.id({ required: true, description: 'ObjectId or number of the hotel.' }),
      from: t.arg({ type: 'LocalDate', required: true, description: 'First night.' }),
      to: t.arg({ type: 'LocalDate', required: true, description: 'Last night, included; at most 93 nights.' }),
    },
    resolve: async (_, { hotel, from, to }, context) => {
      context.dependencies.isPrivate = true;
      throwIfInvalid(stateProblems({ from, to }));
      const number = await resolveNumber(context, 'hotel', hotel);
      if (number === null || !(await reachesVisibleHotel(context, number))) return null;
      const { database, clock } = context.services;
      const { caller } = context;
      return readInventory(database, { hotel: number, from, to, now: clock.now(), caller });
    },
  }),
);
