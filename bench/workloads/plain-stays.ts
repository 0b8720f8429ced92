/**
 * The rows behind a calendar and a quote, as PostGraphile is asked for them, and what a client would compute from them: the
 * sums of the plain resolvers (`contestants/plain/stays.ts`), outside the measured time. The result is compared with the
 * gateway's whole answer.
 */
import { type Day, dayInTimeZone, parseDay } from '../../src/domain/time/civil-date.ts';
import { TIME_ZONE } from '../catalogues/databases.ts';
import type { Subject } from '../catalogues/subjects.ts';
import type { PromotionRow, TariffRows } from '../contestants/plain/rows.ts';
import { calendarOf, quotesOf } from '../contestants/plain/stays.ts';
import { type Json, textsOf } from './plain-reads.ts';

const TARIFF = `
  visitTypeByNumber(number: $visitType) {
    number onDemand nightsMin reservationTimeSpan startingDays sellingFrom sellingTo
    timeConstraintsByVisitTypeNumber { nodes { from to } }
    priceListsByVisitTypeNumber {
      nodes {
        currency kind nights quotedPer
        ratesByVisitTypeNumberAndPriceListNumber(condition: { roomTypeNumber: $roomType }) { nodes { from to amountMinor } }
      }
    }
    promotionsByVisitTypeNumber(orderBy: NUMBER_ASC) {
      nodes {
        number name basisPoints validFrom validTo allHotels
        promotionChannelsByVisitTypeNumberAndPromotionNumber { nodes { channelCode } }
        promotionHotelsByVisitTypeNumberAndPromotionNumber { nodes { hotelNumber } }
      }
    }
  }`;

/** Rows behind a calendar of a room. */
export const CALENDAR_ROWS = `
  query Calendar($visitType: Int!, $roomType: Int!, $nights: Int!, $skipped: Int!) {
    ${TARIFF}
    roomTypeByNumber(number: $roomType) {
      number hotelNumber beds
      inventoryNightsByRoomTypeNumber(orderBy: NIGHT_ASC, first: $nights, offset: $skipped) { nodes { night units sold } }
    }
  }`;

/** Rows behind a quote. */
export const QUOTE_ROWS = `
  query Quote($visitType: Int!, $roomType: Int!, $program: Int!) {
    ${TARIFF}
    roomTypeByNumber(number: $roomType) { number hotelNumber beds }
    loyaltyProgramByNumber(number: $program) { name basisPoints }
  }`;

/** How far beyond its last day a calendar looks: the longest minimum stay. */
const NIGHTS_BEYOND = 31;
/** No program has this number. */
const NO_PROGRAM = -1;

/** Variables of the rows of a subject's calendar. */
export function calendarRowsVariables({
  visitType,
  roomType,
  calendarFrom,
  calendarTo,
  nightsBefore,
}: Subject): object {
  const nights = parseDay(calendarTo)! - parseDay(calendarFrom)! + 1 + NIGHTS_BEYOND;
  return { visitType, roomType, nights, skipped: nightsBefore };
}

/** Variables of the rows of a subject's quote. */
export function quoteRowsVariables({ visitType, roomType, loyaltyProgram }: Subject): object {
  return { visitType, roomType, program: loyaltyProgram ?? NO_PROGRAM };
}

/** The gateway's calendar, computed from PostGraphile's rows. */
export function calendarFromRows({ data }: Json, { calendarFrom, calendarTo }: Subject): unknown {
  const tariff = tariffOf(data);
  const free: Json[] = data.roomTypeByNumber.inventoryNightsByRoomTypeNumber.nodes;
  return {
    data: {
      calendar: calendarOf({
        tariff,
        room: tariff.rooms[0]!,
        freeNights: new Set(free.filter(({ units, sold }) => units > sold).map(({ night }) => parseDay(night)!)),
        from: parseDay(calendarFrom)!,
        to: parseDay(calendarTo)!,
        today: today(),
      }),
    },
  };
}

/** The gateway's quote, computed from PostGraphile's rows. */
export function quoteFromRows({ data }: Json, { arrival, departure }: Subject): unknown {
  const tariff = tariffOf(data);
  const program = data.loyaltyProgramByNumber;
  const quotes: Json[] = quotesOf({
    tariff,
    room: tariff.rooms[0]!,
    arrival: parseDay(arrival)!,
    departure: parseDay(departure)!,
    loyalty: program ? [{ guest: 1, name: program.name, basisPoints: program.basisPoints }] : [],
    today: today(),
  });
  const line = ({ name, amount, ...rest }: Json) => ({
    ...rest,
    name: textsOf(name),
    amount: { amount: amount.amount },
  });
  return {
    data: {
      quote: {
        __typename: 'StayQuotes',
        quotes: quotes.map(({ basePrice, total, promotions, discounts, ...quote }) => ({
          ...quote,
          basePrice: { amount: basePrice.amount },
          total: { amount: total.amount },
          promotions: promotions.map(line),
          discounts: discounts.map(line),
        })),
      },
    },
  };
}

function today(): Day {
  return dayInTimeZone(Date.now(), TIME_ZONE);
}

function tariffOf({ visitTypeByNumber: row, roomTypeByNumber: room }: Json): TariffRows {
  const least = Math.max(1, row.nightsMin);
  const roomRow = { number: room.number, hotelNumber: room.hotelNumber, beds: room.beds };
  return {
    number: row.number,
    onDemand: row.onDemand,
    minimumNights: row.reservationTimeSpan === 'WEEKS' ? Math.ceil(least / 7) * 7 : least,
    startingDays: row.startingDays,
    sellingFrom: dayOrNull(row.sellingFrom),
    sellingTo: dayOrNull(row.sellingTo),
    constraints: row.timeConstraintsByVisitTypeNumber.nodes.map(rangeOf),
    rooms: [roomRow],
    rates: row.priceListsByVisitTypeNumber.nodes.flatMap((list: Json) =>
      list.ratesByVisitTypeNumberAndPriceListNumber.nodes.map((rate: Json) => ({
        roomType: room.number,
        currency: list.currency,
        kind: list.kind,
        nights: list.nights ?? 1,
        ...rangeOf(rate),
        amountMinor: list.quotedPer === 'PERSON' ? rate.amountMinor * room.beds : rate.amountMinor,
      })),
    ),
    promotions: row.promotionsByVisitTypeNumber.nodes.map(promotionOf),
  };
}

function promotionOf(row: Json): PromotionRow {
  return {
    number: row.number,
    name: row.name,
    basisPoints: row.basisPoints,
    validFrom: parseDay(row.validFrom)!,
    validTo: dayOrNull(row.validTo),
    channels: row.promotionChannelsByVisitTypeNumberAndPromotionNumber.nodes.map((one: Json) => one.channelCode),
    hotels: row.allHotels
      ? null
      : row.promotionHotelsByVisitTypeNumberAndPromotionNumber.nodes.map((one: Json) => one.hotelNumber),
  };
}

function rangeOf({ from, to }: Json): { from: Day; to: Day } {
  return { from: parseDay(from)!, to: parseDay(to)! };
}

function dayOrNull(text: string | null): Day | null {
  return text === null ? null : parseDay(text);
}
