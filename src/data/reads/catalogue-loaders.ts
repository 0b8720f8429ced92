/**
 * The catalogue as a request sees it: rows by number and the numbers of related rows, batched by DataLoaders (one query a
 * level, however many rows) and cached across requests until the entity, or what is related to what, changes. What a caller may
 * see is decided by `visibility`.
 */

import { groupBy } from '../../domain/group-by.ts';
import { boardingOf } from '../../domain/hotel/boarding.ts';
import { cacheTag, STRUCTURE } from '../cache/cache-tags.ts';
import { type Batches, type CachedLoader, createCachedLoader } from '../cache/cached-loader.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { CatalogueReader, Database } from '../database/database.ts';
import type {
  Destination,
  Hotel,
  LoyaltyProgram,
  RoomType,
  Tag,
  VisitType,
  VisitTypeCategory,
} from '../generated/prisma/client.ts';
import { int4, listOf, text, textOf } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';

/** A visit type with its boarding, which older catalogues may not state (V8). */
export interface VisitTypeRow extends VisitType {
  boarding: NonNullable<VisitType['boarding']>;
}

/** The kinds of entity that have a number and an ObjectId. */
export interface EntityRows {
  destination: Destination;
  hotel: Hotel;
  roomType: RoomType;
  visitType: VisitTypeRow;
  visitTypeCategory: VisitTypeCategory;
  tag: Tag;
  loyaltyProgram: LoyaltyProgram;
}
export type EntityKind = keyof EntityRows;

/** Related entities, loaded as lists of numbers, each named by parent and children. */
const RELATIONS = [
  ...(['destinationHotels', 'hotelDestination', 'hotelRoomTypes', 'roomTypeHotel'] as const),
  ...(['hotelVisitTypes', 'visitTypeHotels', 'visitTypeTags', 'tagVisitTypes'] as const),
  ...(['visitTypeCategories', 'categoryVisitTypes', 'visitTypeLoyaltyPrograms'] as const),
] as const;
export type Relation = (typeof RELATIONS)[number];

function byRelation<Value>(of: (relation: Relation) => Value): Record<Relation, Value> {
  return Object.fromEntries(RELATIONS.map((relation) => [relation, of(relation)])) as Record<Relation, Value>;
}

/** The entity that an ObjectId names. */
export interface EntityReference {
  kind: EntityKind;
  number: number;
}

/** Kinds with few enough rows to be listed without pages. */
const UNPAGED_KINDS = ['destination', 'loyaltyProgram', 'visitTypeCategory'] as const;
type UnpagedKind = (typeof UNPAGED_KINDS)[number];

/** The loaders of one request. */
export type CatalogueLoaders = { readonly [Kind in EntityKind]: CachedLoader<number, EntityRows[Kind]> } & {
  /** The meals of a visit type, without its row: a search asks for those of more visit types than there are rows in memory. */
  readonly boarding: CachedLoader<number, VisitTypeRow['boarding']>;
  /** Numbers of related rows, ascending; null for a parent without any. */
  readonly related: { readonly [Name in Relation]: CachedLoader<number, readonly number[]> };
  /** The entities with an ObjectId: one, unless a catalogue gave it to entities of several kinds. */
  readonly byObjectId: CachedLoader<string, readonly EntityReference[]>;
  /** Numbers of all entities of a kind, ascending. */
  readonly all: CachedLoader<UnpagedKind, readonly number[]>;
};

const MAX_CACHED_ROWS = 50_000;

/** Shared by all requests, for `scale` times the usual catalogue. Rows are large and shown page by page, so no more of those are cached. */
export function createCatalogueCaches(scale = 1) {
  const rows = <Row extends {}>() => new EpochCache<number, Row>({ entries: MAX_CACHED_ROWS });
  const numbers = () => new EpochCache<number, readonly number[]>({ entries: MAX_CACHED_ROWS * scale });
  return {
    rows: {
      destination: rows<Destination>(),
      hotel: rows<Hotel>(),
      roomType: rows<RoomType>(),
      visitType: rows<VisitTypeRow>(),
      visitTypeCategory: rows<VisitTypeCategory>(),
      tag: rows<Tag>(),
      loyaltyProgram: rows<LoyaltyProgram>(),
    },
    boarding: new EpochCache<number, VisitTypeRow['boarding']>({ entries: MAX_CACHED_ROWS * scale }),
    related: byRelation(numbers),
    byObjectId: new EpochCache<string, readonly EntityReference[]>({ entries: MAX_CACHED_ROWS }),
    all: new EpochCache<UnpagedKind, readonly number[]>({ entries: UNPAGED_KINDS.length }),
  };
}
export type CatalogueCaches = ReturnType<typeof createCatalogueCaches>;

