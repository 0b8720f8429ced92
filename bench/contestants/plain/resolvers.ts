/** Plain resolvers over Prisma: batching loaders for relations, prices computed from rows in each request. */
import type { IResolvers } from 'mercurius';
import type { Destination, Hotel, Prisma, VisitType } from '../../../src/data/generated/prisma/client.ts';
import { columnOfDay, dayOfColumn } from '../../../src/data/sql/column-types.ts';
import { type Day, formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { hotelPage } from './hotel.ts';
import type { PlainContext } from './loaders.ts';
import { CHANNEL, CURRENCIES, lowestPrice } from './prices.ts';
import { type PromotionRow, type RoomRow, readTariffRows, type TariffRows } from './rows.ts';
import { firstBookableWindow, laidOver } from './search.ts';
import { calendarOf, money, quotesOf } from './stays.ts';

interface SoldHotel {
  readonly visitType: number;
  readonly hotel: Hotel;
}

interface CalendarArguments {
  filter: { visitType: string; hotel: string; roomType: string };
  dateFrom?: string;
  dateTo?: string;
}

interface QuoteArguments {
  input: {
    visitType: string;
    roomType: string;
    arrival: string;
    departure: string;
    loyaltyPrograms?: { guest: number; program: string }[];
  };
}

export const resolvers = {
  Query: {
    viewer: (_: unknown, __: object, { today }: PlainContext) => ({ today: formatDay(today) }),
    visitTypes: async (_: unknown, { first, after }: { first: number; after?: string }, { prisma }: PlainContext) => {
      const [nodes, totalCount] = await Promise.all([
        prisma.visitType.findMany({
          ...(after ? { where: comesAfter(after) } : {}),
          orderBy: [{ priorityPosition: 'asc' }, { number: 'asc' }],
          take: first,
        }),
        prisma.visitType.count(),
      ]);
      return { nodes, totalCount };
    },
    hotel: (_: unknown, { id }: { id: string }, { prisma, today }: PlainContext) =>
      hotelPage(prisma, Number(id), today),
    calendar: (_: unknown, asked: CalendarArguments, context: PlainContext) =>
      asked.dateFrom === undefined ? searchedCalendar(asked.filter, context) : calendarOfRoom(asked, context),
    quote: async (_: unknown, { input }: QuoteArguments, { prisma, today }: PlainContext) => {
      const number = Number(input.visitType);
      const roomType = Number(input.roomType);
      const arrival = parseDay(input.arrival)!;
      const departure = parseDay(input.departure)!;
      const presented = input.loyaltyPrograms ?? [];
      const [tariffs, programs] = await Promise.all([
        readTariffRows(prisma, [number], { roomType, from: arrival, to: departure - 1 }),
        presented.length === 0
          ? []
          : prisma.loyaltyProgram.findMany({
              where: { number: { in: presented.map(({ program }) => Number(program)) } },
            }),
      ]);
      const loyalty = presented.map(({ guest, program }) => ({
        guest,
        ...programs.find((row) => row.number === Number(program))!,
      }));
      const { tariff, room } = found(tariffs.get(number), roomType);
      return { __typename: 'StayQuotes', quotes: quotesOf({ tariff, room, arrival, departure, loyalty, today }) };
    },
  },
  QuoteResult: { resolveType: ({ __typename }: { __typename: string }) => __typename },
  LocalizedText: { cs: ({ cs_CZ }: { cs_CZ?: string }) => cs_CZ },
  VisitType: {
    stayCategory: ({ stayCategory }: VisitType) => stayCategory?.toUpperCase() ?? null,
    tags: ({ number }: VisitType, _: object, { tags }: PlainContext) => tags.load(number),
    hotels: async ({ number }: VisitType, _: object, { hotels }: PlainContext) =>
      (await hotels.load(number)).map((hotel): SoldHotel => ({ visitType: number, hotel })),
    promotions: async ({ number }: VisitType, _: object, { tariff, today }: PlainContext) =>
      listed((await tariff.load(number))!.promotions, today),
    lowestPrice: async ({ number }: VisitType, _: object, { tariff, today }: PlainContext) => {
      const rows = (await tariff.load(number))!;
      return lowestPrices(rows, rows.rooms, today);
    },
  },
  VisitTypeHotel: {
    promotions: async ({ visitType, hotel }: SoldHotel, _: object, { tariff, today }: PlainContext) =>
      listed((await tariff.load(visitType))!.promotions, today).filter(
        ({ hotels }) => hotels === null || hotels.includes(hotel.number),
      ),
    lowestPrice: async ({ visitType, hotel }: SoldHotel, _: object, { tariff, today }: PlainContext) => {
      const rows = (await tariff.load(visitType))!;
      return lowestPrices(
        rows,
        rows.rooms.filter(({ hotelNumber }) => hotelNumber === hotel.number),
        today,
      );
    },
  },
  Hotel: {
    destination: (hotel: Hotel & { destination?: Destination }, _: object, { destination }: PlainContext) =>
      hotel.destination ?? destination.load(hotel.destinationNumber),
  },
  Promotion: {
    percentage: ({ basisPoints }: PromotionRow) => basisPoints / 100,
    validFrom: ({ validFrom }: PromotionRow) => formatDay(validFrom),
    validTo: ({ validTo }: PromotionRow) => (validTo === null ? null : formatDay(validTo)),
  },
} as unknown as IResolvers;

/** How far beyond its last day the calendar must look for the shortest stay. */
const LONGEST_MINIMUM = 31;

function lowestPrices(tariff: TariffRows, rooms: readonly RoomRow[], today: Day): object[] {
  return CURRENCIES.map((currency) => {
    const lowest = lowestPrice(tariff, rooms, currency, today);
    return {
      currency,
      amountPerNight: lowest && money(lowest.amountMinor, currency),
      originalAmountPerNight: lowest && money(lowest.originalMinor, currency),
    };
  });
}

/** The calendar of one room between two dates. */
async function calendarOfRoom({ filter, dateFrom, dateTo }: CalendarArguments, { prisma, today }: PlainContext) {
  const number = Number(filter.visitType);
  const roomType = Number(filter.roomType);
  const from = Math.max(today, parseDay(dateFrom!)!);
  const to = parseDay(dateTo!)!;
  const longest = to + LONGEST_MINIMUM;
  const [tariffs, free] = await Promise.all([
    readTariffRows(prisma, [number], { roomType, from, to: longest }),
    freeNightsOf(prisma, { roomTypeNumber: roomType, night: { gte: columnOfDay(from), lt: columnOfDay(longest) } }),
  ]);
  const { tariff, room } = found(tariffs.get(number), roomType);
  return calendarOf({ tariff, room, freeNights: free.get(roomType) ?? new Set(), from, to, today });
}

/** Visit types after a cursor of the gateway, whose signature is not checked. */
function comesAfter(cursor: string): Prisma.VisitTypeWhereInput {
  const payload = Buffer.from(cursor.split('.')[0]!, 'base64url').toString();
  const [, , priorityPosition, number] = JSON.parse(payload) as [string, string, number, number];
  return { OR: [{ priorityPosition: { gt: priorityPosition } }, { priorityPosition, number: { gt: number } }] };
}

/** The calendar of all rooms of a hotel from the first bookable month. */
async function searchedCalendar({ visitType, hotel }: CalendarArguments['filter'], { prisma, today }: PlainContext) {
  const number = Number(visitType);
  const hotelNumber = Number(hotel);
  const [tariffs, free] = await Promise.all([
    readTariffRows(prisma, [number]),
    freeNightsOf(prisma, { roomType: { hotelNumber }, night: { gte: columnOfDay(today) } }),
  ]);
  const rows = tariffs.get(number)!;
  const tariff = { ...rows, rooms: rows.rooms.filter((room) => room.hotelNumber === hotelNumber) };
  const { from, to } = firstBookableWindow(tariff, free, today);
  return laidOver(
    tariff.rooms.map((room) =>
      calendarOf({ tariff, room, freeNights: free.get(room.number) ?? new Set(), from, to, today }),
    ),
  );
}

/** The nights on which a room is left, by room type number. */
async function freeNightsOf(
  prisma: PlainContext['prisma'],
  where: Prisma.InventoryNightWhereInput,
): Promise<Map<number, Set<Day>>> {
  const free = new Map<number, Set<Day>>();
  for (const { roomTypeNumber, night, units, sold } of await prisma.inventoryNight.findMany({ where })) {
    if (units <= sold) continue;
    const nights = free.get(roomTypeNumber) ?? new Set();
    free.set(roomTypeNumber, nights.add(dayOfColumn(night)));
  }
  return free;
}

function listed(promotions: readonly PromotionRow[], today: Day): PromotionRow[] {
  return promotions.filter(
    ({ validTo, channels }) => (validTo === null || validTo > today) && channels.includes(CHANNEL),
  );
}

function found(tariff: TariffRows | undefined, roomType: number): { tariff: TariffRows; room: RoomRow } {
  const room = tariff?.rooms.find(({ number }) => number === roomType);
  if (!tariff || !room) throw new Error('the workloads ask only for what is there');
  return { tariff, room };
}
