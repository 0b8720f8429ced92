/**
 * Price lists and promotions that a file does not name stay in the database. They too must go with what the file says of
 * their visit type: no night gets two rates (P3), and no rate or promotion is for a hotel that no longer sells it.
 */
import { utcDay } from '../../domain/civil-date.js';
import { overlappingRates } from '../../domain/price-list.js';
import { groupBy } from '../group-by.js';
import { overlapMessage, placedPriceLists } from './check-visit-type.js';
/** Reports where visit types of the file do not go with what stays. */
export async function checkStaying(tx, visitTypes, problems) {
    const numbers = visitTypes.map(({ entry }) => entry.id).filter((id) => id !== undefined);
    const named = (field) => visitTypes.flatMap(({ entry }) => (entry[field] ?? []).flatMap((part) => (entry.id && part?.id ? [{ visitType: entry.id, number: part.id }] : [])));
    const lists = await stayingPriceLists(tx, numbers, named('priceLists'));
    const promotions = await stayingPromotions(tx, numbers, named('promotions'));
    for (const { entry, place } of visitTypes) {
        if (entry.id === undefined)
            continue;
        checkPriceLists(entry, { place, problems, staying: lists.get(entry.id) ?? [] });
        for (const { number, hotelNumber } of promotions.get(entry.id) ?? []) {
            if (!entry.hotelIds || entry.hotelIds.includes(hotelNumber))
                continue;
            const message = `promotion ${number}, which stays, is for hotel ${hotelNumber}, which is not among the hotelIds`;
            problems.add([...place, 'hotelIds'], 'MISMATCH', message);
        }
    }
}
function checkPriceLists(entry, { place, problems, staying }) {
    if (staying.length === 0)
        return;
    for (const { number, hotelNumbers } of staying) {
        for (const hotelNumber of hotelNumbers) {
            if (!entry.hotelIds || entry.hotelIds.includes(hotelNumber))
                continue;
            const message = `price list ${number}, which stays, has rates in hotel ${hotelNumber}, which is not among the hotelIds`;
            problems.add([...place, 'hotelIds'], 'MISMATCH', message);
        }
    }
    const { priceLists, placeOf } = placedPriceLists(entry, place);
    for (const { a, b } of overlappingRates([...priceLists, ...staying])) {
        const [aIsInFile, bIsInFile] = [a.listIndex < priceLists.length, b.listIndex < priceLists.length];
        if (aIsInFile === bIsInFile)
            continue;
        const [rate, other] = bIsInFile ? [b, a] : [a, b];
        problems.add(placeOf(rate), 'OVERLAP', overlapMessage({ rate, other, otherPlace: null }));
    }
}
async function stayingPriceLists(tx, visitTypes, named) {
    const isNamed = new Set(named.map(({ visitType, number }) => `${visitType}/${number}`));
    const keys = await tx.priceList.findMany({
        where: { visitTypeNumber: { in: [...visitTypes] } },
        orderBy: [{ visitTypeNumber: 'asc' }, { number: 'asc' }],
    });
    const staying = keys.filter(({ visitTypeNumber, number }) => !isNamed.has(`${visitTypeNumber}/${number}`));
    if (staying.length === 0)
        return new Map();
    const rates = await tx.rate.findMany({
        where: { visitTypeNumber: { in: [...new Set(staying.map(({ visitTypeNumber }) => visitTypeNumber))] } },
        include: { roomType: { select: { hotelNumber: true } } },
    });
    const ratesOf = groupBy(rates, ({ visitTypeNumber, priceListNumber }) => `${visitTypeNumber}/${priceListNumber}`);
    return groupBy(staying.map((list) => {
        const own = ratesOf.get(`${list.visitTypeNumber}/${list.number}`) ?? [];
        return {
            ...list,
            rates: own.map(({ roomTypeNumber, from, to, amountMinor }) => {
                return { roomTypeNumber, from: utcDay(from.getTime()), to: utcDay(to.getTime()), amountMinor };
            }),
            hotelNumbers: new Set(own.map(({ roomType }) => roomType.hotelNumber)),
        };
    }), ({ visitTypeNumber }) => visitTypeNumber);
}
async function stayingPromotions(tx, visitTypes, named) {
    const isNamed = new Set(named.map(({ visitType, number }) => `${visitType}/${number}`));
    const rows = await tx.promotionHotel.findMany({ where: { visitTypeNumber: { in: [...visitTypes] } } });
    const staying = rows.filter(({ visitTypeNumber, promotionNumber }) => {
        return !isNamed.has(`${visitTypeNumber}/${promotionNumber}`);
    });
    const plain = staying.map((row) => ({ ...row, number: row.promotionNumber }));
    return groupBy(plain, ({ visitTypeNumber }) => visitTypeNumber);
}
//# sourceMappingURL=check-staying.js.map