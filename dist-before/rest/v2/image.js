/** Pictures in v2 (change log of 2026-09-18, V7). */
/** The selection of an `ImageResult`. */
export const IMAGE = 'url thumbnailUrl width height alt { ...Text } variants { width url }';
/** The addresses of the variants by their width; an empty object when there is none. */
export function imageOf(image) {
    return { ...image, variants: Object.fromEntries(image.variants.map(({ width, url }) => [width, url])) };
}
//# sourceMappingURL=image.js.map