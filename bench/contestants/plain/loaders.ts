/** Loaders of one request: each relation of a page is read once for all its rows. */
import DataLoader from 'dataloader';
import type { Destination, Hotel, PrismaClient, Tag } from '../../../src/data/generated/prisma/client.ts';
import type { Day } from '../../../src/domain/time/civil-date.ts';
import { readTariffRows, type TariffRows } from './rows.ts';

export interface PlainContext {
  readonly prisma: PrismaClient;
  readonly today: Day;
  readonly tariff: DataLoader<number, TariffRows | undefined>;
  /** Tags under the number of their visit type. */
  readonly tags: DataLoader<number, Tag[]>;
  readonly hotels: DataLoader<number, Hotel[]>;
  readonly destination: DataLoader<number, Destination | undefined>;
}

/** The context of a request. */
export function plainContext(prisma: PrismaClient, today: Day): PlainContext {
  return {
    prisma,
    today,
    tariff: new DataLoader(async (numbers) => {
      const tariffs = await readTariffRows(prisma, numbers);
      return numbers.map((number) => tariffs.get(number));
    }),
    tags: new DataLoader(async (numbers) => {
      const rows = await prisma.visitTypeTag.findMany({
        where: { visitTypeNumber: { in: [...numbers] } },
        include: { tag: true },
        orderBy: { tagNumber: 'asc' },
      });
      return grouped(numbers, rows, ({ tag }) => tag);
    }),
    hotels: new DataLoader(async (numbers) => {
      const rows = await prisma.visitTypeHotel.findMany({
        where: { visitTypeNumber: { in: [...numbers] } },
        include: { hotel: true },
        orderBy: { hotelNumber: 'asc' },
      });
      return grouped(numbers, rows, ({ hotel }) => hotel);
    }),
    destination: new DataLoader(async (numbers) => {
      const rows = await prisma.destination.findMany({ where: { number: { in: [...numbers] } } });
      const byNumber = new Map(rows.map((row) => [row.number, row]));
      return numbers.map((number) => byNumber.get(number));
    }),
  };
}

function grouped<Row extends { visitTypeNumber: number }, Value>(
  numbers: readonly number[],
  rows: readonly Row[],
  pick: (row: Row) => Value,
): Value[][] {
  const groups = new Map<number, Value[]>(numbers.map((number) => [number, []]));
  for (const row of rows) groups.get(row.visitTypeNumber)?.push(pick(row));
  return numbers.map((number) => groups.get(number)!);
}
