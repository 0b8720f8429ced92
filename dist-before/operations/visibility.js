import { all, when } from '../data/soon.js';
/** Whether the caller sees a destination. */
export function seesDestination({ caller }, destinationNumber) {
    return caller.destinations === null || caller.destinations.has(destinationNumber);
}
/** What the caller sees, as part of the key of what is remembered: numbers of destinations, ascending; null: all. */
export function seenDestinations({ caller }) {
    return caller.destinations === null ? null : [...caller.destinations].sort((a, b) => a - b);
}
/** The destinations that the caller sees, by ascending number. */
export function visibleDestinations(session) {
    return when(session.catalogue.all.load('destination'), (numbers) => {
        const seen = (numbers ?? []).filter((number) => seesDestination(session, number));
        return rowsOf(session, 'destination', seen);
    });
}
/** The hotel, if the caller sees it. */
export function visibleHotel(session, number) {
    return when(session.catalogue.hotel.load(number), (hotel) => hotel && seesDestination(session, hotel.destinationNumber) ? hotel : null);
}
/** The room type, if the caller sees its hotel. */
export function visibleRoomType(session, number) {
    return when(session.catalogue.roomType.load(number), (roomType) => roomType && when(visibleHotel(session, roomType.hotelNumber), (hotel) => (hotel ? roomType : null)));
}
/** The visit type, if it is sold in a hotel that the caller sees. */
export function visibleVisitType(session, number) {
    return when(session.catalogue.visitType.load(number), (visitType) => visitType && when(hotelsOfVisitType(session, number), (hotels) => (hotels.length > 0 ? visitType : null)));
}
/** The hotels of a visit type that the caller sees, by ascending number. */
export function hotelsOfVisitType(session, visitTypeNumber) {
    return when(session.catalogue.related.visitTypeHotels.load(visitTypeNumber), (numbers) => when(all((numbers ?? []).map((number) => visibleHotel(session, number))), present));
}
/** The visit types sold in a hotel, by ascending number. The hotel is one that the caller sees. */
export function visitTypesOfHotel(session, hotelNumber) {
    return when(session.catalogue.related.hotelVisitTypes.load(hotelNumber), (numbers) => rowsOf(session, 'visitType', numbers ?? []));
}
/** The hotels that the caller sees, all or those of one destination, by ascending number. */
export async function visibleHotels(session, destinationNumber) {
    const destinations = destinationNumber === undefined ? ((await session.catalogue.all.load('destination')) ?? []) : [destinationNumber];
    const seen = destinations.filter((number) => seesDestination(session, number));
    const hotels = await Promise.all(seen.map(async (number) => (await session.catalogue.related.destinationHotels.load(number)) ?? []));
    return rowsOf(session, 'hotel', hotels.flat().sort((a, b) => a - b));
}
/** The categories in which the caller sees a visit type: of these numbers, in that order. */
export function visibleCategories(session, numbers) {
    const { catalogue } = session;
    const ifSeen = (category) => category &&
        when(catalogue.related.categoryVisitTypes.load(category.number), (visitTypes) => when(seesAny(session, visitTypes ?? []), (isSeen) => (isSeen ? category : null)));
    return when(all(numbers.map((number) => when(catalogue.visitTypeCategory.load(number), ifSeen))), present);
}
/** Whether the caller sees one of these visit types. Those that are not kept are read together. */
function seesAny(session, visitTypes) {
    for (const [index, number] of visitTypes.entries()) {
        const first = visibleVisitType(session, number);
        if (first instanceof Promise) {
            const others = visitTypes.slice(index + 1).map((other) => visibleVisitType(session, other));
            return when(all([first, ...others]), (seen) => seen.some((visitType) => visitType !== null));
        }
        if (first)
            return true;
    }
    return false;
}
/** Rows of one kind by their numbers, in that order; missing ones are left out. */
export function rowsOf(session, kind, numbers) {
    const loader = session.catalogue[kind];
    return when(all(numbers.map((number) => loader.load(number))), present);
}
/** Those that there are, in their order. */
export function present(values) {
    return values.filter((value) => value !== null);
}
//# sourceMappingURL=visibility.js.map