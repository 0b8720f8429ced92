/** A hotel page from rows, for the plain resolvers: one `findUnique` with includes, in the shape of the schema. */
import type { Prisma, PrismaClient } from '../../../src/data/generated/prisma/client.ts';
import type { Day } from '../../../src/domain/time/civil-date.ts';
import { type CategorisedTariff, fromPricesOf } from './from-prices.ts';
import { readTariffRows } from './rows.ts';

const LOCALES = ['cs_CZ', 'de', 'en', 'ru'] as const;

const PAGE = {
  destination: true,
  accommodationRules: true,
  mealServices: { orderBy: { position: 'asc' } },
  images: { orderBy: { position: 'asc' } },
  roomTypes: { orderBy: { number: 'asc' }, include: { images: { orderBy: { position: 'asc' } } } },
  amenities: { include: { amenity: { include: { category: true } } } },
  visitTypes: { include: { visitType: { select: { number: true, stayCategory: true, nightsMax: true, name: true } } } },
} as const satisfies Prisma.HotelInclude;

type HotelRows = Prisma.HotelGetPayload<{ include: typeof PAGE }>;
type ImageRow = HotelRows['images'][number] | HotelRows['roomTypes'][number]['images'][number];
type AmenityRow = HotelRows['amenities'][number];
type Texts = Record<string, string | null>;

/** The page of a hotel by number; null: there is none. */
export async function hotelPage(prisma: PrismaClient, number: number, today: Day): Promise<object | null> {
  const hotel = await prisma.hotel.findUnique({ where: { number }, include: PAGE });
  if (!hotel) return null;
  const tariffs = await readTariffRows(
    prisma,
    hotel.visitTypes.map(({ visitTypeNumber }) => visitTypeNumber),
  );
  const sold = hotel.visitTypes.map(
    ({ visitType }): CategorisedTariff => ({
      ...visitType,
      tariff: tariffs.get(visitType.number)!,
    }),
  );
  return {
    ...hotel,
    images: hotel.images.map((image) => imageOf(image, { hotelName: hotel.name })),
    roomTypes: hotel.roomTypes.map((room) => ({
      ...room,
      images: room.images.map((image) => imageOf(image, { category: room.category as Texts, hotelName: hotel.name })),
    })),
    amenityCategories: amenityCategoriesOf(hotel.amenities),
    priceFrom: fromPricesOf(sold, { hotelNumber: number, today }),
  };
}

function imageOf(
  { alt, variants, ...image }: ImageRow,
  { category = {}, hotelName }: { category?: Texts; hotelName: string },
): object {
  const texts = alt as Texts;
  return {
    ...image,
    alt: Object.fromEntries(
      LOCALES.map((locale) => [locale, texts[locale] ?? (category[locale] || hotelName || null)]),
    ),
    variants: Object.entries(variants as Record<string, string>)
      .map(([width, url]) => ({ width: Number(width), url }))
      .sort((a, b) => a.width - b.width),
  };
}

function amenityCategoriesOf(amenities: readonly AmenityRow[]): object[] {
  const categories = new Map<string, { category: AmenityRow['amenity']['category']; amenities: AmenityRow[] }>();
  for (const row of amenities) {
    const { category } = row.amenity;
    const known = categories.get(category.code) ?? { category, amenities: [] };
    categories.set(category.code, known);
    known.amenities.push(row);
  }
  return [...categories.values()]
    .sort((a, b) => a.category.position - b.category.position)
    .map(({ category, amenities: rows }) => ({
      code: category.code,
      category,
      amenities: rows.sort((a, b) => a.amenity.position - b.amenity.position).map(amenityOf),
    }));
}

/** The details of an amenity that its dictionary entry names; the others are null. */
function amenityOf({ amenity, ...row }: AmenityRow): object {
  const kinds = new Set<string>(amenity.detailKinds);
  const detail = <Value>(kind: string, value: Value): Value | null => (kinds.has(kind) ? value : null);
  return {
    code: amenity.code,
    amenity,
    charge: detail('access', row.access?.toUpperCase() ?? null),
    quantity: detail('quantity', row.quantity),
    area: detail('area', row.area),
    temperature: detail('temperature', row.temperature),
    distance: detail('distance', row.distance),
    ageLimit: detail('age_limit', row.ageLimit),
    note: detail('note', row.note),
    openingHours: detail('opening_hours', row.openingHours),
    options: detail(
      'options',
      row.options.map((code) => ({ code })),
    ),
  };
}
