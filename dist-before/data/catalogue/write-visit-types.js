import { mergeRows } from './merge-rows.js';
import { tables } from './tables.js';
import { linkRows, priceListRows, promotionChannelRows, promotionHotelRows, promotionRows, rateRows, timeConstraintRows, visitTypeRow, } from './visit-type-rows.js';
const PARTS = [
    [tables.timeConstraint, timeConstraintRows],
    [tables.visitTypeCategoryLink, ({ id, categoryIds }) => linkRows(id, 'category_number', categoryIds)],
    [tables.visitTypeTag, ({ id, tagIds }) => linkRows(id, 'tag_number', tagIds)],
    [
        tables.visitTypeLoyaltyProgram,
        ({ id, loyaltyProgramIds }) => linkRows(id, 'loyalty_program_number', loyaltyProgramIds),
    ],
    [tables.visitTypeHotel, ({ id, hotelIds }) => linkRows(id, 'hotel_number', hotelIds)],
];
/**
 * Writes visit types and what they say of themselves, which replaces what was said before. Price lists and promotions
 * have numbers of their own: those that the file does not name stay unless `replace`.
 */
export async function writeVisitTypes(tx, visitTypes, { replace, tally }) {
    const owners = visitTypes.map(({ id }) => [id]);
    const own = await mergeRows(tx, tables.visitType, { rows: visitTypes.map(visitTypeRow) });
    const parts = [];
    for (const [table, rowsOf] of PARTS) {
        parts.push(await mergeRows(tx, table, { rows: visitTypes.flatMap(rowsOf), owners }));
    }
    tally.count('visitTypes', { named: visitTypes.length, own, parts });
    const inVisitType = (field) => visitTypes.flatMap((visitType) => visitType[field].map(({ id }) => [visitType.id, id]));
    const priceLists = await mergeRows(tx, tables.priceList, {
        rows: visitTypes.flatMap(priceListRows),
        owners: replace ? owners : [],
    });
    const rates = await mergeRows(tx, tables.rate, {
        rows: visitTypes.flatMap(rateRows),
        owners: inVisitType('priceLists'),
    });
    tally.count('priceLists', { named: inVisitType('priceLists').length, own: priceLists, parts: [rates] });
    const promotions = await mergeRows(tx, tables.promotion, {
        rows: visitTypes.flatMap(promotionRows),
        owners: replace ? owners : [],
    });
    const named = inVisitType('promotions');
    const channels = await mergeRows(tx, tables.promotionChannel, {
        rows: visitTypes.flatMap(promotionChannelRows),
        owners: named,
    });
    const hotels = await mergeRows(tx, tables.promotionHotel, {
        rows: visitTypes.flatMap(promotionHotelRows),
        owners: named,
    });
    tally.count('promotions', { named: named.length, own: promotions, parts: [channels, hotels] });
}
//# sourceMappingURL=write-visit-types.js.map