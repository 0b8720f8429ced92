/** The record of what changed prices and rooms (M14). */
import { chain } from '../../../data/cache/maybe-promise.ts';
import type { HotelChangeKind, HotelChangeOperation } from '../../../data/generated/prisma/enums.ts';
import type { ChangedRange, NightCapacity, RatePart } from '../../../data/updates/recorded-changes.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { resolveNumber } from '../../../operations/access/references.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { formatCursor } from '../../../operations/search/cursors.ts';
import {
  CHANGE_ORDERS,
  changesProblems,
  type ListedChange,
  type ListedPart,
  listChanges,
  readParts,
} from '../../../operations/update/list-changes.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { cursorsOf, type Page, uncountedConnectionType } from '../connection.ts';
import { pageCost } from '../cost.ts';
import { described } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { pageSize } from '../input/bounds.ts';
import { referredRow } from '../referred-row.ts';
import { nightsOf, type Placed, PricePartConnection, partRoomType, partsPage } from './price-parts.ts';

const ChangeOperation = builder.enumType('ChangeOperation', {
  description: 'By what prices or rooms were changed. More may come.',
  values: described<HotelChangeOperation>({
    UPDATE: '`updateRates` or `updateInventory`.',
    ADJUST: '`adjustRates`.',
    IMPORT: 'A catalogue file, over HTTP or by the command line.',
    UNDO: '`undoChange`.',
  }),
});

/** A change with the parts of all changes of its page, which are read together. */
interface ChangeOfPage extends ListedChange {
  partsAfter(asked: { readonly after: number; readonly first: number }): Promise<readonly ListedPart[]>;
}

function changeType(name: 'PriceChange' | 'RoomChange', description: string) {
  return builder.objectRef<ChangeOfPage>(name).implement({
    description,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'ObjectId, for `undoChange`.' }),
      at: t.field({ type: 'DateTime', description: 'When it was made.', resolve: ({ at }) => new Date(at) }),
      by: t.exposeString('keyName', {
        description: 'Name of the API key at that time; `COMMAND_LINE` for a command.',
      }),
      client: t.exposeString('clientName', {
        nullable: true,
        description: 'Name of its client at that time; null: it was a command.',
      }),
      operation: t.expose('operation', { type: ChangeOperation, description: 'By which operation.' }),
      hotel: t.field({
        type: 'Hotel',
        description: 'The hotel whose prices or rooms were changed.',
        resolve: ({ hotelNumber }, _, context) => chain(context.catalogue.hotel.load(hotelNumber), referredRow),
      }),
      from: t.field({
        type: 'LocalDate',
        description: 'The first changed night.',
        resolve: ({ from }) => formatDay(from),
      }),
      to: t.field({
        type: 'LocalDate',
        description: 'The last changed night, included.',
        resolve: ({ to }) => formatDay(to),
      }),
      nights: t.exposeInt('nights', {
        description: 'Changed nights: those of each room type counted apart, of prices also those of each price list.',
      }),
      undoneAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it was undone; null: it was not.',
        resolve: ({ undoneAt }) => (undoneAt === null ? null : new Date(undoneAt)),
      }),
    }),
  });
}

const PriceChange = changeType(
  'PriceChange',
  'What one operation has changed of the prices of a hotel. Kept 400 days.',
);
builder.objectField(PriceChange, 'parts', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: PricePartConnection,
    complexity: pageCost,
    description:
      'What prices were and became: a part for each price list and room type, by visit type; null beside an error at its path. If a list got another currency, kind, length or unit, there are two: what had gone, then what came.',
    args: {
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: ({ partsAfter }, args, context) =>
      partsPage(args, context, async (asked) => (await partsAfter(asked)) as readonly Placed<RatePart>[]),
  }),
);

const RoomCapacity = builder.objectRef<NonNullable<NightCapacity>>('RecordedCapacity').implement({
  description: 'The recorded capacity of a night.',
  fields: (t) => ({
    units: t.exposeInt('units', { description: 'Rooms that exist for sale.' }),
    closed: t.exposeBoolean('closed', { description: 'Whether nothing more is sold.' }),
  }),
});

const ChangedCapacity = builder.objectRef<ChangedRange<NightCapacity>>('ChangedCapacity').implement({
  description: 'Nights that had one capacity and have another one.',
  fields: (t) => ({
    ...nightsOf(t),
    before: t.field({
      type: RoomCapacity,
      nullable: true,
      description: 'What was there; null: no record.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: RoomCapacity,
      nullable: true,
      description: 'What became of it; null: no record.',
      resolve: ({ after }) => after,
    }),
  }),
});

