/**
 * What the plain resolvers read of visit types in each request, only through Prisma: one `findMany` with includes for any
 * number of visit types, restricted to the requested rooms and nights.
 */

import type { Prisma, PrismaClient } from '../../../src/data/generated/prisma/client.ts';
import { columnOfDay, dayOfColumn, dayOrNullOfColumn } from '../../../src/data/sql/column-types.ts';
import type { Day } from '../../../src/domain/time/civil-date.ts';

/** Restricts rates to a room type and to seasons that touch certain nights; absent: all. */
export interface RateScope {
  readonly roomType?: number;
  readonly from?: Day;
  readonly to?: Day;
}

/** A price of a room: for a night, or for a package of `nights`. Amounts are of the whole room. */
export interface RoomRate {
  readonly roomType: number;
  readonly currency: 'CZK' | 'EUR';
  readonly kind: 'PER_NIGHT' | 'PER_VISIT';
  readonly nights: number;
  readonly from: Day;
  readonly to: Day;
  readonly amountMinor: number;
}

export interface PromotionRow {
  readonly number: number;
  readonly name: Prisma.JsonValue;
  readonly basisPoints: number;
  readonly validFrom: Day;
  readonly validTo: Day | null;
  readonly channels: readonly string[];
  /** Null: all. */
  readonly hotels: readonly number[] | null;
}

export interface RoomRow {
  readonly number: number;
  readonly hotelNumber: number;
  readonly beds: number;
}

export interface TariffRows {
  readonly number: number;
  readonly onDemand: boolean;
  readonly minimumNights: number;
  readonly startingDays: readonly string[];
  readonly sellingFrom: Day | null;
  readonly sellingTo: Day | null;
  readonly constraints: readonly { readonly from: Day; readonly to: Day }[];
  readonly rooms: readonly RoomRow[];
  readonly rates: readonly RoomRate[];
  readonly promotions: readonly PromotionRow[];
}

/** Reads visit types by number, with everything that their prices depend on. */
export async function readTariffRows(
  prisma: PrismaClient,
  numbers: readonly number[],
  scope: RateScope = {},
): Promise<Map<number, TariffRows>> {
  const rows = await prisma.visitType.findMany({
    where: { number: { in: [...numbers] } },
    select: {
      number: true,
      onDemand: true,
      nightsMin: true,
      reservationTimeSpan: true,
      startingDays: true,
      sellingFrom: true,
      sellingTo: true,
      timeConstraints: { select: { from: true, to: true } },
      hotels: {
        select: { hotel: { select: { roomTypes: { select: { number: true, hotelNumber: true, beds: true } } } } },
      },
      priceLists: { include: { rates: { where: whereOf(scope) } } },
      promotions: { include: { channels: true, hotels: true }, orderBy: { number: 'asc' } },
    },
  });
  return new Map(rows.map((row) => [row.number, tariffOf(row)]));
}

function whereOf({ roomType, from, to }: RateScope): Prisma.RateWhereInput {
  return {
    ...(roomType === undefined ? {} : { roomTypeNumber: roomType }),
    ...(to === undefined ? {} : { from: { lte: columnOfDay(to) } }),
    ...(from === undefined ? {} : { to: { gte: columnOfDay(from) } }),
  };
}

interface VisitTypeRow {
  number: number;
  onDemand: boolean;
  nightsMin: number;
  reservationTimeSpan: 'DAYS' | 'WEEKS';
  startingDays: string[];
  sellingFrom: Date | null;
  sellingTo: Date | null;
  timeConstraints: { from: Date; to: Date }[];
  hotels: { hotel: { roomTypes: RoomRow[] } }[];
  priceLists: Prisma.PriceListGetPayload<{ include: { rates: true } }>[];
  promotions: Prisma.PromotionGetPayload<{ include: { channels: true; hotels: true } }>[];
}

function tariffOf(row: VisitTypeRow): TariffRows {
  const rooms = row.hotels.flatMap(({ hotel }) => hotel.roomTypes);
  const bedsOf = new Map(rooms.map(({ number, beds }) => [number, beds]));
  const least = Math.max(1, row.nightsMin);
  return {
    number: row.number,
    onDemand: row.onDemand,
    minimumNights: row.reservationTimeSpan === 'WEEKS' ? Math.ceil(least / 7) * 7 : least,
    startingDays: row.startingDays,
    sellingFrom: dayOrNullOfColumn(row.sellingFrom),
    sellingTo: dayOrNullOfColumn(row.sellingTo),
    constraints: row.timeConstraints.map(({ from, to }) => ({ from: dayOfColumn(from), to: dayOfColumn(to) })),
    rooms,
    rates: row.priceLists.flatMap(({ currency, kind, nights, quotedPer, rates }) =>
      rates.map(({ roomTypeNumber, from, to, amountMinor }) => ({
        roomType: roomTypeNumber,
        currency,
        kind,
        nights: nights ?? 1,
        from: dayOfColumn(from),
        to: dayOfColumn(to),
        amountMinor: quotedPer === 'PERSON' ? amountMinor * (bedsOf.get(roomTypeNumber) ?? 1) : amountMinor,
      })),
    ),
    promotions: row.promotions.map((promotion) => ({
      number: promotion.number,
      name: promotion.name,
      basisPoints: promotion.basisPoints,
      validFrom: dayOfColumn(promotion.validFrom),
      validTo: dayOrNullOfColumn(promotion.validTo),
      channels: promotion.channels.map(({ channelCode }) => channelCode),
      hotels: promotion.allHotels ? null : promotion.hotels.map(({ hotelNumber }) => hotelNumber),
    })),
  };
}
