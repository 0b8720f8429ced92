/**
 * What the workloads ask about, chosen from the database: visit types with a room and a stay that can be quoted. The choice
 * follows numbers, so the same catalogue on the same day gives the same requests.
 */
import { columnOfDay } from '../../src/data/sql/column-types.ts';
import { type Day, dayInTimeZone, formatDay } from '../../src/domain/time/civil-date.ts';
import { contentOf, operation, send, withHeaders } from '../races/ask.ts';
import { CALENDAR, QUOTE } from '../workloads/operations.ts';
import { type PreparedDatabase, TIME_ZONE, withDatabase } from './databases.ts';
import { DISTANT } from './distant-hotel.ts';

/** A room of a visit type, and a stay in it. */
export interface Subject {
  readonly visitType: number;
  readonly hotel: number;
  readonly roomType: number;
  readonly beds: number;
  readonly arrival: string;
  readonly departure: string;
  /** A loyalty programme of the visit type; null: it has none. */
  readonly loyaltyProgram: number | null;
  /** The calendar of the request: 62 days that include the arrival. */
  readonly calendarFrom: string;
  readonly calendarTo: string;
  /** Nights of the room with recorded capacity before the calendar begins. */
  readonly nightsBefore: number;
}

const CALENDAR_DAYS = 62;
const DAYS_AHEAD = 10;

/** Up to `most` subjects, in different hotels where there are enough, found by asking the gateway at `url`. */
export async function subjectsOf(
  database: PreparedDatabase,
  { url, most }: { url: string; most: number },
): Promise<Subject[]> {
  const visitTypes = await withDatabase(database.url, ({ prisma }) =>
    prisma.visitType.findMany({
      where: { onDemand: false, number: { not: DISTANT.visitType } },
      orderBy: { number: 'asc' },
      take: 2_000,
      include: {
        loyaltyPrograms: { orderBy: { loyaltyProgramNumber: 'asc' } },
        hotels: {
          include: { hotel: { include: { roomTypes: { orderBy: { number: 'asc' } } } } },
          orderBy: { hotelNumber: 'asc' },
        },
      },
    }),
  );
  const subjects = new Map<number, Subject>();
  for (const { number, nightsMin, nightsMax, loyaltyPrograms, hotels } of visitTypes) {
    const hotel = hotels[0]?.hotel;
    const room = hotel?.roomTypes[0];
    if (!hotel || !room || subjects.has(hotel.number)) continue;
    const nights = Math.max(nightsMin, Math.min(nightsMax, 7));
    const subject = await stayOf({
      database,
      url,
      subject: {
        visitType: number,
        hotel: hotel.number,
        roomType: room.number,
        beds: room.beds,
        loyaltyProgram: loyaltyPrograms[0]?.loyaltyProgramNumber ?? null,
      },
      nights,
    });
    if (subject) subjects.set(hotel.number, subject);
    if (subjects.size === most) break;
  }
  if (subjects.size === 0) throw new Error(`nothing in ${database.name} can be quoted`);
  return [...subjects.values()];
}

/** The subject with the first free stay of the window that can be quoted; null: there is none. */
async function stayOf({
  database,
  url,
  subject,
  nights,
}: {
  database: PreparedDatabase;
  url: string;
  subject: Pick<Subject, 'visitType' | 'hotel' | 'roomType' | 'beds' | 'loyaltyProgram'>;
  nights: number;
}): Promise<Subject | null> {
  const first = dayInTimeZone(Date.now(), TIME_ZONE) + DAYS_AHEAD;
  const dates = {
    calendarFrom: formatDay(first),
    calendarTo: formatDay(first + CALENDAR_DAYS - 1),
    nightsBefore: await nightsBefore(first, { database, roomType: subject.roomType }),
  };
  const ask = async <Data>(query: string, variables: object) => {
    const asked = withHeaders(operation(query, variables), { authorization: `Bearer ${database.key}` });
    return (contentOf(asked, await send(url, asked)) as { data: Data }).data;
  };
  const { calendar } = await ask<{ calendar: { date: string; selectable: boolean; availability: string }[] }>(
    CALENDAR,
    calendarVariables({ ...subject, ...dates }),
  );
  const index = calendar.findIndex((day) => day.selectable && day.availability === 'AVAILABLE');
  if (index === -1) return null;
  const found = {
    ...subject,
    ...dates,
    arrival: formatDay(first + index),
    departure: formatDay(first + index + nights),
  };
  const { quote } = await ask<{ quote: { __typename: string } }>(QUOTE, quoteVariables(found));
  return quote.__typename === 'StayQuotes' ? found : null;
}

async function nightsBefore(
  first: Day,
  { database, roomType }: { database: PreparedDatabase; roomType: number },
): Promise<number> {
  return withDatabase(database.url, ({ prisma }) =>
    prisma.inventoryNight.count({ where: { roomTypeNumber: roomType, night: { lt: columnOfDay(first) } } }),
  );
}

/** Variables of a subject's calendar. */
export function calendarVariables({
  visitType,
  hotel,
  roomType,
  calendarFrom,
  calendarTo,
}: Pick<Subject, 'visitType' | 'hotel' | 'roomType' | 'calendarFrom' | 'calendarTo'>): object {
  return {
    filter: { visitType: String(visitType), hotel: String(hotel), roomType: String(roomType) },
    dateFrom: calendarFrom,
    dateTo: calendarTo,
  };
}

/** Variables of a subject's quote. */
export function quoteVariables({ visitType, roomType, arrival, departure, loyaltyProgram }: Subject): object {
  return {
    input: {
      visitType: String(visitType),
      roomType: String(roomType),
      arrival,
      departure,
      ...(loyaltyProgram === null ? {} : { loyaltyPrograms: [{ guest: 1, program: String(loyaltyProgram) }] }),
    },
  };
}
