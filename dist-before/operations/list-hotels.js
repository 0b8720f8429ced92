/** The hotels that a filter selects, in one of their orders (V2): a list of sort keys, kept like that of the visit types. */
import { remembered } from '../data/epoch-cache.js';
import { sortedKeys } from '../domain/sort-order.js';
import { containsText } from '../domain/text-search.js';
import { numberOf } from './references.js';
import { seenDestinations, visibleHotels } from './visibility.js';
/** The sort modes of hotels by name. */
export const HOTEL_ORDERS = {
    id: { resource: 'hotels', mode: 'id', words: 'number', valueType: 'number' },
    name: { resource: 'hotels', mode: 'name', words: 'name, A first', valueType: 'string' },
    stars: { resource: 'hotels', mode: 'stars', words: 'stars, fewest first', valueType: 'number' },
    '-stars': {
        resource: 'hotels',
        mode: '-stars',
        words: 'stars, most first',
        valueType: 'number',
        isDescending: true,
    },
};
const VALUE_OF = {
    id: ({ number }) => number,
    name: ({ name }) => name,
    stars: ({ stars }) => stars,
    '-stars': ({ stars }) => stars,
};
/** The sort keys of the selected hotels that the caller sees, in order. */
export async function listHotels(session, filter, sort) {
    const destination = filter.destination == null ? undefined : await numberOf(session, 'destination', filter.destination);
    if (destination === null)
        return [];
    const key = JSON.stringify(['hotels', sort, { ...filter, destination }, seenDestinations(session)]);
    return remembered(session.lists, key, async () => {
        const hotels = await visibleHotels(session, destination);
        const selected = hotels.filter((hotel) => isSelected(hotel, filter));
        return sortedKeys(selected.map((hotel) => [VALUE_OF[sort](hotel), hotel.number]), HOTEL_ORDERS[sort]);
    });
}
function isSelected(hotel, { starsMin, starsMax, code, search }) {
    return (hotel.stars >= (starsMin ?? hotel.stars) &&
        hotel.stars <= (starsMax ?? hotel.stars) &&
        (!code || hotel.code === code) &&
        (!search || containsText(hotel.name, search)));
}
//# sourceMappingURL=list-hotels.js.map