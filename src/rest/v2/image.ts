/** Pictures in v2 (V7). */
import type { ImageFragment } from '../generated/operations.ts';

/** URLs of the variants by width; an empty object if there are none. */
export function toImageRecord(image: ImageFragment) {
  return { ...image, variants: Object.fromEntries(image.variants.map(({ width, url }) => [width, url])) };
}
