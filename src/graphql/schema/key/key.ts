/** API keys without their secrets, and the list of them (M10). */
import { chain, chainAll } from '../../../data/cache/maybe-promise.ts';
import type { ListedApiKey } from '../../../data/keys/list-keys.ts';
import { isScope } from '../../../data/keys/scopes.ts';
import { reachedHotels } from '../../../operations/access/hotel-reach.ts';
import { visibleEntity, withoutNulls } from '../../../operations/access/visibility.ts';
import { KEY_ORDER, keysProblems, listVisibleKeys } from '../../../operations/keys/visible-keys.ts';
import { formatCursor } from '../../../operations/search/cursors.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { cursorsOf, uncountedConnectionType } from '../connection.ts';
import { pageCost } from '../cost.ts';
import { described, inCapitals, RightEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { pageSize } from '../input/bounds.ts';
import { destinationsCost, hotelsOfDestinationCost } from '../list-costs.ts';

const KeyStateEnum = builder.enumType('KeyState', {
  description: 'Whether a key is accepted.',
  values: described<'ACTIVE' | 'EXPIRED' | 'REVOKED'>({
    ACTIVE: 'It is accepted.',
    EXPIRED: 'Its `expiresAt` is over.',
    REVOKED: 'Somebody has revoked it.',
  }),
});

export const ApiKey = builder.objectRef<ListedApiKey>('ApiKey').implement({
  description: 'An API key, without its secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ObjectId.' }),
    prefix: t.exposeString('prefix', { description: 'The recognisable beginning of the key.' }),
    name: t.exposeString('name', { description: 'What or whom it is for.' }),
    client: t.exposeString('clientName', { description: 'Name of the client whose key it is (S5).' }),
    channel: t.exposeString('channelCode', { description: 'Code of the channel whose promotions its holder sees.' }),
    rights: t.field({
      type: [RightEnum],
      description: 'What it may do: `MANAGE` stands beside its four parts where it has all of them.',
      resolve: ({ scopes }) => scopes.filter(isScope).map(inCapitals),
    }),
    destinations: t.field({
      type: ['Destination'],
      nullable: true,
      complexity: destinationsCost,
      description: 'Destinations that it sees, by number; null: all, including later ones.',
      resolve: ({ destinationNumbers }, _, context) =>
        destinationNumbers &&
        inTurn(context, () =>
          chain(
            chainAll(destinationNumbers.map((number) => visibleEntity(context, { kind: 'destination', number }))),
            (found) => withoutNulls(found) as never[],
          ),
        ),
    }),
    hotels: t.field({
      type: ['Hotel'],
      nullable: true,
      // It is usually bound to one, or to those of a destination.
      complexity: hotelsOfDestinationCost,
      description: 'Hotels that it is bound to, by number (M10); null: all in its destinations.',
      resolve: ({ boundTo }, _, context) => boundTo && inTurn(context, () => reachedHotels(context, boundTo)),
    }),
    isPublishable: t.exposeBoolean('isPublishable', { description: 'Whether it may lie in browsers (S7).' }),
    isTest: t.exposeBoolean('isTest', { description: 'Whether its bookings are tests (S8).' }),
    isOwn: t.boolean({
      description: 'Whether it is the key of this request, which does not revoke itself.',
      resolve: ({ id }, _, { caller }) => id === caller.apiKeyId,
    }),
    state: t.field({
      type: KeyStateEnum,
      description: 'Whether it is accepted now.',
      resolve: ({ revokedAt, expiresAt }, _, { services }) => {
        if (revokedAt) return 'REVOKED';
        return expiresAt && expiresAt.getTime() <= services.clock.now() ? 'EXPIRED' : 'ACTIVE';
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    createdBy: t.exposeString('createdBy', {
      nullable: true,
      description: 'Name of the key that made it, as it was then; null: it was made at the server.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The hour in which it was last used, known a minute later; null: it was not.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null: never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null: it was not.',
    }),
    revokedBy: t.exposeString('revokedBy', {
      nullable: true,
      description: 'Name of the key that revoked it, as it was then; null: it was not, or at the server.',
    }),
  }),
});

const ApiKeyConnection = uncountedConnectionType('ApiKey', ApiKey);

builder.queryField('keys', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: ApiKeyConnection,
    extensions: requiresScope('keys'),
    complexity: pageCost,
    description:
      'API keys of all clients that reach no further than this one, its destinations and hotels, the newest first (M10). It needs the right `KEYS`.',
    args: {
      includeEnded: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Whether revoked and expired keys are listed, too.',
      }),
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: async (_, { includeEnded, first, after = null }, context) => {
      context.dependencies.isPrivate = true;
      const { caller, services } = context;
      const { database, cursors, clock } = services;
      throwIfInvalid(keysProblems({ first, after }, cursors));
      const asked = { first, after, includesEnded: includeEnded };
      const { keys, hasMore } = await listVisibleKeys(database, asked, { reader: caller, cursors, now: clock.now() });
      return {
        nodes: keys,
        cursorAt: cursorsOf(keys, (key) => formatCursor([0, key.id], KEY_ORDER, cursors)),
        hasNextPage: hasMore,
        hasPreviousPage: after !== null,
      };
    },
  }),
);
