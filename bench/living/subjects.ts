/** What the workloads of a living catalogue read and change, drawn over the whole catalogue by a seed. */
import { createRandomNumbers } from '../../src/catalogue/generate/random-numbers.ts';
import { groupBy } from '../../src/domain/group-by.ts';
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { type PreparedDatabase, TIME_ZONE, withDatabase } from '../catalogues/databases.ts';
import type { Subject } from '../catalogues/subjects.ts';

/** The calendar of a room, as `Subject` names it. */
export type CalendarSubject = Pick<
  Subject,
  'visitType' | 'hotel' | 'roomType' | 'calendarFrom' | 'calendarTo' | 'nightsBefore'
>;

/** A room with prices by the night that no other list of the currency claims. */
export interface PricedRoom {
  readonly visitType: number;
  readonly priceList: number;
  readonly roomType: number;
}

/** A place in the list of visit types. */
export interface Place {
  /** How many come before the page. */
  readonly offset: number;
  /** The sort key of the last one before it; null: it is the first page. */
  readonly after: readonly [position: number, number: number] | null;
}

export interface LivingSubjects {
  readonly calendars: readonly CalendarSubject[];
  readonly places: readonly Place[];
  /** Rooms with prices of the visit types that `calendars` name. */
  readonly pricedRooms: readonly PricedRoom[];
  /** Rooms of `calendars` with a record for each night of `UPDATED`. */
  readonly stockedRooms: readonly StockedRoom[];
  /** Days that updates change, which every calendar shows. */
  readonly updated: { readonly from: Day; readonly to: Day };
}

export interface StockedRoom {
  readonly roomType: number;
  /** The most sold on any of the nights. */
  readonly sold: number;
}

const SEED = 'living';
const CALENDARS = 1_400;
const PLACES = 600;
const CALENDAR_DAYS = 62;
const DAYS_AHEAD = 10;
const UPDATED_NIGHTS = 30;
const PAGE = 20;

const LISTED = 'SELECT priority_position AS position, number FROM visit_type ORDER BY 1, 2';

const ROOMS = `
  SELECT sale.visit_type_number AS "visitType", room.hotel_number AS hotel, room.number AS "roomType", (
      SELECT min(list.number) FROM price_list AS list JOIN rate ON rate.visit_type_number = list.visit_type_number
        AND rate.price_list_number = list.number AND rate.room_type_number = room.number
        AND rate."from" <= $3::text::date AND rate."to" >= $2::text::date
      WHERE list.visit_type_number = sale.visit_type_number AND list.kind = 'PER_NIGHT' AND list.currency = 'CZK'
      HAVING count(DISTINCT list.number) = 1) AS "priceList"
  FROM visit_type_hotel AS sale JOIN room_type AS room ON room.hotel_number = sale.hotel_number
  WHERE sale.visit_type_number = ANY($1::int[]) ORDER BY 1, 2, 3`;

const STOCK = `
  SELECT room_type_number AS "roomType", count(*) FILTER (WHERE night < $2::text::date)::int AS before,
    count(*) FILTER (WHERE night BETWEEN $2::text::date AND $3::text::date)::int AS nights,
    coalesce(max(sold) FILTER (WHERE night BETWEEN $2::text::date AND $3::text::date), 0)::int AS sold
  FROM inventory_night WHERE room_type_number = ANY($1::int[]) GROUP BY 1 ORDER BY 1`;

interface Room {
  readonly visitType: number;
  readonly hotel: number;
  readonly roomType: number;
  readonly priceList: number | null;
}

/** The same catalogue on the same day gives the same subjects. */
export async function livingSubjects(database: PreparedDatabase): Promise<LivingSubjects> {
  const random = createRandomNumbers(SEED);
  const first = dayInTimeZone(Date.now(), TIME_ZONE) + DAYS_AHEAD;
  const updated = { from: first, to: first + UPDATED_NIGHTS - 1 };
  const range = [formatDay(updated.from), formatDay(updated.to)];
  return withDatabase(database.url, async ({ prisma }) => {
    const listed = await prisma.$queryRawUnsafe<{ position: number; number: number }[]>(LISTED);
    const drawn = Array.from({ length: CALENDARS }, () => random.pick(listed).number);
    const rooms = await prisma.$queryRawUnsafe<Room[]>(ROOMS, [...new Set(drawn)], ...range);
    const roomsOf = groupBy(rooms, ({ visitType }) => visitType);
    const chosen = drawn.flatMap((number) => {
      const own = roomsOf.get(number);
      return own ? [random.pick(own)] : [];
    });
    const stock = await prisma.$queryRawUnsafe<{ roomType: number; before: number; nights: number; sold: number }[]>(
      STOCK,
      [...new Set(chosen.map(({ roomType }) => roomType))],
      ...range,
    );
    const nightsBefore = new Map(stock.map(({ roomType, before }) => [roomType, before]));
    const places = Array.from({ length: PLACES }, () => random.whole(0, Math.max(0, listed.length - PAGE)));
    return {
      calendars: chosen.map(({ visitType, hotel, roomType }) => ({
        visitType,
        hotel,
        roomType,
        calendarFrom: formatDay(first),
        calendarTo: formatDay(first + CALENDAR_DAYS - 1),
        nightsBefore: nightsBefore.get(roomType) ?? 0,
      })),
      places: places.map((offset) => {
        const before = listed[offset - 1];
        return { offset, after: before ? [before.position, before.number] : null };
      }),
      pricedRooms: [...roomsOf.values()].flatMap((own) => {
        const room = own.find(({ priceList }) => priceList !== null);
        return room ? [{ ...room, priceList: room.priceList! }] : [];
      }),
      stockedRooms: stock.filter(({ nights }) => nights === UPDATED_NIGHTS),
      updated,
    };
  });
}