/** The loaders of one request over the shared caches. */
export function createCatalogueLoaders({
  database: { catalogue: prisma },
  caches,
  batches,
  dependencies,
}: {
  database: Database;
  caches: CatalogueCaches;
  batches: Batches;
  dependencies: Dependencies;
}): CatalogueLoaders {
  const structureEpoch = () => dependencies.use(STRUCTURE);
  function rowLoader<Kind extends EntityKind>(
    kind: Kind,
    findMany: (args: { where: { number: { in: number[] } } }) => Promise<EntityRows[Kind][]>,
  ): CachedLoader<number, EntityRows[Kind]> {
    return createCachedLoader<number, EntityRows[Kind]>({
      batches,
      cache: caches.rows[kind] as unknown as EpochCache<number, EntityRows[Kind]>,
      epochOf: (number) => dependencies.use(cacheTag(kind, number)),
      read: async (keys) => {
        const rows = await findMany({ where: { number: { in: [...keys] } } });
        // The engine may store objects built field by field as dictionaries: slower, and three times as large. Copies are not.
        return new Map(rows.map((row) => [row.number, { ...row }]));
      },
    });
  }
  const relatedLoader = (relation: Relation) =>
    createCachedLoader({
      batches,
      cache: caches.related[relation],
      epochOf: structureEpoch,
      read: async (keys: readonly number[]) => {
        const pairs = await READ_RELATED[relation](prisma, [...keys]);
        const groups = groupBy(pairs, ([parent]) => parent);
        return new Map([...groups].map(([parent, group]) => [parent, group.map(([, child]) => child)]));
      },
    });
  return {
    destination: rowLoader('destination', (args) => prisma.destination.findMany(args)),
    hotel: rowLoader('hotel', (args) => prisma.hotel.findMany(args)),
    roomType: rowLoader('roomType', (args) => prisma.roomType.findMany(args)),
    visitType: rowLoader('visitType', async (args) =>
      (await prisma.visitType.findMany(args)).map((row) => ({ ...row, boarding: boardingOf(row) })),
    ),
    visitTypeCategory: rowLoader('visitTypeCategory', (args) => prisma.visitTypeCategory.findMany(args)),
    tag: rowLoader('tag', (args) => prisma.tag.findMany(args)),
    loyaltyProgram: rowLoader('loyaltyProgram', (args) => prisma.loyaltyProgram.findMany(args)),
    boarding: createCachedLoader({
      batches,
      cache: caches.boarding,
      epochOf: (number) => dependencies.use(cacheTag('visitType', number)),
      read: async (keys) => {
        const rows = await prisma.visitType.findMany({
          where: { number: { in: [...keys] } },
          select: { number: true, boarding: true, availableBoardings: true },
        });
        return new Map(rows.map((row) => [row.number, boardingOf(row)]));
      },
    }),
    related: byRelation(relatedLoader),
    byObjectId: createCachedLoader({
      batches,
      cache: caches.byObjectId,
      epochOf: structureEpoch,
      read: (ids) => readByObjectId(prisma, ids),
    }),
    all: createCachedLoader({
      batches,
      cache: caches.all,
      epochOf: structureEpoch,
      read: async (kinds) => {
        const numbers = { select: { number: true }, orderBy: { number: 'asc' } } as const;
        const rowsOf = {
          destination: () => prisma.destination.findMany(numbers),
          loyaltyProgram: () => prisma.loyaltyProgram.findMany(numbers),
          visitTypeCategory: () => prisma.visitTypeCategory.findMany(numbers),
        };
        const found = new Map<UnpagedKind, readonly number[]>();
        for (const kind of kinds) {
          const rows = await rowsOf[kind]();
          found.set(
            kind,
            rows.map((row) => row.number),
          );
        }
        return found;
      },
    }),
  };
}

type Pair = readonly [parent: number, child: number];

