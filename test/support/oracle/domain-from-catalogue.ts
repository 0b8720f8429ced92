/**
 * Translates parts of a catalogue file into the values of the rules in `src/domain`: dates become days, decimals minor
 * units, ids numbers. It contains no rule, so a property compares the rules and not this file.
 */
import type { Candidate, LowestPrice } from '../../../src/domain/minimum-price/lowest-price.ts';
import type { PriceList, RoomType } from '../../../src/domain/pricing/price-list.ts';
import { applicablePromotions, type Promotion } from '../../../src/domain/pricing/promotion.ts';
import { buildRateBook, type RateBook } from '../../../src/domain/pricing/rate-book.ts';
import type { StockedCandidate } from '../../../src/domain/stay/availability.ts';
import type { Stay, StayRules } from '../../../src/domain/stay/stay.ts';
import { type Day, type DayRange, formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { datesFromTo } from './oracle-dates.ts';
import type { FilePriceList, FilePromotion, FileRange, FileRoomType, FileVisitType } from './oracle-file.ts';
import { hundredfold } from './oracle-money.ts';
import type { NightlyAmount, PerCurrency } from './oracle-night.ts';
import { type Combination, type OracleScene, remainingUnits } from './oracle-scope.ts';

export function dayOf(date: string): Day {
  const day = parseDay(date);
  if (day === null) throw new Error(`the generator wrote a date that does not exist: ${date}`);
  return day;
}

function rangeOf({ from, to }: FileRange): DayRange {
  return { from: dayOf(from), to: dayOf(to) };
}

export function dateRangeOf(range: DayRange | null): FileRange | null {
  return range && { from: formatDay(range.from), to: formatDay(range.to) };
}

export function stayOf({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): Stay {
  return { arrival: dayOf(dateFrom), departure: dayOf(dateTo) };
}

export function priceListOf(list: FilePriceList): PriceList {
  return {
    number: list.id,
    kind: list.kind,
    nights: list.nights ?? null,
    quotedPer: list.quotedPer,
    currency: list.currency,
    rates: list.rates.map((rate) => ({
      roomTypeNumber: rate.roomTypeId,
      ...rangeOf(rate),
      amountMinor: Number(hundredfold(rate.amount)),
    })),
  };
}

export function promotionOf(promotion: FilePromotion): Promotion {
  return {
    number: promotion.id,
    basisPoints: Number(hundredfold(promotion.percentage)),
    validFrom: dayOf(promotion.validFrom),
    validTo: promotion.validTo === null ? null : dayOf(promotion.validTo),
    channels: promotion.channels,
    hotelNumbers: promotion.hotelIds,
  };
}

export function rulesOf(visitType: FileVisitType): StayRules {
  return {
    onDemand: visitType.onDemand,
    nightsMin: visitType.nightsMin,
    nightsMax: visitType.nightsMax,
    reservationTimeSpan: visitType.reservationTimeSpan,
    startingDays: visitType.startingDays,
    timeConstraints: visitType.timeConstraints.map(rangeOf),
    sellingFrom: visitType.sellingFrom === null ? null : dayOf(visitType.sellingFrom),
    sellingTo: visitType.sellingTo === null ? null : dayOf(visitType.sellingTo),
  };
}

function roomOf({ hotelId, roomType }: { hotelId: number; roomType: FileRoomType }): RoomType {
  return { number: roomType.id, hotelNumber: hotelId, beds: roomType.beds };
}

export function bookOf(scene: OracleScene, visitType: FileVisitType): RateBook {
  return buildRateBook({
    priceLists: visitType.priceLists.map(priceListOf),
    roomTypes: scene.catalogue.hotels.flatMap((hotel) =>
      hotel.roomTypes.map((roomType) => roomOf({ hotelId: hotel.id, roomType })),
    ),
    today: dayOf(scene.today),
  });
}

/** Remaining units per night from today to the last night on sale. */
function remainingOf(scene: OracleScene, roomTypeId: number): Int32Array {
  const nights = datesFromTo({ from: scene.today, to: scene.lastNight });
  return Int32Array.from(nights, (night) => remainingUnits(scene, roomTypeId, night));
}

/** The combinations as candidates; those of one visit type share a rate book, as in the service. */
export function candidatesOf(scene: OracleScene, combinations: readonly Combination[]): Candidate[] {
  const books = new Map<number, RateBook>();
  return combinations.map(({ visitType, hotel, roomType }) => {
    const book = books.get(visitType.id) ?? bookOf(scene, visitType);
    books.set(visitType.id, book);
    return {
      visitTypeNumber: visitType.id,
      rules: rulesOf(visitType),
      room: roomOf({ hotelId: hotel.id, roomType }),
      book,
      promotions: applicablePromotions({
        promotions: visitType.promotions.map(promotionOf),
        channel: scene.channel,
        hotelNumber: hotel.id,
      }),
    };
  });
}

/** The same with the units left. */
export function stockedCandidatesOf(scene: OracleScene, combinations: readonly Combination[]): StockedCandidate[] {
  return candidatesOf(scene, combinations).map((candidate) => ({
    ...candidate,
    remaining: remainingOf(scene, candidate.room.number),
  }));
}

/** A lowest price of the rules in the oracle's decimals. */
export function decimalsOf(lowest: LowestPrice): PerCurrency<NightlyAmount | null> {
  const decimals = (offer: LowestPrice['CZK']) =>
    offer && { amount: offer.amountMinor / 100, original: offer.originalMinor / 100 };
  return { CZK: decimals(lowest.CZK), EUR: decimals(lowest.EUR) };
}
