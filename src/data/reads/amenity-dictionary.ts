/**
 * The amenity dictionary: every amenity that hotels may have, by category, with its detail kinds and options; the same for
 * every key. Its version is a hash of the content, so a restart, another process or an import without changes gives the same
 * one (V6).
 */
import { createHash } from 'node:crypto';
import { LOCALES } from '../../domain/text/locale.ts';
import type { CatalogueReader } from '../database/database.ts';
import type { Amenity, AmenityCategory, AmenityOption, Prisma } from '../generated/prisma/client.ts';

/** An entry with its options in order. */
export type DictionaryAmenity = Amenity & { readonly options: readonly AmenityOption[] };
/** A category with its entries in order. */
export type DictionaryCategory = AmenityCategory & { readonly amenities: readonly DictionaryAmenity[] };

export interface AmenityDictionary {
  readonly categories: readonly DictionaryCategory[];
  /** A hash of the content, 32 hexadecimal digits. */
  readonly version: string;
}

const VERSION_DIGITS = 32;

export async function readAmenityDictionary(
  prisma: Pick<CatalogueReader, 'amenityCategory'>,
): Promise<AmenityDictionary> {
  const orderBy = { position: 'asc' } as const;
  const categories = await prisma.amenityCategory.findMany({
    orderBy,
    include: { amenities: { orderBy, include: { options: { orderBy } } } },
  });
  return { categories, version: hashDictionary(categories) };
}

/** Hashes all that is shown, in order. Row ids, and whether a text is missing or null, are not shown. */
function hashDictionary(categories: readonly DictionaryCategory[]): string {
  const content = categories.map(({ code, name, amenities }) => [
    code,
    listTexts(name),
    amenities.map((amenity) => [
      amenity.code,
      listTexts(amenity.label),
      amenity.detailKinds,
      amenity.options.map((option) => [option.code, listTexts(option.label)]),
    ]),
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, VERSION_DIGITS);
}

function listTexts(localized: Prisma.JsonValue): (string | null)[] {
  const texts = localized as Partial<Record<string, string | null>>;
  return LOCALES.map((locale) => texts[locale] ?? null);
}
