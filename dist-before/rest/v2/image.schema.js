/** Pictures in v2 (change log of 2026-09-18, V7). */
import { VARIANT_WIDTHS } from '../../data/catalogue/file-hotel.js';
import { named, nullable, object, text, use, whole } from '../json-schema.js';
import { LOCALIZED_STRING } from '../value-schemas.js';
const ADDRESS = { format: 'uri' };
export const IMAGE_SCHEMA = named('Image', object('A picture. Show the variant that fits; where there is none `thumbnailUrl`, and where that is null `url`.', {
    url: text('Address of the original.', ADDRESS),
    thumbnailUrl: {
        ...nullable(text('Address of a small version; null: there is none. Use `variants`, which say how wide they are.', ADDRESS)),
        deprecated: true,
    },
    width: nullable(whole('Width of the original in pixels; null: unknown.', { minimum: 1 })),
    height: nullable(whole('Height of the original in pixels; null: unknown.', { minimum: 1 })),
    alt: use(LOCALIZED_STRING, "Its alternative text. A language that has none gets the hotel's name, or for a picture of a room the room's category. An empty text is kept: the picture is decorative."),
    variants: object('Addresses of its WebP versions by their width in pixels, none wider than the original; empty: there is none.', Object.fromEntries(VARIANT_WIDTHS.map((width) => [width, text(`${width} pixels wide.`, ADDRESS)])), { optional: VARIANT_WIDTHS }),
}));
//# sourceMappingURL=image.schema.js.map