/** Images of the demo: some with every variant, some small, some of unknown size, some without a text. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import type { Text } from './texts.ts';

type Image = NonNullable<NonNullable<Catalogue['hotels']>[number]['images']>[number];

const IMAGE_HOST = 'https://images.example.com';
const WIDTHS = [480, 960, 1440, 1920];

/**
 * An image with every variant that is not wider than itself.
 * @param path without the extension, for example `aurora/front`
 * @param size pixels
 */
export function demoImage(path: string, { width, height }: { width: number; height: number }, alt: Text): Image {
  const widths = WIDTHS.filter((version) => version <= width);
  return {
    url: `${IMAGE_HOST}/${path}.jpg`,
    thumbnailUrl: `${IMAGE_HOST}/${path}-small.jpg`,
    width,
    height,
    alt,
    variants: Object.fromEntries(widths.map((version) => [version, `${IMAGE_HOST}/${path}-${version}.webp`])),
  };
}

/** An image from an older system: unknown size, no variants. */
export function legacyDemoImage(path: string, alt: Text): Image {
  return { url: `${IMAGE_HOST}/${path}.jpg`, thumbnailUrl: null, width: null, height: null, alt, variants: {} };
}
