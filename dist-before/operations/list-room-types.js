/** The room types that a filter selects, in one of their orders (V2): a list of sort keys, kept like that of the visit types. */
import { remembered } from '../data/epoch-cache.js';
import { LOCALES } from '../domain/locale.js';
import { sortedKeys } from '../domain/sort-order.js';
import { containsText } from '../domain/text-search.js';
import { numberOf } from './references.js';
import { rowsOf, seenDestinations, visibleHotel, visibleHotels } from './visibility.js';
/** The sort modes of room types by name. */
export const ROOM_TYPE_ORDERS = {
    id: { resource: 'room-types', mode: 'id', words: 'number', valueType: 'number' },
    code: { resource: 'room-types', mode: 'code', words: 'code, A first', valueType: 'string' },
    beds: { resource: 'room-types', mode: 'beds', words: 'beds, fewest first', valueType: 'number' },
};
const VALUE_OF = {
    id: ({ number }) => number,
    code: ({ code }) => code,
    beds: ({ beds }) => beds,
};
/** The sort keys of the selected room types of hotels that the caller sees, in order. */
export async function listRoomTypes(session, filter, sort) {
    const hotel = filter.hotel == null ? undefined : await numberOf(session, 'hotel', filter.hotel);
    if (hotel === null)
        return [];
    const key = JSON.stringify(['room-types', sort, { ...filter, hotel }, seenDestinations(session)]);
    return remembered(session.lists, key, async () => {
        const selected = (await roomTypesOf(session, hotel)).filter((roomType) => isSelected(roomType, filter));
        return sortedKeys(selected.map((roomType) => [VALUE_OF[sort](roomType), roomType.number]), ROOM_TYPE_ORDERS[sort]);
    });
}
/** The room types of one hotel, or of all that the caller sees. */
async function roomTypesOf(session, hotelNumber) {
    const hotels = hotelNumber === undefined ? await visibleHotels(session) : [await visibleHotel(session, hotelNumber)];
    const numbers = await Promise.all(hotels.map(async (hotel) => hotel ? ((await session.catalogue.related.hotelRoomTypes.load(hotel.number)) ?? []) : []));
    return rowsOf(session, 'roomType', numbers.flat());
}
function isSelected(roomType, { beds, code, search }) {
    const texts = [
        roomType.code,
        ...LOCALES.map((locale) => roomType.category[locale]),
    ];
    return ((beds == null || roomType.beds === beds) &&
        (!code || roomType.code === code) &&
        (!search || texts.some((text) => text != null && containsText(text, search))));
}
//# sourceMappingURL=list-room-types.js.map