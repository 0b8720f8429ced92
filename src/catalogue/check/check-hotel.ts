/**
 * Rules across the values of one hotel, or of one category of the amenity dictionary: no duplicates, and no image variant wider
 * than its original.
 */
import { type AmenityCategoryEntry, type HotelEntry, type ImageEntry, VARIANT_WIDTHS } from '../file/file-hotel.ts';
import { type CheckContext, formatValue } from '../file/problems.ts';
import type { Salvaged } from './validate-entry.ts';

export function checkHotel(hotel: Salvaged<HotelEntry>, { place, problems }: CheckContext): void {
  const list = (field: string) => ({ place: [...place, field], problems });
  reportDuplicates(
    hotel.taglines?.map((tagline) => tagline?.channel),
    { ...list('taglines'), field: 'channel' },
  );
  reportDuplicates(
    hotel.amenities?.map((amenity) => amenity?.code),
    { ...list('amenities'), field: 'code' },
  );
  for (const [index, amenity] of (hotel.amenities ?? []).entries()) {
    reportDuplicates(amenity?.options, { place: [...place, 'amenities', index, 'options'], problems });
  }
  checkImages(hotel.images, list('images'));
  for (const [index, room] of (hotel.roomTypes ?? []).entries()) {
    checkImages(room?.images, { place: [...place, 'roomTypes', index, 'images'], problems });
  }
}

/** Reports duplicates within a category of the dictionary. */
export function checkAmenityCategory(
  category: Salvaged<AmenityCategoryEntry>,
  { place, problems }: CheckContext,
): void {
  for (const [index, amenity] of (category.amenities ?? []).entries()) {
    const at = [...place, 'amenities', index];
    reportDuplicates(amenity?.detailKinds, { place: [...at, 'detailKinds'], problems });
    reportDuplicates(
      amenity?.options?.map((option) => option?.code),
      { place: [...at, 'options'], problems, field: 'code' },
    );
  }
}

const OTHER_FORMAT = /\.(?:avif|bmp|gif|heic|jfif|jpe?g|jxl|png|svg|tiff?)$/i;

/** Services that convert pictures keep the name of the original, and name the format elsewhere in the address. */
function isOtherFormat(address: string): boolean {
  return OTHER_FORMAT.test(address.replace(/[?#].*$/s, '')) && !/webp/i.test(address);
}

function checkImages(images: Salvaged<ImageEntry[]> | undefined, { place, problems }: CheckContext): void {
  for (const [index, image] of (images ?? []).entries()) {
    for (const width of VARIANT_WIDTHS) {
      const variant = image?.variants?.[width];
      if (variant === undefined) continue;
      const at = [...place, index, 'variants', width];
      if (image?.width && Number(width) > image.width) {
        problems.add(
          at,
          'VARIANT_TOO_WIDE',
          `a version ${width} pixels wide is wider than the original, which has ${image.width}`,
        );
      }
      if (isOtherFormat(variant)) problems.add(at, 'NOT_WEBP', `versions are WebP pictures, not ${variant}`);
    }
  }
}

/**
 * Reports every element that equals an earlier one.
 * @param field the field to compare, for the place
 */
export function reportDuplicates(
  values: readonly (string | number | undefined)[] | undefined,
  { place, problems, field }: CheckContext & { field?: string },
): void {
  const first = new Map<string | number, number>();
  for (const [index, value] of (values ?? []).entries()) {
    if (value === undefined) continue;
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, index);
    else {
      const at = [...place, index];
      problems.add(
        field ? [...at, field] : at,
        'DUPLICATE',
        `${formatValue(value)} is already at position ${earlier} of this list`,
      );
    }
  }
}
