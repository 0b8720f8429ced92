/** The rows of hotels and room types: what a file says, in the columns of the tables. */
import { ObjectId } from 'bson';
/** The ObjectId of a row: the given one, or a new one that counts only if the row is new. */
export function objectIdOf(entry) {
    return entry._id?.toLowerCase() ?? new ObjectId().toHexString();
}
/** The row of a hotel itself. */
export function hotelRow(hotel) {
    return {
        number: hotel.id,
        id: objectIdOf(hotel),
        code: hotel.code,
        name: hotel.name,
        destination_number: hotel.destinationId,
        stars: hotel.stars,
        short_description: hotel.shortDescription,
        indication_codes: hotel.indicationCodes,
        staff_language_codes: hotel.staffLanguageCodes,
    };
}
/** House rules: one row, or none when the file says nothing. */
export function accommodationRulesRows({ id, accommodationRules: rules }) {
    if (!rules)
        return [];
    return [
        {
            hotel_number: id,
            check_in_from: rules.checkInFrom,
            check_in_to: rules.checkInTo,
            check_out_to: rules.checkOutTo,
            pets_allowed: rules.petsAllowed,
            children_from_age: rules.childrenFromAge,
            smoking_allowed: rules.smokingAllowed,
            note: rules.note,
        },
    ];
}
/** A row per channel with a tagline. */
export function taglineRows({ id, taglines }) {
    return taglines.map(({ channel, text }) => ({ hotel_number: id, channel_code: channel, text }));
}
/** A row per meal, in the order of the file. */
export function mealServiceRows({ id, mealServices }) {
    return mealServices.map(({ boarding, servedAs, from, to }, position) => ({
        hotel_number: id,
        position,
        boarding,
        served_as: servedAs,
        from,
        to,
    }));
}
/** A row per amenity, in the order of the file. */
export function hotelAmenityRows({ id, amenities }) {
    return amenities.map((amenity, position) => ({
        hotel_number: id,
        amenity_code: amenity.code,
        position,
        access: amenity.access,
        options: amenity.options,
        opening_hours: amenity.openingHours,
        note: amenity.note,
        quantity: amenity.quantity,
        area: amenity.area,
        temperature: amenity.temperature,
        distance: amenity.distance,
        age_limit: amenity.ageLimit,
    }));
}
/** A row per picture of a hotel, in the order of the file. */
export function hotelImageRows({ id, images }) {
    return images.map((image, position) => ({ hotel_number: id, position, ...imageColumns(image) }));
}
/** A row per room type. */
export function roomTypeRows(hotel) {
    return hotel.roomTypes.map((room) => ({
        number: room.id,
        id: objectIdOf(room),
        hotel_number: hotel.id,
        code: room.code,
        category: room.category,
        beds: room.beds,
    }));
}
/** A row per picture of a room type, in the order of the file. */
export function roomTypeImageRows(hotel) {
    return hotel.roomTypes.flatMap(({ id, images }) => images.map((image, position) => ({ room_type_number: id, position, ...imageColumns(image) })));
}
function imageColumns({ url, thumbnailUrl, width, height, alt, variants }) {
    return { url, thumbnail_url: thumbnailUrl, width, height, alt, variants };
}
//# sourceMappingURL=hotel-rows.js.map