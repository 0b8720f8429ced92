/**
 * The amenity dictionary: every amenity that hotels may have, by category, with its detail kinds and options. It is the same
 * for every key. Its version is a hash of what it says, so that it changes when the content does and never otherwise: an
 * import that changes nothing, a restart or another process gives the same one (V6).
 */
import { createHash } from 'node:crypto';
import { LOCALES } from '../domain/locale.js';
const VERSION_DIGITS = 32;
/** Reads the dictionary. */
export async function readAmenityDictionary(prisma) {
    const orderBy = { position: 'asc' };
    const categories = await prisma.amenityCategory.findMany({
        orderBy,
        include: { amenities: { orderBy, include: { options: { orderBy } } } },
    });
    return { categories, version: versionOf(categories) };
}
/** A hash of all that is shown, in its order. Where a row is kept, and whether a text is missing or null, does not show. */
function versionOf(categories) {
    const content = categories.map(({ code, name, amenities }) => [
        code,
        textsOf(name),
        amenities.map((amenity) => [
            amenity.code,
            textsOf(amenity.label),
            amenity.detailKinds,
            amenity.options.map((option) => [option.code, textsOf(option.label)]),
        ]),
    ]);
    return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, VERSION_DIGITS);
}
function textsOf(localized) {
    const texts = localized;
    return LOCALES.map((locale) => texts[locale] ?? null);
}
//# sourceMappingURL=amenity-dictionary.js.map