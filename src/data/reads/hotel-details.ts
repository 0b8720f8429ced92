/**
 * What the catalogue tells guests beyond the rows of its entities: house rules, meals, taglines, images and amenities of hotels, the
 * amenity dictionary, what stays include, and the terms of sale. Batched like the rest of the catalogue (one query for all hotels
 * requested together) and cached until the entity, the dictionary or the catalogue's structure changes, in caches bounded by rows.
 */
import { groupBy } from '../../domain/group-by.ts';
import { cacheTag, DICTIONARY, STRUCTURE } from '../cache/cache-tags.ts';
import { type Batches, type CachedLoader, createCachedLoader } from '../cache/cached-loader.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { MaybePromise } from '../cache/maybe-promise.ts';
import type { CatalogueReader, Database } from '../database/database.ts';
import type {
  AccommodationRules,
  HotelAmenity,
  HotelImage,
  HotelTagline,
  Inclusion,
  MealService,
  RoomTypeImage,
  SalesTerms,
  Seller,
} from '../generated/prisma/client.ts';
import { type AmenityDictionary, readAmenityDictionary } from './amenity-dictionary.ts';

/** Who sells, and on what terms. */
export interface StoredSalesTerms extends SalesTerms {
  readonly seller: Seller | null;
}

type ListLoader<Row> = CachedLoader<number, readonly Row[]>;

interface ListLoaderParts<Row> {
  readonly parentOf: (row: Row) => number;
  readonly epochOf?: (number: number) => number;
}

/** The loaders of one request, by hotel number unless stated otherwise; null where there are no rows. */
export interface HotelDetailsLoaders {
  readonly accommodationRules: CachedLoader<number, AccommodationRules>;
  /** In catalogue order. */
  readonly mealServices: ListLoader<MealService>;
  /** The tagline for the channel of the loaders. */
  readonly tagline: CachedLoader<number, HotelTagline>;
  /** In catalogue order. */
  readonly images: ListLoader<HotelImage>;
  /** Images under the number of their room type, in catalogue order. */
  readonly roomTypeImages: ListLoader<RoomTypeImage>;
  readonly amenities: ListLoader<HotelAmenity>;
  /** Inclusions under the number of their visit type, in catalogue order. */
  readonly inclusions: ListLoader<Inclusion>;
  /** Null: the catalogue states none. */
  salesTerms(): MaybePromise<StoredSalesTerms | null>;
  dictionary(): Promise<AmenityDictionary>;
}

const MAX_CACHED_ROWS = 50_000;
const DICTIONARY_KEY = 'dictionary';
/** There is one row at most. */
const SALES_TERMS_NUMBER = 1;

/** Shared by all requests. */
export function createHotelDetailsCaches() {
  const one = <Row extends {}>() => new EpochCache<number, Row>({ entries: MAX_CACHED_ROWS });
  const lists = <Row>() =>
    new EpochCache<number, readonly Row[]>({ size: MAX_CACHED_ROWS, sizeOf: (rows: readonly Row[]) => rows.length });
  return {
    accommodationRules: one<AccommodationRules>(),
    mealServices: lists<MealService>(),
    taglines: new EpochCache<string, HotelTagline>({ entries: MAX_CACHED_ROWS }),
    images: lists<HotelImage>(),
    roomTypeImages: lists<RoomTypeImage>(),
    amenities: lists<HotelAmenity>(),
    inclusions: lists<Inclusion>(),
    salesTerms: new EpochCache<number, StoredSalesTerms>({ entries: 1 }),
    dictionary: new EpochCache<typeof DICTIONARY_KEY, AmenityDictionary>({ entries: 1 }),
  };
}
export type HotelDetailsCaches = ReturnType<typeof createHotelDetailsCaches>;