const READ_RELATED: Record<Relation, (prisma: CatalogueReader, parents: number[]) => Promise<Pair[]>> = {
  destinationHotels: async (prisma, parents) =>
    (
      await prisma.hotel.findMany({
        where: { destinationNumber: { in: parents } },
        select: { destinationNumber: true, number: true },
        orderBy: { number: 'asc' },
      })
    ).map((row) => [row.destinationNumber, row.number]),
  hotelDestination: async (prisma, parents) =>
    (
      await prisma.hotel.findMany({
        where: { number: { in: parents } },
        select: { number: true, destinationNumber: true },
      })
    ).map((row) => [row.number, row.destinationNumber]),
  roomTypeHotel: async (prisma, parents) =>
    (
      await prisma.roomType.findMany({
        where: { number: { in: parents } },
        select: { number: true, hotelNumber: true },
      })
    ).map((row) => [row.number, row.hotelNumber]),
  hotelRoomTypes: async (prisma, parents) =>
    (
      await prisma.roomType.findMany({
        where: { hotelNumber: { in: parents } },
        select: { hotelNumber: true, number: true },
        orderBy: { number: 'asc' },
      })
    ).map((row) => [row.hotelNumber, row.number]),
  hotelVisitTypes: async (prisma, parents) =>
    (
      await prisma.visitTypeHotel.findMany({
        where: { hotelNumber: { in: parents } },
        orderBy: { visitTypeNumber: 'asc' },
      })
    ).map((row) => [row.hotelNumber, row.visitTypeNumber]),
  visitTypeHotels: async (prisma, parents) =>
    (
      await prisma.visitTypeHotel.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { hotelNumber: 'asc' },
      })
    ).map((row) => [row.visitTypeNumber, row.hotelNumber]),
  visitTypeTags: async (prisma, parents) =>
    (
      await prisma.visitTypeTag.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { tagNumber: 'asc' },
      })
    ).map((row) => [row.visitTypeNumber, row.tagNumber]),
  tagVisitTypes: async (prisma, parents) =>
    (
      await prisma.visitTypeTag.findMany({
        where: { tagNumber: { in: parents } },
        orderBy: { visitTypeNumber: 'asc' },
      })
    ).map((row) => [row.tagNumber, row.visitTypeNumber]),
  visitTypeCategories: async (prisma, parents) =>
    (
      await prisma.visitTypeCategoryLink.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { categoryNumber: 'asc' },
      })
    ).map((row) => [row.visitTypeNumber, row.categoryNumber]),
  visitTypeLoyaltyPrograms: async (prisma, parents) =>
    (
      await prisma.visitTypeLoyaltyProgram.findMany({
        where: { visitTypeNumber: { in: parents } },
        orderBy: { loyaltyProgramNumber: 'asc' },
      })
    ).map((row) => [row.visitTypeNumber, row.loyaltyProgramNumber]),
  categoryVisitTypes: async (prisma, parents) =>
    (
      await prisma.visitTypeCategoryLink.findMany({
        where: { categoryNumber: { in: parents } },
        orderBy: { visitTypeNumber: 'asc' },
      })
    ).map((row) => [row.categoryNumber, row.visitTypeNumber]),
};

/** One query over all kinds: an ObjectId does not reveal its kind. */
const FIND_BY_OBJECT_ID = statement({
  takes: { ids: listOf(text) },
  returns: { id: text, kind: textOf<EntityKind>(), number: int4 },
  sql: ({ ids }) => `
    SELECT id, 'tag' AS kind, number FROM tag WHERE id = ANY(${ids}::char(24)[])
    UNION ALL SELECT id, 'loyaltyProgram', number FROM loyalty_program WHERE id = ANY(${ids}::char(24)[])
    UNION ALL SELECT id, 'visitTypeCategory', number FROM visit_type_category WHERE id = ANY(${ids}::char(24)[])
    UNION ALL SELECT id, 'destination', number FROM destination WHERE id = ANY(${ids}::char(24)[])
    UNION ALL SELECT id, 'roomType', number FROM room_type WHERE id = ANY(${ids}::char(24)[])
    UNION ALL SELECT id, 'hotel', number FROM hotel WHERE id = ANY(${ids}::char(24)[])
    UNION ALL SELECT id, 'visitType', number FROM visit_type WHERE id = ANY(${ids}::char(24)[])`,
});

async function readByObjectId(
  prisma: CatalogueReader,
  ids: readonly string[],
): Promise<Map<string, EntityReference[]>> {
  const rows = await query(prisma, FIND_BY_OBJECT_ID, { ids });
  return groupBy(rows, (row) => row.id);
}
