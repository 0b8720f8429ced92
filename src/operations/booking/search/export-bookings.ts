/** Bookings as a CSV file (M15): those of a list, however many, in the memory of one page. */
import type { Database } from '../../../data/database/database.ts';
import type { Prisma } from '../../../data/generated/prisma/client.ts';
import { dayOfColumn } from '../../../data/sql/column-types.ts';
import { formatReference } from '../../../domain/booking/reference.ts';
import { statusOn } from '../../../domain/booking/status.ts';
import { majorOf } from '../../../domain/pricing/money.ts';
import { type CsvValue, csvRow } from '../../../domain/text/csv.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import type { BookingKey, SelectedBookings } from './booking-order.ts';
import { listBookings } from './list-bookings.ts';

const PAGE_ROWS = 500;

const READ = {
  client: { select: { name: true } },
  hotel: { select: { name: true } },
  billedTo: true,
  guests: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.BookingInclude;
type Row = Prisma.BookingGetPayload<{ include: typeof READ }>;

/** The columns by their names, in their order. A new one comes last. */
const COLUMNS: Readonly<Record<string, (row: Row, today: Day) => CsvValue>> = {
  reference: ({ reference }) => formatReference(reference),
  id: ({ id }) => id,
  status: ({ status, arrival }, today) => statusOn({ status, arrival: dayOfColumn(arrival) }, today),
  kind: ({ kind }) => kind,
  isTest: ({ isTest }) => isTest,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  client: ({ client }) => client.name,
  channel: ({ channelCode }) => channelCode,
  hotel: ({ hotelNumber }) => hotelNumber,
  hotelName: ({ hotel }) => hotel.name,
  roomType: ({ roomTypeNumber }) => roomTypeNumber,
  visitType: ({ visitTypeNumber }) => visitTypeNumber,
  arrival: ({ arrival }) => formatDay(dayOfColumn(arrival)),
  departure: ({ departure }) => formatDay(dayOfColumn(departure)),
  nights: ({ arrival, departure }) => dayOfColumn(departure) - dayOfColumn(arrival),
  currency: ({ currency }) => currency,
  amount: ({ amountMinor }) => majorOf(Number(amountMinor)),
  cancellationFee: ({ cancellationFeeMinor: fee }) => (fee === null ? null : majorOf(Number(fee))),
  firstName: ({ billedTo }) => billedTo?.firstName ?? null,
  lastName: ({ billedTo }) => billedTo?.lastName ?? null,
  email: ({ billedTo }) => billedTo?.email ?? null,
  phone: ({ billedTo }) => billedTo?.phone ?? null,
  street: ({ billedTo }) => billedTo?.street ?? null,
  houseNumber: ({ billedTo }) => billedTo?.houseNumber ?? null,
  city: ({ billedTo }) => billedTo?.city ?? null,
  zipCode: ({ billedTo }) => billedTo?.zipCode ?? null,
  country: ({ billedTo }) => billedTo?.country ?? null,
  consentMarketing: ({ billedTo }) => billedTo?.consentMarketing ?? null,
  language: ({ language }) => language,
  affiliate: ({ affiliate }) => affiliate,
  customerNote: ({ customerNote }) => customerNote,
  guests: ({ guests }) => guests.length,
  guestNames: ({ guests }) => guests.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join('; '),
  party: ({ partyId }) => partyId,
  partyRoom: ({ partyRoom }) => partyRoom,
};

/** The names of the columns. */
export const BOOKING_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** The first line, which has the names of the columns. */
export const HEADER_ROW = `${BOOKING_COLUMNS.join(',')}\r\n`;

/**
 * The header, then the bookings page by page, those made first first: bookings that are made meanwhile follow. No transaction is open
 * between pages, so a slow reader holds up nobody.
 * @param signal stops it before the next page
 */
export async function* exportBookings(
  database: Pick<Database, 'prisma'>,
  selected: SelectedBookings,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  yield HEADER_ROW;
  let after: BookingKey | null = null;
  do {
    signal?.throwIfAborted();
    const page: Awaited<ReturnType<typeof listBookings>> = await listBookings(database, {
      ...{ ...selected, sort: 'OLDEST', first: PAGE_ROWS, after },
    });
    if (page.keys.length > 0) yield await readRows(database, page.keys, selected.today);
    after = page.hasNextPage ? (page.keys.at(-1) ?? null) : null;
  } while (after !== null);
}

async function readRows(
  { prisma }: Pick<Database, 'prisma'>,
  keys: readonly BookingKey[],
  today: Day,
): Promise<string> {
  const ids = keys.map(([, id]) => id);
  const rows = await prisma.booking.findMany({ where: { id: { in: ids } }, include: READ });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => rowOf.get(id) ?? []);
  return found.map((row) => csvRow(Object.values(COLUMNS).map((of) => of(row, today)))).join('');
}
