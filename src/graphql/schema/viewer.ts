/** The caller. */
import type { Caller } from '../../data/keys/api-keys.ts';
import { formatDay } from '../../domain/time/civil-date.ts';
import { reachedHotels } from '../../operations/access/hotel-reach.ts';
import { loadNameableChannels } from '../../operations/access/named-channel.ts';
import { visibleDestinations } from '../../operations/access/visibility.ts';
import { builder, LOADS_THROUGH_PRISMA, requiresScope } from './builder.ts';
import { Destination } from './catalogue/destination.ts';
import { Hotel } from './catalogue/hotel.ts';
import { LOOKUP_COST, TYPICAL_ENTRIES } from './cost.ts';
import { inCapitals, RightEnum } from './enums.ts';
import { destinationsCost, hotelsOfKeyCost } from './list-costs.ts';

const Channel = builder.prismaObject('Channel', {
  fields: (t) => ({ code: t.exposeString('code'), name: t.exposeString('name') }),
});

const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'The API key of the request, and what it may do.',
  fields: (t) => ({
    keyPrefix: t.exposeString('prefix', { description: 'The recognisable beginning of the key.' }),
    client: t.string({
      complexity: LOOKUP_COST,
      description:
        'The name of the client whose key it is: bookings and idempotency keys are shared by all its keys (S5).',
      resolve: async ({ clientId, prefix }, _, { services }) => {
        const client = await services.database.prisma.client.findUnique({ where: { id: clientId } });
        // The key of a server for its own commands is in no database.
        return client?.name ?? prefix;
      },
    }),
    isTest: t.exposeBoolean('isTest', { description: 'Whether its bookings are tests (S8).' }),
    isPublishable: t.exposeBoolean('isPublishable', {
      description: 'Whether it may lie in browsers: it reads and books, and its requests are counted by address (S7).',
    }),
    channel: t.prismaField({
      extensions: LOADS_THROUGH_PRISMA,
      type: Channel,
      complexity: LOOKUP_COST,
      description: 'The channel whose promotions and texts it sees.',
      resolve: (query, { channel }, _, { services }) =>
        services.database.prisma.channel.findUniqueOrThrow({ ...query, where: { code: channel } }),
    }),
    channels: t.field({
      type: [Channel],
      complexity: { field: LOOKUP_COST, multiplier: TYPICAL_ENTRIES },
      description:
        'Channels that `createBooking` and `quote` may name, by code: with `OPERATE` all of the catalogue, otherwise that of the key (M11).',
      resolve: (_, __, context) => loadNameableChannels(context),
    }),
    allDestinations: t.boolean({
      description: 'Whether it sees every destination, those added later included.',
      resolve: ({ destinations }) => destinations === null,
    }),
    destinations: t.field({
      type: [Destination],
      complexity: destinationsCost,
      description: 'Destinations that it sees, by number.',
      resolve: (_, __, context) => visibleDestinations(context),
    }),
    hotels: t.field({
      type: [Hotel],
      nullable: true,
      complexity: hotelsOfKeyCost,
      description:
        'The hotels that it is bound to, by number: all rights but `READ` and `BOOK` are about them alone (M10); null: it is not bound.',
      resolve: ({ hotels }, _, context) => hotels && reachedHotels(context, hotels),
    }),
    rights: t.field({
      type: [RightEnum],
      description: 'What it may do: `MANAGE` stands beside its four parts where it has all of them.',
      resolve: ({ scopes }) => [...scopes].map(inCapitals),
    }),
    today: t.field({
      type: 'LocalDate',
      description: 'The date that counts as today for stays.',
      resolve: (_, __, context) => formatDay(context.today),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    extensions: requiresScope(),
    type: Viewer,
    description: 'The API key of the request. Every key may ask.',
    resolve: (_, __, context) => {
      context.dependencies.isPrivate = true;
      return context.caller;
    },
  }),
);
