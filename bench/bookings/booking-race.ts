/** B1: bookings per second, the gateway and the bare SQL in turn, over many rooms and on a single one. */

import type { PreparedDatabase } from '../catalogues/databases.ts';
import { subjectsOf } from '../catalogues/subjects.ts';
import type { Contestant } from '../races/contestant.ts';
import { type Measurement, putLoad } from '../races/load.ts';
import { medianMeasurement } from '../races/medians.ts';
import type { Settings } from '../settings.ts';
import { startBareSql } from './bare-sql-process.ts';
import { auditBookings, bookingAsk, refreshStatistics, stockUp } from './booking-targets.ts';

const MOST_ROOMS = 100;
const CLIENTS = [16, 64] as const;
/** Bookings by each side before the measurement, enough for everything to be compiled. */
const WARM_UP_BOOKINGS = 6_000;

export interface BookingFigures {
  readonly rooms: number;
  readonly clients: number;
  readonly gateway: Measurement;
  readonly bareSql: Measurement;
}

export interface BookingResult {
  readonly figures: readonly BookingFigures[];
  readonly statements: number;
  /** All bookings left in the database, audited. */
  readonly bookings: number;
}

/** Runs the race. @throws Error when a booking was refused, or the audit fails */
export async function raceBookings(
  database: PreparedDatabase,
  gateway: Contestant,
  settings: Settings,
): Promise<BookingResult> {
  const subjects = await subjectsOf(database, { url: gateway.url, most: MOST_ROOMS });
  await stockUp(database, subjects);
  const bareSql = await startBareSql(database, subjects);
  try {
    const sides = (rooms: number, clients: number) => {
      const asks = subjects.slice(0, rooms).map((subject) => bookingAsk(subject, database.key));
      const byGateway: Side = (seconds) => putLoad(gateway, { asks, seconds, connections: clients });
      const byBareSql: Side = (seconds) => bareSql.run({ targets: rooms, clients, seconds });
      return { byGateway, byBareSql };
    };
    for (const side of Object.values(sides(subjects.length, CLIENTS[0]))) await warmUp(side, settings.seconds);
    await refreshStatistics(database);
    const figures: BookingFigures[] = [];
    for (const rooms of [subjects.length, 1]) {
      for (const clients of CLIENTS) {
        const { byGateway, byBareSql } = sides(rooms, clients);
        await byGateway(settings.seconds);
        await byBareSql(settings.seconds);
        const measured: { gateway: Measurement[]; bareSql: Measurement[] } = { gateway: [], bareSql: [] };
        for (let round = 0; round < settings.rounds; round++) {
          measured.gateway.push(await byGateway(settings.seconds));
          measured.bareSql.push(await byBareSql(settings.seconds));
        }
        figures.push({
          rooms,
          clients,
          gateway: medianMeasurement(measured.gateway),
          bareSql: medianMeasurement(measured.bareSql),
        });
      }
    }
    return { figures, statements: bareSql.statements, bookings: await auditBookings(database) };
  } finally {
    await bareSql.stop();
  }
}

type Side = (seconds: number) => Promise<Measurement>;

async function warmUp(side: Side, seconds: number): Promise<void> {
  for (let bookings = 0; bookings < WARM_UP_BOOKINGS; ) bookings += (await side(seconds)).perSecond * seconds;
}
