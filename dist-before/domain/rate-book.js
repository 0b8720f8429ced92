import { arrivalsWithin, daysIn, daysWithout } from './day-ranges.js';
import { lastNightForSale } from './horizon.js';
import { CURRENCIES } from './money.js';
import { firstRunAt, NO_RUNS, nightsOfRuns, RunsWriter, runsOf } from './price-runs.js';
import { layOutRates, RATE_LISTS } from './room-rates.js';
import { nightsOf } from './stay.js';
const LISTS_OF_CURRENCY = Object.keys(RATE_LISTS).length;
/** The nights that have a night price in any currency: that are "priced" (P6). Their runs have no amounts. */
const PRICED = LISTS_OF_CURRENCY * CURRENCIES.length;
const LISTS_OF_ROOM = PRICED + 1;
/**
 * Builds the book of one visit type. `priceLists` are all its lists, `roomTypes` all room types to be sold by it;
 * rates of other room types are passed over. Rates must not overlap (P3).
 */
export function buildRateBook({ priceLists, roomTypes, today, }) {
    const nights = { from: today, to: lastNightForSale(today) };
    const listed = ratesByRoomAndCurrency(priceLists);
    const writer = new RunsWriter();
    const rooms = roomTypes.filter(({ number }) => listed.has(number)).sort((a, b) => a.number - b.number);
    for (const { number, beds } of rooms) {
        const byCurrency = listed.get(number);
        const priced = CURRENCIES.flatMap((currency) => layOutRates({ rates: byCurrency[currency], beds, nights, writer }));
        for (const { from, to } of daysIn(priced)) {
            writer.add({ from: from - today, to: to - today, amountMinor: 0, divisor: 1 });
        }
        writer.endList();
    }
    return {
        firstNight: nights.from,
        lastNight: nights.to,
        roomTypeNumbers: rooms.map(({ number }) => number),
        runs: writer.columns(),
    };
}
function ratesByRoomAndCurrency(priceLists) {
    const listed = new Map();
    for (const priceList of priceLists) {
        for (const rate of priceList.rates) {
            const byCurrency = listed.get(rate.roomTypeNumber) ?? { CZK: [], EUR: [] };
            listed.set(rate.roomTypeNumber, byCurrency);
            byCurrency[priceList.currency].push({ rate, priceList });
        }
    }
    return listed;
}
/** A list of a room type; empty where the room type has no rate in the book. */
function listOf(book, roomTypeNumber, list) {
    const { roomTypeNumbers } = book;
    let place = 0;
    for (let end = roomTypeNumbers.length; place < end;) {
        const middle = (place + end) >> 1;
        if (roomTypeNumbers[middle] < roomTypeNumber)
            place = middle + 1;
        else
            end = middle;
    }
    if (roomTypeNumbers[place] !== roomTypeNumber)
        return NO_RUNS;
    return runsOf(book.runs, place * LISTS_OF_ROOM + list);
}
function ratesOf(book, roomTypeNumber, currency, list) {
    return listOf(book, roomTypeNumber, CURRENCIES.indexOf(currency) * LISTS_OF_CURRENCY + RATE_LISTS[list]);
}
/** The nights among `nights` that have a night price (P6) in a currency, with it; ascending, never overlapping. */
export function nightPrices(book, roomTypeNumber, currency, nights) {
    const priced = [];
    const withPackages = ratesOf(book, roomTypeNumber, currency, 'nightPrices');
    const runs = withPackages.first < withPackages.end ? withPackages : ratesOf(book, roomTypeNumber, currency, 'nightly');
    const { froms, tos, amountsMinor, divisors } = book.runs;
    for (let run = firstRunAt(book.runs, runs, nights.from - book.firstNight); run < runs.end; run++) {
        const from = Math.max(nights.from, book.firstNight + froms[run]);
        const to = Math.min(nights.to, book.firstNight + tos[run]);
        if (from > nights.to)
            break;
        priced.push({ from, to, amountMinor: amountsMinor[run], divisor: divisors[run] });
    }
    return priced;
}
/** The nights that have a night price in any currency: that are "priced" (P6). */
export function pricedNights(book, roomTypeNumber) {
    return nightsOfRuns(book.runs, listOf(book, roomTypeNumber, PRICED), book.firstNight);
}
/** The arrivals for which a stay of so many nights has a price in some single currency (P2); currencies are never mixed. */
export function pricedArrivals(book, roomTypeNumber, nights) {
    const arrivals = [];
    for (const currency of CURRENCIES) {
        const covered = nightsOfRuns(book.runs, ratesOf(book, roomTypeNumber, currency, 'nightly'), book.firstNight);
        for (const { from, to } of covered)
            arrivals.push({ from, to: to - nights + 1 });
        for (const { from, to } of packagesOf(book, roomTypeNumber, currency, nights)) {
            arrivals.push({ from, to: to - nights + 1 });
        }
    }
    return daysIn(arrivals);
}
/** The packages of so many nights; disjoint (P3). */
function packagesOf(book, roomTypeNumber, currency, nights) {
    const { firstNight, runs } = book;
    const found = [];
    const packages = ratesOf(book, roomTypeNumber, currency, 'packages');
    for (let run = packages.first; run < packages.end; run++) {
        if (runs.divisors[run] !== nights)
            continue;
        const [from, to] = [firstNight + runs.froms[run], firstNight + runs.tos[run]];
        found.push({ from, to, roomAmountMinor: runs.amountsMinor[run] });
    }
    return found;
}
/**
 * What the stay costs in one currency before promotions and loyalty (P2): the package of exactly its nights whose
 * season spans all of them, if there is one, however dear; else the sum of its nightly rates, if none is missing.
 */
