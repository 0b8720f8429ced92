/**
 * Tariffs: all that decides what the stays of a visit type cost and when they may be sold, as the plain values that the
 * rules take. Any number of visit types is read with the same few queries, each by an index.
 */
import type { Day } from '../domain/civil-date.ts';
import type { StayCategory } from '../domain/price-from.ts';
import type { PriceList, Rate, RoomType } from '../domain/price-list.ts';
import type { Promotion } from '../domain/promotion.ts';
import type { StayRules } from '../domain/stay.ts';
import { dayOfColumn, dayOrNullOfColumn } from './civil-dates.ts';
import type { Prisma } from './generated/prisma/client.ts';
import { groupBy } from './group-by.ts';

/** A promotion with what is shown of it. */
export interface NamedPromotion extends Promotion {
  readonly id: string;
  /** Texts by locale. */
  readonly name: Prisma.JsonValue;
}

/** What decides the prices of one visit type. */
export interface Tariff {
  readonly visitTypeNumber: number;
  readonly stayCategory: StayCategory | null;
  readonly rules: StayRules;
  /** Hotels in which it is sold, in ascending order, seen by the caller or not. */
  readonly hotelNumbers: readonly number[];
  /** All room types of those hotels, in ascending order. */
  readonly roomTypes: readonly RoomType[];
  readonly priceLists: readonly PriceList[];
  /** Of every channel and hotel, in ascending order. */
  readonly promotions: readonly NamedPromotion[];
  /** Loyalty programmes that it takes part in. */
  readonly loyaltyProgramNumbers: readonly number[];
}

/** Reads the tariffs of visit types by their numbers; those that do not exist are missing from the answer. */
export async function readTariffs(
  client: Prisma.TransactionClient,
  visitTypeNumbers: readonly number[],
): Promise<Map<number, Tariff>> {
  const numbers = [...visitTypeNumbers];
  const of = { visitTypeNumber: { in: numbers } };
  const [visitTypes, constraints, sales, loyalties, lists, rates, promotions] = await Promise.all([
    client.visitType.findMany({
      where: { number: { in: numbers } },
      select: {
        number: true,
        stayCategory: true,
        onDemand: true,
        nightsMin: true,
        nightsMax: true,
        reservationTimeSpan: true,
        startingDays: true,
        sellingFrom: true,
        sellingTo: true,
      },
    }),
    client.timeConstraint.findMany({ where: of, orderBy: { from: 'asc' } }),
    client.visitTypeHotel.findMany({ where: of, orderBy: { hotelNumber: 'asc' } }),
    client.visitTypeLoyaltyProgram.findMany({ where: of }),
    client.priceList.findMany({ where: of }),
    readRates(client, numbers),
    readPromotions(client, numbers),
  ]);
  const roomTypes = await client.roomType.findMany({
    where: { hotelNumber: { in: [...new Set(sales.map((sale) => sale.hotelNumber))] } },
    select: { number: true, hotelNumber: true, beds: true },
    orderBy: { number: 'asc' },
  });

  const roomTypesByHotel = groupBy(roomTypes, (roomType) => roomType.hotelNumber);
  const constraintsOf = groupBy(constraints, (row) => row.visitTypeNumber);
  const salesOf = groupBy(sales, (row) => row.visitTypeNumber);
  const loyaltiesOf = groupBy(loyalties, (row) => row.visitTypeNumber);
  const listsOf = groupBy(lists, (row) => row.visitTypeNumber);
  const promotionsOf = groupBy(promotions, (promotion) => promotion.visitTypeNumber);

  return new Map(
    visitTypes.map((row) => {
      const hotelNumbers = (salesOf.get(row.number) ?? []).map((sale) => sale.hotelNumber);
      const tariff: Tariff = {
        visitTypeNumber: row.number,
        stayCategory: row.stayCategory,
        rules: {
          onDemand: row.onDemand,
          nightsMin: row.nightsMin,
          nightsMax: row.nightsMax,
          reservationTimeSpan: row.reservationTimeSpan,
          startingDays: row.startingDays,
          sellingFrom: dayOrNullOfColumn(row.sellingFrom),
          sellingTo: dayOrNullOfColumn(row.sellingTo),
          timeConstraints: (constraintsOf.get(row.number) ?? []).map(({ from, to }) => ({
            from: dayOfColumn(from),
            to: dayOfColumn(to),
          })),
        },
        hotelNumbers,
        roomTypes: hotelNumbers.flatMap((hotel) => roomTypesByHotel.get(hotel) ?? []),
        priceLists: (listsOf.get(row.number) ?? []).map(({ number, kind, nights, quotedPer, currency }) => ({
          number,
          kind,
          nights,
          quotedPer,
          currency,
          rates: rates.get(`${row.number}/${number}`) ?? [],
        })),
        promotions: (promotionsOf.get(row.number) ?? []).map(({ promotion }) => promotion),
        loyaltyProgramNumbers: (loyaltiesOf.get(row.number) ?? []).map((link) => link.loyaltyProgramNumber),
      };
      return [row.number, tariff];
    }),
  );
}

/** Rates by `visit type/price list`, packed into one row a list: many small rows cost more to read than to compute with. */
async function readRates(client: Prisma.TransactionClient, numbers: number[]): Promise<Map<string, Rate[]>> {
  const rows = await client.$queryRaw<
    { visitType: number; priceList: number; roomTypes: number[]; froms: Day[]; tos: Day[]; amounts: number[] }[]
  >`
    SELECT visit_type_number AS "visitType", price_list_number AS "priceList", array_agg(room_type_number) AS "roomTypes",
           array_agg("from" - date '1970-01-01') AS froms, array_agg("to" - date '1970-01-01') AS tos,
           array_agg(amount_minor) AS amounts
    FROM rate WHERE visit_type_number = ANY(${numbers}::int[])
    GROUP BY visit_type_number, price_list_number`;
  return new Map(
    rows.map(({ visitType, priceList, roomTypes, froms, tos, amounts }) => [
      `${visitType}/${priceList}`,
      roomTypes.map((roomTypeNumber, index) => ({
        roomTypeNumber,
        from: froms[index]!,
        to: tos[index]!,
        amountMinor: amounts[index]!,
      })),
    ]),
  );
}

async function readPromotions(
  client: Prisma.TransactionClient,
  numbers: number[],
): Promise<{ visitTypeNumber: number; promotion: NamedPromotion }[]> {
  const of = { visitTypeNumber: { in: numbers } };
  const [rows, channels, hotels] = await Promise.all([
    client.promotion.findMany({ where: of, orderBy: { number: 'asc' } }),
    client.promotionChannel.findMany({ where: of }),
    client.promotionHotel.findMany({ where: of }),
  ]);
  const keyOf = (row: { visitTypeNumber: number; promotionNumber: number }) =>
    `${row.visitTypeNumber}/${row.promotionNumber}`;
  const channelsOf = groupBy(channels, keyOf);
  const hotelsOf = groupBy(hotels, keyOf);
  return rows.map((row) => {
    const key = `${row.visitTypeNumber}/${row.number}`;
    return {
      visitTypeNumber: row.visitTypeNumber,
      promotion: {
        id: row.id,
        number: row.number,
        name: row.name,
        basisPoints: row.basisPoints,
        validFrom: dayOfColumn(row.validFrom),
        validTo: dayOrNullOfColumn(row.validTo),
        channels: (channelsOf.get(key) ?? []).map((link) => link.channelCode),
        hotelNumbers: row.allHotels ? null : (hotelsOf.get(key) ?? []).map((link) => link.hotelNumber),
      },
    };
  });
}