const RoomPart = builder.objectRef<ListedPart>('ChangedRooms').implement({
  description: 'What the capacity of a room type was and became.',
  fields: (t) => ({
    roomType: partRoomType(t),
    ranges: t.field({
      type: [ChangedCapacity],
      description: 'Nights whose capacity is another one, ascending, joined where it is the same.',
      resolve: ({ ranges }) => ranges as readonly ChangedRange<NightCapacity>[],
    }),
  }),
});
const RoomPartConnection = uncountedConnectionType('ChangedRooms', RoomPart);

const RoomChange = changeType('RoomChange', 'What one operation has changed of the rooms of a hotel. Kept 400 days.');
builder.objectField(RoomChange, 'parts', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: RoomPartConnection,
    complexity: pageCost,
    description:
      'What the capacity was and became: a part for each room type, by number; null beside an error at its path.',
    args: {
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: ({ partsAfter }, args, context) => partsPage(args, context, partsAfter),
  }),
);

const ChangeFilter = builder.inputType('ChangeFilter', {
  description: 'Which changes to list; all conditions must hold.',
  fields: (t) => ({
    hotel: t.id({ description: 'Of this hotel: ObjectId or number; one that names nothing selects nothing.' }),
    from: t.field({ type: 'LocalDate', description: 'Those that have changed this night or a later one.' }),
    to: t.field({ type: 'LocalDate', description: 'Those that have changed this night or an earlier one.' }),
    by: t.string({
      description: 'By the key or the client of exactly this name, as it was then: one line of at most 200 characters.',
    }),
  }),
});

function listField(kind: HotelChangeKind, type: typeof PriceChange, name: string, description: string) {
  const connection = uncountedConnectionType(name, type);
  builder.queryField(kind === 'PRICES' ? 'changesOfPrices' : 'changesOfRooms', (t) =>
    t.field({
      ...FAILS_ALONE,
      type: connection,
      extensions: requiresScope(kind === 'PRICES' ? 'rates' : 'inventory'),
      complexity: pageCost,
      description,
      args: {
        filter: t.arg({ type: ChangeFilter, description: 'Which ones; null: all.' }),
        first: t.arg.int(pageSize(20)),
        after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
      },
      resolve: async (_, { filter, first, after = null }, context) => {
        context.dependencies.isPrivate = true;
        const { cursors, database } = context.services;
        const asked = {
          kind,
          from: filter?.from ?? null,
          to: filter?.to ?? null,
          by: filter?.by ?? null,
          first,
          after,
        };
        throwIfInvalid(changesProblems(asked, cursors));
        const hotel = filter?.hotel == null ? null : await resolveNumber(context, 'hotel', filter.hotel);
        const isNothing = filter?.hotel != null && hotel === null;
        const { changes, hasMore } = isNothing
          ? { changes: [], hasMore: false }
          : await listChanges(database, { ...asked, hotel }, { caller: context.caller, cursors });
        return pageOf(changes, { hasMore, hasPrevious: after !== null, kind }, context);
      },
    }),
  );
}

function pageOf(
  changes: readonly ListedChange[],
  { hasMore, hasPrevious, kind }: { hasMore: boolean; hasPrevious: boolean; kind: HotelChangeKind },
  { services: { cursors, database } }: RequestContext,
): Page<ChangeOfPage> {
  const ids = changes.map(({ id }) => id);
  const read = new Map<string, Promise<ListedPart[]>>();
  const partsOf = (asked: { readonly after: number; readonly first: number }) => {
    const key = JSON.stringify(asked);
    const parts = read.get(key) ?? readParts(database, { changes: ids, ...asked });
    read.set(key, parts);
    return parts;
  };
  return {
    nodes: changes.map((change) => ({
      ...change,
      partsAfter: async (asked) => (await partsOf(asked)).filter(({ changeId }) => changeId === change.id),
    })),
    cursorAt: cursorsOf(changes, (change) => formatCursor([change.sequence, 0], CHANGE_ORDERS[kind], cursors)),
    hasNextPage: hasMore,
    hasPreviousPage: hasPrevious,
  };
}

listField(
  'PRICES',
  PriceChange,
  'PriceChange',
  'What has changed prices, the newest first: who, by which operation, and what they were before. It needs the right `RATES`.',
);
listField(
  'ROOMS',
  RoomChange,
  'RoomChange',
  'What has changed the recorded capacity, the newest first: who, by which operation, and what it was before. Bookings are not listed. It needs the right `INVENTORY`.',
);
