/** Stored bookings as plain JSON values: for the command line (S20), and for people who ask what is stored of them (S19). */

import type { Database } from '../../../data/database/database.ts';
import type { Prisma } from '../../../data/generated/prisma/client.ts';
import { dayOfColumn } from '../../../data/sql/column-types.ts';
import { recordedParts } from '../../../domain/booking/booking-parts.ts';
import { formatReference } from '../../../domain/booking/reference.ts';
import { statusOn } from '../../../domain/booking/status.ts';
import { recordedActor, recordedCanceller } from '../../../domain/event/actor.ts';
import { majorOf } from '../../../domain/pricing/money.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';

const WHOLE_BOOKING = {
  client: true,
  billedTo: true,
  guests: { orderBy: { position: 'asc' } },
  promotions: { orderBy: { position: 'asc' } },
  discounts: { orderBy: { guestPosition: 'asc' } },
  events: { orderBy: { sequence: 'asc' }, include: { client: true } },
} as const satisfies Prisma.BookingInclude;

type WholeBooking = Prisma.BookingGetPayload<{ include: typeof WHOLE_BOOKING }>;
type SummarisedBooking = Prisma.BookingGetPayload<{ include: { client: true } }>;

interface Described {
  readonly ids: readonly string[];
  /** The business date (T2). */
  readonly today: Day;
}

/** A line each, in the order of the ids. */
export async function describeBookings({ prisma }: Pick<Database, 'prisma'>, { ids, today }: Described) {
  const rows = await prisma.booking.findMany({ where: { id: { in: [...ids] } }, include: { client: true } });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []).map((row) => summaryOf(row, today));
}

/** Everything that is stored of bookings but hashes, in the order of their making, from one snapshot. */
export async function describeWholeBookings({ prisma }: Pick<Database, 'prisma'>, { ids, today }: Described) {
  const rows = await prisma.$transaction(
    (tx) =>
      tx.booking.findMany({
        where: { id: { in: [...ids] } },
        include: WHOLE_BOOKING,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    { isolationLevel: 'RepeatableRead' },
  );
  return rows.map((row) => wholeOf(row, today));
}

function summaryOf(row: SummarisedBooking, today: Day) {
  const arrival = dayOfColumn(row.arrival);
  return {
    id: row.id,
    reference: formatReference(row.reference),
    status: statusOn({ status: row.status, arrival }, today),
    kind: row.kind,
    isTest: row.isTest,
    client: row.client.name,
    channel: row.channelCode,
    visitType: row.visitTypeNumber,
    hotel: row.hotelNumber,
    roomType: row.roomTypeNumber,
    arrival: formatDay(arrival),
    departure: formatDay(dayOfColumn(row.departure)),
    amount: `${majorOf(Number(row.amountMinor))} ${row.currency}`,
    createdAt: row.createdAt.toISOString(),
    party: row.partyId,
    partyRoom: row.partyRoom,
  };
}

function wholeOf(row: WholeBooking, today: Day) {
  const withoutBooking = <Part extends { bookingId: string }>({ bookingId: _, ...part }: Part) => part;
  const dated = (date: Date | null) => date && formatDay(dayOfColumn(date));
  return {
    ...summaryOf(row, today),
    language: row.language,
    affiliate: row.affiliate,
    customerNote: row.customerNote,
    erasedAt: row.erasedAt?.toISOString() ?? null,
    cancellationTerms: row.cancellationTerms,
    cancellationFeeMinor: row.cancellationFeeMinor === null ? null : Number(row.cancellationFeeMinor),
    billedTo: row.billedTo && withoutBooking(row.billedTo),
    guests: row.guests.map((guest) => ({ ...withoutBooking(guest), birthDate: dated(guest.birthDate) })),
    price: {
      currency: row.currency,
      priceListKind: row.priceListKind,
      baseMinor: Number(row.baseMinor),
      amountMinor: Number(row.amountMinor),
      promotions: row.promotions.map((line) => ({
        ...withoutBooking(line),
        amountMinor: Number(line.amountMinor),
        validFrom: dated(line.validFrom),
        validTo: dated(line.validTo),
      })),
      discounts: row.discounts.map((line) => ({ ...withoutBooking(line), amountMinor: Number(line.amountMinor) })),
    },
    history: row.events.map((event) => {
      const { type, status, at, client, feeMinor, before, note, messageToGuest, formerEmail } = event;
      const clientName = client?.name ?? null;
      return {
        ...{ type, status, at: at.toISOString(), client: clientName, by: recordedActor({ ...event, clientName }) },
        cancelledBy: recordedCanceller(event),
        feeMinor: feeMinor === null ? null : Number(feeMinor),
        ...{ changed: recordedParts(event.data), before, note, messageToGuest, formerEmail },
      };
    }),
  };
}
