/** Pictures in v2 (V7). */
import { z } from 'zod';
import { VARIANT_WIDTHS } from '../../catalogue/file/file-hotel.ts';
import type { ImageFragment } from '../generated/operations.ts';
import { LOCALIZED_STRING, type ShapeOf } from '../openapi/value-schemas.ts';

const VARIANTS = z
  .object(
    Object.fromEntries(VARIANT_WIDTHS.map((width) => [width, z.url().describe(`${width} pixels wide.`).optional()])),
  )
  .describe(
    'Addresses of its WebP versions by their width in pixels, none wider than the original; empty: there is none.',
  );

export const IMAGE_SCHEMA = z
  .object({
    url: z.url().describe('Address of the original.'),
    thumbnailUrl: z.url().nullable().meta({
      description: 'Address of a small version; null: there is none. Use `variants`, which say how wide they are.',
      deprecated: true,
    }),
    width: z.int().min(1).nullable().describe('Width of the original in pixels; null: unknown.'),
    height: z.int().min(1).nullable().describe('Height of the original in pixels; null: unknown.'),
    alt: LOCALIZED_STRING.describe(
      "Its alternative text. A language that has none gets the hotel's name, or for a picture of a room the room's category, and the hotel's name where that has nothing in the language either. An empty text is kept: the picture is decorative.",
    ),
    variants: VARIANTS,
  } satisfies ShapeOf<ImageFragment>)
  .meta({
    id: 'Image',
    description:
      'A picture. Show the variant that fits; where there is none `thumbnailUrl`, and where that is null `url`.',
  });
