import { calendarWindow } from '../domain/calendar-window.js';
import { PAGE_SIZE_MAX } from '../operations/search-input.js';
import { dayOfArgument } from './civil-dates.js';
/** Entries of a list that no field says more about. */
export const USUAL_ENTRIES = 3;
/**
 * Lists that grow with the catalogue and have no pages count as in a catalogue of a hundred hotels, not as in the one at
 * hand: what was allowed yesterday is not to be refused because a hotel was added. One way through all of them with prices is
 * allowed; each further round multiplies.
 */
export const DESTINATIONS = { field: 1, multiplier: 5 };
export const CATEGORIES = { field: 1, multiplier: 10 };
export const HOTELS_OF_DESTINATION = { field: 1, multiplier: 20 };
export const VISIT_TYPES_OF_HOTEL = { field: 1, multiplier: 10 };
export const VISIT_TYPES_OF_CATEGORY = { field: 1, multiplier: 100 };
/** What an entry of a connection counts for is counted by the connection. */
export const COUNTED_BY_PAGE = { field: 1, multiplier: 1 };
/** A price that is computed once and then remembered, one entry a currency. */
export const REMEMBERED_PRICES = { field: 50, multiplier: 2 };
const REFERENCE = 10;
/** A quote reads a tariff and prices one stay. */
export const QUOTE = { field: 200, multiplier: 1 };
/** A booking is a transaction. */
export const BOOKING = { field: 5_000, multiplier: 1 };
const SEARCH_OF_ONE = { once: 500, perDay: 1 };
const SEARCH_OF_HOTEL = { once: 2_000, perDay: 5 };
/** In a catalogue with several destinations of about the same size. */
const SEARCH_OF_DESTINATION = { once: 15_000, perDay: 25 };
/** It touches every price of the catalogue. Two years of it are as much as one operation may ask. */
const SEARCH_OF_ALL = { once: 60_000, perDay: 100 };
/** What is left of a search whose parts are remembered, as those of the lowest prices of whole hotels on any date are. */
const REMEMBERED_SHARE = 1 / 5;
/** Two months. */
const USUAL_DAYS = 62;
/** A page as long as it was asked for. */
export function pageCost({ first }) {
    return { field: 1, multiplier: bounded(first ?? PAGE_SIZE_MAX) };
}
/** Entries by reference: each has to be read and looked up, however many of them will be refused in the end. */
export function entriesCost({ ids }) {
    return { field: 1 + ids.length * REFERENCE, multiplier: bounded(ids.length) };
}
/** The categories that are named, or all. */
export function categoriesCost({ ids }) {
    return ids ? entriesCost({ ids }) : CATEGORIES;
}
/** A search, by how much of the catalogue it has to look at. */
function searchCost({ filter }) {
    const { visitType, hotel, roomType, destination } = filter ?? {};
    if (visitType != null)
        return SEARCH_OF_ONE;
    if (hotel != null || roomType != null)
        return SEARCH_OF_HOTEL;
    return destination != null ? SEARCH_OF_DESTINATION : SEARCH_OF_ALL;
}
/** A search for the lowest price, one entry a currency. */
export function lowestPriceCost({ dateFrom, dateTo, filter }) {
    const narrowing = [dateFrom, dateTo, filter?.roomType, filter?.occupancy];
    const share = narrowing.every((given) => given == null) ? REMEMBERED_SHARE : 1;
    return { field: searchCost({ filter }).once * share, multiplier: 2 };
}
/** A calendar: the same search, and its days. Dates that will be refused count as two months. */
export function calendarCost({ dateFrom, dateTo, ...searched }, { session: { today } }) {
    const window = calendarWindow({ dateFrom: dayOfArgument(dateFrom), dateTo: dayOfArgument(dateTo), today });
    const days = typeof window === 'object' && 'to' in window ? window.to - window.from + 1 : USUAL_DAYS;
    const { once, perDay } = searchCost(searched);
    return { field: once + days * perDay, multiplier: days };
}
function bounded(entries) {
    return Math.max(1, Math.min(PAGE_SIZE_MAX, entries));
}
//# sourceMappingURL=cost.js.map