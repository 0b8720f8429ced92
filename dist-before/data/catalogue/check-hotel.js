/**
 * What the values of one hotel, or of one category of the amenity dictionary, must mean together: nothing named twice, no
 * version of a picture wider than its original.
 */
import { VARIANT_WIDTHS } from './file-hotel.js';
import { shown } from './problems.js';
/** Reports what is wrong between the values of a hotel. */
export function checkHotel(hotel, { place, problems }) {
    const list = (field) => ({ place: [...place, field], problems });
    reportTwice(hotel.taglines?.map((tagline) => tagline?.channel), { ...list('taglines'), field: 'channel' });
    reportTwice(hotel.amenities?.map((amenity) => amenity?.code), { ...list('amenities'), field: 'code' });
    for (const [index, amenity] of (hotel.amenities ?? []).entries()) {
        reportTwice(amenity?.options, { place: [...place, 'amenities', index, 'options'], problems });
    }
    checkImages(hotel.images, list('images'));
    for (const [index, room] of (hotel.roomTypes ?? []).entries()) {
        checkImages(room?.images, { place: [...place, 'roomTypes', index, 'images'], problems });
    }
}
/** Reports what stands twice within a category of the dictionary. */
export function checkAmenityCategory(category, { place, problems }) {
    for (const [index, amenity] of (category.amenities ?? []).entries()) {
        const at = [...place, 'amenities', index];
        reportTwice(amenity?.detailKinds, { place: [...at, 'detailKinds'], problems });
        reportTwice(amenity?.options?.map((option) => option?.code), { place: [...at, 'options'], problems, field: 'code' });
    }
}
function checkImages(images, { place, problems }) {
    for (const [index, image] of (images ?? []).entries()) {
        if (!image?.width)
            continue;
        for (const width of VARIANT_WIDTHS) {
            if (image.variants?.[width] === undefined || Number(width) <= image.width)
                continue;
            problems.add([...place, index, 'variants', width], 'VARIANT_TOO_WIDE', `a version ${width} pixels wide is wider than the original, which has ${image.width}`);
        }
    }
}
/**
 * Reports every element that an earlier one equals.
 * @param field the field of the elements that is compared, for the place
 */
export function reportTwice(values, { place, problems, field }) {
    const first = new Map();
    for (const [index, value] of (values ?? []).entries()) {
        if (value === undefined)
            continue;
        const earlier = first.get(value);
        if (earlier === undefined)
            first.set(value, index);
        else {
            const at = [...place, index];
            problems.add(field ? [...at, field] : at, 'DUPLICATE', `${shown(value)} is already at position ${earlier} of this list`);
        }
    }
}
//# sourceMappingURL=check-hotel.js.map