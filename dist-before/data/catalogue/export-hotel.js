import { groupBy } from '../group-by.js';
import { localizedOf } from './export-values.js';
/** What belongs to some hotels, by their number; one query at a time, as a transaction has one connection. */
async function loadParts(tx, hotelNumbers) {
    const where = { hotelNumber: { in: [...hotelNumbers] } };
    const orderBy = { position: 'asc' };
    const byHotel = (rows) => groupBy(rows, (row) => row.hotelNumber);
    return {
        taglines: byHotel(await tx.hotelTagline.findMany({ where, orderBy: { channelCode: 'asc' } })),
        accommodationRules: byHotel(await tx.accommodationRules.findMany({ where })),
        mealServices: byHotel(await tx.mealService.findMany({ where, orderBy })),
        images: byHotel(await tx.hotelImage.findMany({ where, orderBy })),
        amenities: byHotel(await tx.hotelAmenity.findMany({ where, orderBy })),
        roomTypes: byHotel(await tx.roomType.findMany({ where, orderBy: { number: 'asc' } })),
        roomTypeImages: groupBy(await tx.roomTypeImage.findMany({ where: { roomType: where }, orderBy }), (image) => image.roomTypeNumber),
    };
}
/** Hotels of the file, in the order of their numbers, with the number of the last one; null: there are none. */
export async function readHotels(tx, page) {
    const hotels = await tx.hotel.findMany({ ...page, orderBy: { number: 'asc' } });
    const last = hotels.at(-1)?.number;
    if (last === undefined)
        return null;
    const parts = await loadParts(tx, hotels.map(({ number }) => number));
    return { entries: hotels.map((hotel) => fileHotel(hotel, parts)), last };
}
function fileHotel(hotel, parts) {
    const { number } = hotel;
    const [rules] = parts.accommodationRules.get(number) ?? [];
    return {
        id: number,
        _id: hotel.id,
        code: hotel.code,
        name: hotel.name,
        destinationId: hotel.destinationNumber,
        stars: hotel.stars,
        shortDescription: localizedOf(hotel.shortDescription),
        taglines: (parts.taglines.get(number) ?? []).map(({ channelCode, text }) => ({
            channel: channelCode,
            text: localizedOf(text),
        })),
        accommodationRules: rules ? fileRules(rules) : null,
        mealServices: (parts.mealServices.get(number) ?? []).map(({ boarding, servedAs, from, to }) => ({
            boarding,
            servedAs,
            from,
            to,
        })),
        indicationCodes: hotel.indicationCodes,
        staffLanguageCodes: hotel.staffLanguageCodes,
        images: (parts.images.get(number) ?? []).map(fileImage),
        amenities: (parts.amenities.get(number) ?? []).map(fileAmenity),
        roomTypes: (parts.roomTypes.get(number) ?? []).map((room) => ({
            id: room.number,
            _id: room.id,
            code: room.code,
            category: localizedOf(room.category),
            beds: room.beds,
            images: (parts.roomTypeImages.get(room.number) ?? []).map(fileImage),
        })),
    };
}
function fileRules(rules) {
    const { checkInFrom, checkInTo, checkOutTo, petsAllowed, childrenFromAge, smokingAllowed, note } = rules;
    return {
        checkInFrom,
        checkInTo,
        checkOutTo,
        petsAllowed,
        childrenFromAge,
        smokingAllowed,
        note: localizedOf(note),
    };
}
function fileImage({ url, thumbnailUrl, width, height, alt, variants }) {
    return { url, thumbnailUrl, width, height, alt: localizedOf(alt), variants };
}
function fileAmenity(amenity) {
    const { access, options, openingHours, note, quantity, area, temperature, distance, ageLimit } = amenity;
    return {
        code: amenity.amenityCode,
        access,
        options,
        openingHours,
        note: localizedOf(note),
        quantity,
        area,
        temperature,
        distance,
        ageLimit,
    };
}
/** A category of the amenity dictionary of the file. */
export function fileAmenityCategory({ code, name, amenities }) {
    return {
        code,
        name: localizedOf(name),
        amenities: amenities.map((amenity) => ({
            code: amenity.code,
            label: localizedOf(amenity.label),
            detailKinds: amenity.detailKinds,
            options: amenity.options.map((option) => ({ code: option.code, label: localizedOf(option.label) })),
        })),
    };
}
//# sourceMappingURL=export-hotel.js.map