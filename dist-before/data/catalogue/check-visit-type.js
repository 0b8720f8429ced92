/**
 * What the values of one visit type must mean together: ends after beginnings, nothing named twice, promotions only for
 * hotels that sell it, and no night with two rates (P3).
 */
import { formatDay, parseDay } from '../../domain/civil-date.js';
import { minorOf } from '../../domain/money.js';
import { overlappingRates } from '../../domain/price-list.js';
import { reportTwice } from './check-hotel.js';
import { pathText } from './problems.js';
/** Reports what is wrong between the values of a visit type. */
export function checkVisitType(visitType, { place, problems }) {
    const list = (field) => ({ place: [...place, field], problems });
    for (const field of ['categoryIds', 'tagIds', 'loyaltyProgramIds', 'hotelIds', 'startingDays']) {
        reportTwice(visitType[field], list(field));
    }
    reportTwice(visitType.availableBoardings, list('availableBoardings'));
    reportTwice(visitType.priceLists?.map((priceList) => priceList?.id), { ...list('priceLists'), field: 'id' });
    reportTwice(visitType.promotions?.map((promotion) => promotion?.id), { ...list('promotions'), field: 'id' });
    const { nightsMin, nightsMax } = visitType;
    if (nightsMin !== undefined && nightsMax !== undefined && nightsMin > nightsMax) {
        problems.add([...place, 'nightsMax'], 'ORDER', `nightsMax ${nightsMax} is below nightsMin ${nightsMin}`);
    }
    checkOrder(visitType, { place, problems, from: 'sellingFrom', to: 'sellingTo' });
    for (const [index, range] of (visitType.timeConstraints ?? []).entries()) {
        if (range)
            checkOrder(range, { place: [...place, 'timeConstraints', index], problems, from: 'from', to: 'to' });
    }
    for (const [index, priceList] of (visitType.priceLists ?? []).entries()) {
        for (const [position, rate] of (priceList?.rates ?? []).entries()) {
            const at = [...place, 'priceLists', index, 'rates', position];
            if (rate)
                checkOrder(rate, { place: at, problems, from: 'from', to: 'to' });
        }
    }
    for (const [index, promotion] of (visitType.promotions ?? []).entries()) {
        if (promotion)
            checkPromotion(promotion, visitType.hotelIds, { place: [...place, 'promotions', index], problems });
    }
    const placed = placedPriceLists(visitType, place);
    for (const { a, b } of overlappingRates(placed.priceLists)) {
        problems.add(placed.placeOf(b), 'OVERLAP', overlapMessage({ rate: b, other: a, otherPlace: placed.placeOf(a) }));
    }
}
/** Reports a last day before the first one, at its place. */
export function checkOrder(range, { place, problems, from, to }) {
    const [first, last] = [range[from], range[to]];
    if (typeof first !== 'string' || typeof last !== 'string' || first <= last)
        return;
    problems.add([...place, to], 'ORDER', `${to} ${last} is before ${from} ${first}`);
}
function checkPromotion(promotion, hotelIds, { place, problems }) {
    reportTwice(promotion.channels, { place: [...place, 'channels'], problems });
    reportTwice(promotion.hotelIds ?? undefined, { place: [...place, 'hotelIds'], problems });
    const { validFrom, validTo } = promotion;
    if (validFrom && validTo && validTo < validFrom) {
        const message = `validTo ${validTo} (the first day that it does not hold) is before validFrom ${validFrom}`;
        problems.add([...place, 'validTo'], 'ORDER', message);
    }
    for (const [index, hotelId] of (promotion.hotelIds ?? []).entries()) {
        if (hotelId === undefined || hotelIds === undefined || hotelIds.includes(hotelId))
            continue;
        const message = `hotel ${hotelId} is not among the hotelIds of the visit type`;
        problems.add([...place, 'hotelIds', index], 'MISMATCH', message);
    }
}
/** The price lists of a visit type for the rules, and the way back from a rate to its place in the file. */
export function placedPriceLists(visitType, place) {
    const priceLists = [];
    const positions = [];
    for (const [list, entry] of (visitType.priceLists ?? []).entries()) {
        const found = entry && comparable(entry);
        if (!found)
            continue;
        priceLists.push(found.priceList);
        positions.push({ list, rates: found.positions });
    }
    const placeOf = ({ listIndex, rateIndex }) => {
        const { list, rates } = positions[listIndex];
        return [...place, 'priceLists', list, 'rates', rates[rateIndex]];
    };
    return { priceLists, placeOf };
}
function comparable(entry) {
    const { id, kind, nights = null, currency, quotedPer } = entry;
    if (id === undefined || !kind || !currency || !quotedPer || (kind === 'PER_VISIT') !== (nights !== null))
        return null;
    const positions = [];
    const rates = [];
    for (const [position, rate] of (entry.rates ?? []).entries()) {
        const [from, to] = [parseDay(rate?.from ?? ''), parseDay(rate?.to ?? '')];
        if (!rate?.roomTypeId || from === null || to === null || from > to)
            continue;
        positions.push(position);
        rates.push({ roomTypeNumber: rate.roomTypeId, from, to, amountMinor: minorOf(rate.amount ?? 0) ?? 0 });
    }
    return { priceList: { number: id, kind, nights, quotedPer, currency, rates }, positions };
}
/** Says which rates claim the same nights; `otherPlace` is null when the other one is in the database and stays. */
export function overlapMessage({ rate, other, otherPlace, }) {
    const { currency, kind, nights } = rate.priceList;
    const what = kind === 'PER_VISIT' ? `package of ${nights} nights` : 'price by night';
    return (`the ${currency} ${what} of room type ${rate.rate.roomTypeNumber} in price list ${rate.priceList.number}, ` +
        `${seasonText(rate)}, overlaps the one of price list ${other.priceList.number}, ${seasonText(other)} ` +
        `(${otherPlace ? pathText(otherPlace) : 'in the database, where it stays'})`);
}
function seasonText({ rate: { from, to } }) {
    return `${formatDay(from)} to ${formatDay(to)}`;
}
//# sourceMappingURL=check-visit-type.js.map