import { accommodationRulesRows, hotelAmenityRows, hotelImageRows, hotelRow, mealServiceRows, roomTypeImageRows, roomTypeRows, taglineRows, } from './hotel-rows.js';
import { mergeRows } from './merge-rows.js';
import { tables } from './tables.js';
const HOTEL_PARTS = [
    [tables.accommodationRules, accommodationRulesRows],
    [tables.hotelTagline, taglineRows],
    [tables.mealService, mealServiceRows],
    [tables.hotelImage, hotelImageRows],
    [tables.hotelAmenity, hotelAmenityRows],
];
/** Writes hotels, their room types, and what they say of themselves, which replaces what was said before. */
export async function writeHotels(tx, hotels, tally) {
    const owners = hotels.map(({ id }) => [id]);
    const own = await mergeRows(tx, tables.hotel, { rows: hotels.map(hotelRow) });
    const parts = [];
    for (const [table, rowsOf] of HOTEL_PARTS) {
        parts.push(await mergeRows(tx, table, { rows: hotels.flatMap(rowsOf), owners }));
    }
    tally.count('hotels', { named: hotels.length, own, parts });
    const rows = hotels.flatMap(roomTypeRows);
    const rooms = await mergeRows(tx, tables.roomType, { rows });
    const images = await mergeRows(tx, tables.roomTypeImage, {
        rows: hotels.flatMap(roomTypeImageRows),
        owners: rows.map(({ number }) => [number]),
    });
    tally.count('roomTypes', { named: rows.length, own: rooms, parts: [images] });
}
/**
 * Frees the codes of hotels that the file gives other ones, so that two of them may exchange theirs. The placeholders are
 * overwritten in the same transaction.
 */
export async function freeChangingCodes(tx, hotels) {
    if (hotels.length === 0)
        return;
    await tx.$executeRaw `UPDATE hotel SET code = chr(127) || number WHERE number = ANY(${hotels}::int[])`;
}
//# sourceMappingURL=write-hotels.js.map