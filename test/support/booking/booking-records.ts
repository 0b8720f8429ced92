/**
 * What a database's records say about its bookings, computed in SQL from the booking rows alone and compared with what
 * the gateway stores besides: rooms sold, events, epochs, idempotency keys.
 */
import type { Database } from '../../../src/data/database/database.ts';

type Readable = Pick<Database, 'prisma'>;

/**
 * All disagreements, one per line; none if all is well. Bookings with rooms are counted night by night, including nights
 * without recorded capacity; every booking has its contact, a guest, and events that lead to its state, each once; every
 * idempotency key has its booking, and every party all its rooms. With `epochsBefore`, nobody has cancelled, confirmed or changed capacity
 * since: a hotel's inventory epoch has risen by one per booking with rooms, by one for a party.
 */
export async function disagreementsOf({ prisma }: Readable, epochsBefore: EpochValues | null): Promise<string[]> {
  const nights = await prisma.$queryRaw<{ room: number; night: string; units: number; sold: number; booked: number }[]>`
    WITH booked AS (
      SELECT room_type_number, arrival + place AS night, count(*)::int AS booked
      FROM booking, generate_series(0, departure - arrival - 1) AS place
      WHERE has_rooms GROUP BY 1, 2)
    SELECT room_type_number AS room, night::text, coalesce(units, 0) AS units, coalesce(sold, 0) AS sold,
           coalesce(booked, 0) AS booked
    FROM inventory_night FULL JOIN booked USING (room_type_number, night)
    WHERE coalesce(sold, 0) <> coalesce(booked, 0) OR coalesce(sold, 0) > coalesce(units, 0) OR booked > coalesce(units, 0)
    ORDER BY 1, 2`;
  const parts = await prisma.$queryRaw<
    { id: string; kind: string; status: string; events: string[]; contacts: number; guests: number }[]
  >`
    SELECT id, kind::text, status::text,
      ARRAY(SELECT type::text FROM booking_event WHERE booking_id = booking.id AND type <> 'CHANGED' ORDER BY sequence) AS events,
      (SELECT count(*)::int FROM booking_contact WHERE booking_id = booking.id) AS contacts,
      (SELECT count(*)::int FROM booking_guest WHERE booking_id = booking.id) AS guests
    FROM booking`;
  const broken = parts.filter(
    ({ kind, status, events, contacts, guests }) =>
      contacts !== 1 ||
      guests < 1 ||
      events[0] !== (kind === 'BINDING' ? 'CONFIRMED' : 'REQUESTED') ||
      stateAfter(events) !== status,
  );
  const parties = await prisma.$queryRaw<{ id: string; rooms: number[] }[]>`
    SELECT party.id, array_agg(party_room ORDER BY party_room) AS rooms FROM booking_party AS party
    LEFT JOIN booking ON party_id = party.id GROUP BY party.id
    HAVING count(*) < 2 OR max(party_room) <> count(*) OR count(DISTINCT party_room) <> count(*)`;
  const [orphans] = await prisma.$queryRaw<{ keys: number }[]>`
    SELECT count(*)::int AS keys FROM idempotency_record WHERE booking_id IS NULL`;
  const hotels = await prisma.$queryRaw<{ number: number; bookings: number }[]>`
    SELECT number, (SELECT count(DISTINCT coalesce(party_id, id))::int FROM booking WHERE has_rooms AND hotel_number = number) AS bookings
    FROM hotel`;
  const epochs = await epochsOf({ prisma });
  const risen = ({ number }: { number: number }) => {
    const scope = `inventory:${number}`;
    return Number((epochs.get(scope) ?? 0n) - (epochsBefore?.get(scope) ?? 0n));
  };
  return [
    ...nights.map(
      ({ room, night, units, sold, booked }) =>
        `room ${room}, ${night}: ${sold} sold, ${booked} booked, ${units} there`,
    ),
    ...broken.map((booking) => `a booking is not whole: ${JSON.stringify(booking)}`),
    ...parties.map(({ id, rooms }) => `party ${id} has rooms ${rooms.join()}`),
    ...(orphans!.keys > 0 ? [`${orphans!.keys} idempotency keys without a booking`] : []),
    ...hotels
      .filter((hotel) => epochsBefore !== null && risen(hotel) !== hotel.bookings)
      .map((hotel) => `hotel ${hotel.number}: epoch risen by ${risen(hotel)}, ${hotel.bookings} bookings`),
  ];
}

