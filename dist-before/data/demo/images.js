const HOST = 'https://images.example.com';
const WIDTHS = [480, 960, 1440, 1920];
/**
 * A picture with every version that is not wider than itself.
 * @param path without the ending, for example `aurora/front`
 * @param size pixels
 */
export function picture(path, { width, height }, alt) {
    const widths = WIDTHS.filter((version) => version <= width);
    return {
        url: `${HOST}/${path}.jpg`,
        thumbnailUrl: `${HOST}/${path}-small.jpg`,
        width,
        height,
        alt,
        variants: Object.fromEntries(widths.map((version) => [version, `${HOST}/${path}-${version}.webp`])),
    };
}
/** A picture taken over from an older system: its size is unknown and it has no versions. */
export function oldPicture(path, alt) {
    return { url: `${HOST}/${path}.jpg`, thumbnailUrl: null, width: null, height: null, alt, variants: {} };
}
//# sourceMappingURL=images.js.map