/** The loaders of one request over the shared caches, with the taglines of one channel. */
export function createHotelDetailsLoaders({
  database: { catalogue: prisma },
  caches,
  batches,
  dependencies,
  channel,
}: {
  database: Database;
  caches: HotelDetailsCaches;
  batches: Batches;
  dependencies: Dependencies;
  channel: string;
}): HotelDetailsLoaders {
  const hotelEpoch = (number: number) => dependencies.use(cacheTag('hotel', number));
  function listLoader<Row>(
    cache: EpochCache<number, readonly Row[]>,
    findMany: (numbers: number[]) => Promise<Row[]>,
    { parentOf, epochOf = hotelEpoch }: ListLoaderParts<Row>,
  ): ListLoader<Row> {
    const read = async (numbers: readonly number[]) => groupBy(await findMany([...numbers]), parentOf);
    return createCachedLoader({ batches, cache, epochOf, read });
  }
  const hotelOf = (row: { hotelNumber: number }) => row.hotelNumber;
  const orderBy = { position: 'asc' } as const;
  const ofHotels = (numbers: number[]) => ({ where: { hotelNumber: { in: numbers } }, orderBy });
  const dictionary = createCachedLoader({
    batches,
    cache: caches.dictionary,
    epochOf: () => dependencies.use(DICTIONARY),
    read: async () => new Map([[DICTIONARY_KEY, await readAmenityDictionary(prisma)]] as const),
  });
  const salesTerms = createCachedLoader<number, StoredSalesTerms>({
    batches,
    cache: caches.salesTerms,
    epochOf: () => dependencies.use(STRUCTURE),
    read: async () => {
      const rows = await prisma.salesTerms.findMany({ include: { seller: true } });
      return new Map(rows.map((row) => [row.number, row]));
    },
  });
  return {
    accommodationRules: createCachedLoader({
      batches,
      cache: caches.accommodationRules,
      epochOf: hotelEpoch,
      read: async (numbers) => {
        const rows = await prisma.accommodationRules.findMany({ where: { hotelNumber: { in: [...numbers] } } });
        return new Map(rows.map((row) => [row.hotelNumber, row]));
      },
    }),
    mealServices: listLoader(caches.mealServices, (numbers) => prisma.mealService.findMany(ofHotels(numbers)), {
      parentOf: hotelOf,
    }),
    tagline: createTaglineLoader({ prisma, batches, cache: caches.taglines, hotelEpoch, channel }),
    images: listLoader(caches.images, (numbers) => prisma.hotelImage.findMany(ofHotels(numbers)), {
      parentOf: hotelOf,
    }),
    roomTypeImages: listLoader(
      caches.roomTypeImages,
      (numbers) => prisma.roomTypeImage.findMany({ where: { roomTypeNumber: { in: numbers } }, orderBy }),
      {
        parentOf: (row) => row.roomTypeNumber,
        epochOf: (number) => dependencies.use(cacheTag('roomType', number)),
      },
    ),
    amenities: listLoader(caches.amenities, (numbers) => prisma.hotelAmenity.findMany(ofHotels(numbers)), {
      parentOf: hotelOf,
    }),
    inclusions: listLoader(
      caches.inclusions,
      (numbers) => prisma.inclusion.findMany({ where: { visitTypeNumber: { in: numbers } }, orderBy }),
      {
        parentOf: (row) => row.visitTypeNumber,
        epochOf: (number) => dependencies.use(cacheTag('visitType', number)),
      },
    ),
    salesTerms: () => salesTerms.load(SALES_TERMS_NUMBER),
    // biome-ignore lint/style/noNonNullAssertion: the dictionary is always found: it may be empty.
    dictionary: async () => (await dictionary.load(DICTIONARY_KEY))!,
  };
}

/** The cache is shared by all channels, so its keys name hotel and channel. */
function createTaglineLoader({
  prisma,
  batches,
  cache,
  hotelEpoch,
  channel,
}: {
  prisma: CatalogueReader;
  batches: Batches;
  cache: EpochCache<string, HotelTagline>;
  hotelEpoch: (number: number) => number;
  channel: string;
}): HotelDetailsLoaders['tagline'] {
  const keyOf = (hotelNumber: number) => `${hotelNumber}/${channel}`;
  const loader = createCachedLoader({
    batches,
    cache,
    epochOf: (key) => hotelEpoch(Number.parseInt(key, 10)),
    read: async (keys) => {
      const hotelNumbers = keys.map((key) => Number.parseInt(key, 10));
      const rows = await prisma.hotelTagline.findMany({
        where: { channelCode: channel, hotelNumber: { in: hotelNumbers } },
      });
      return new Map(rows.map((row) => [keyOf(row.hotelNumber), row]));
    },
  });
  return { load: (hotelNumber) => loader.load(keyOf(hotelNumber)) };
}