/** The states in which each event may happen. */
const HAPPENS_IN: Readonly<Record<string, readonly string[]>> = {
  CONFIRMED: ['', 'REQUESTED'],
  REQUESTED: [''],
  DECLINED: ['REQUESTED'],
  EXPIRED: ['REQUESTED'],
  CANCELLED: ['CONFIRMED', 'REQUESTED'],
  NO_SHOW: ['CONFIRMED'],
  REINSTATED: ['CANCELLED', 'DECLINED', 'NO_SHOW'],
};

/** The state that events lead to; null: one of them cannot have happened then. */
function stateAfter(events: readonly string[]): string | null {
  const states = [''];
  for (const event of events) {
    if (!HAPPENS_IN[event]?.includes(states.at(-1)!)) return null;
    if (event === 'REINSTATED') states.pop();
    else states.push(event);
  }
  return states.at(-1)!;
}

/** Epochs by scope. */
export type EpochValues = ReadonlyMap<string, bigint>;

/** The present epochs. */
export async function epochsOf({ prisma }: Readable): Promise<EpochValues> {
  const rows = await prisma.epoch.findMany();
  return new Map(rows.map(({ scope, value }) => [scope, value]));
}

/** A change of a booking that is stored, and what it left. */
export interface StoredChange {
  readonly bookingId: string;
  /** The idempotency key of its request; null: it had none. */
  readonly key: string | null;
  readonly roomType: number;
  readonly arrival: string;
  readonly departure: string;
  /** In minor units. */
  readonly total: number;
}

/** The changes of what bookings are about, by key. */
export async function changesOf({ prisma }: Readable): Promise<StoredChange[]> {
  return prisma.$queryRaw<StoredChange[]>`
    SELECT e.booking_id AS "bookingId", r.key, (after ->> 'roomTypeNumber')::int AS "roomType", after ->> 'arrival' AS arrival,
      after ->> 'departure' AS departure, (after ->> 'amountMinor')::int AS total
    FROM booking_event AS e LEFT JOIN idempotency_record AS r ON r.event_id = e.id
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT n.before FROM booking_event AS n WHERE n.booking_id = e.booking_id AND n.sequence > e.sequence AND n.before IS NOT NULL
        ORDER BY n.sequence LIMIT 1),
      (SELECT jsonb_build_object('roomTypeNumber', room_type_number, 'arrival', arrival, 'departure', departure, 'amountMinor', amount_minor)
        FROM booking WHERE id = e.booking_id)) AS after) AS left_behind
    WHERE e.type = 'CHANGED' ORDER BY r.key COLLATE "C"`;
}

/** Nights where what is sold is not what the bookings say, or that have more sold and held at `now` than rooms, in one snapshot. */
export async function wrongNights({ prisma }: Readable, now: number): Promise<unknown[]> {
  return prisma.$queryRaw`
    WITH booked AS (
      SELECT room_type_number, arrival + place AS night, count(*)::int AS booked
      FROM booking, generate_series(0, departure - arrival - 1) AS place WHERE has_rooms GROUP BY 1, 2),
    waiting AS (
      SELECT room_type_number, arrival + place AS night, count(*)::int AS holds
      FROM stay_hold, generate_series(0, departure - arrival - 1) AS place
      WHERE released_at IS NULL AND expires_at > ${new Date(now)} AND NOT is_test GROUP BY 1, 2)
    SELECT room_type_number, night::text, units, sold, coalesce(booked, 0) AS booked, coalesce(holds, 0) AS holds
    FROM inventory_night LEFT JOIN booked USING (room_type_number, night) LEFT JOIN waiting USING (room_type_number, night)
    WHERE sold <> coalesce(booked, 0) OR sold + coalesce(holds, 0) > units`;
}

/** The bookings by note; a list, because there may be too many of one. */
export async function bookingsByNote({ prisma }: Readable): Promise<Map<string, { id: string; createdAt: Date }[]>> {
  const rows = await prisma.booking.findMany({
    select: { id: true, createdAt: true, customerNote: true },
    orderBy: { partyRoom: 'asc' },
  });
  const bookings = new Map<string, { id: string; createdAt: Date }[]>();
  for (const { customerNote, ...booking } of rows) {
    bookings.set(customerNote ?? '', [...(bookings.get(customerNote ?? '') ?? []), booking]);
  }
  return bookings;
}