export function baseOfStay(book, roomTypeNumber, currency, stay) {
    for (const { from, to, roomAmountMinor } of packagesOf(book, roomTypeNumber, currency, nightsOf(stay))) {
        if (from <= stay.arrival && stay.departure - 1 <= to)
            return { kind: 'PER_VISIT', amountMinor: roomAmountMinor };
    }
    const { sumMinor, next } = sumOfNights(book, ratesOf(book, roomTypeNumber, currency, 'nightly'), stay);
    return next === stay.departure ? { kind: 'PER_NIGHT', amountMinor: sumMinor } : { firstUnpricedNight: next };
}
/** The sum of the PER_NIGHT rates over the nights of a stay, or over those before the first that has none. */
export function nightlySum(book, roomTypeNumber, currency, stay) {
    return sumOfNights(book, ratesOf(book, roomTypeNumber, currency, 'nightly'), stay).sumMinor;
}
/** Adds up the nightly rates run by run; `next` is the first night without one, or the departure. */
function sumOfNights({ firstNight, runs }, nightly, stay) {
    const departure = stay.departure - firstNight;
    let place = stay.arrival - firstNight;
    let sumMinor = 0;
    for (let run = firstRunAt(runs, nightly, place); run < nightly.end && runs.froms[run] <= place; run++) {
        const end = Math.min(runs.tos[run] + 1, departure);
        sumMinor += (end - place) * runs.amountsMinor[run];
        place = end;
        if (place === departure)
            break;
    }
    return { sumMinor, next: firstNight + place };
}
/**
 * The base (P2, `baseOfStay`) of every stay of so many nights that has one, in no order. Where no package counts, a stay
 * that arrives a day later costs less by the night given up and more by the night added: one pass over the nights.
 */
export function basesByArrival(book, roomTypeNumber, currency, nights) {
    const { tos, amountsMinor } = book.runs;
    const nightly = ratesOf(book, roomTypeNumber, currency, 'nightly');
    const packages = packagesOf(book, roomTypeNumber, currency, nights);
    const bases = packages.map(({ from, to, roomAmountMinor }) => ({
        from,
        to: to - nights + 1,
        baseMinor: roomAmountMinor,
    }));
    const byTheNight = arrivalsWithin(nightsOfRuns(book.runs, nightly, book.firstNight), nights);
    for (const { from: first, to: last } of daysWithout(byTheNight, arrivalsWithin(packages, nights))) {
        let { sumMinor: baseMinor } = sumOfNights(book, nightly, { arrival: first, departure: first + nights });
        let givenUp = firstRunAt(book.runs, nightly, first - book.firstNight);
        let added = givenUp;
        let from = first;
        for (let arrival = first; arrival < last; arrival++) {
            const place = arrival - book.firstNight;
            while (tos[givenUp] < place)
                givenUp++;
            while (tos[added] < place + nights)
                added++;
            if (amountsMinor[added] === amountsMinor[givenUp])
                continue;
            bases.push({ from, to: arrival, baseMinor });
            baseMinor += amountsMinor[added] - amountsMinor[givenUp];
            from = arrival + 1;
        }
        bases.push({ from, to: last, baseMinor });
    }
    return bases;
}
//# sourceMappingURL=rate-book.js.map