/**
 * L2: updates by one client that waits for each answer. Prices of 30 nights of a room, on both catalogues; units of 1,000 nights,
 * in turn with a bare `UPDATE` of the same nights on a connection of its own, each committed by itself.
 */
import pg from 'pg';
import { formatDay } from '../../src/domain/time/civil-date.ts';
import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import type { Contestant } from '../races/contestant.ts';
import type { Measurement } from '../races/load.ts';
import { medianMeasurement } from '../races/medians.ts';
import type { Settings } from '../settings.ts';
import type { LivingSubjects } from './subjects.ts';
import { rateUpdates, stockUpdates, update } from './updates.ts';

const ROOMS = 10;
const NIGHTS_OF_ROOM = 100;
/** More than are sold on any night. */
const LEAST_UNITS = 100_000;
/** What the gateway does for prices, for rooms, and what the bare statement does. */
export const UPDATE_MEASUREMENTS = 3;

export interface UpdateFigures {
  readonly database: PreparedDatabase['name'];
  readonly rates: Measurement;
  readonly inventory: { readonly nights: number; readonly gateway: Measurement; readonly bareSql: Measurement };
}

/** The warm-up gives a record to the nights that have none. */
const FIRST_ROOMS = 'SELECT number AS "roomType" FROM room_type ORDER BY 1 LIMIT $1';

const BARE_UPDATE = `
  UPDATE inventory_night SET units = $1 WHERE room_type_number = ANY($2::int[]) AND night BETWEEN $3 AND $4`;

/** Runs the race. @throws Error when an update was refused, or the statement missed a night */
export async function raceUpdates(
  database: PreparedDatabase,
  { gateway, subjects, settings }: { gateway: Contestant; subjects: LivingSubjects; settings: Settings },
): Promise<UpdateFigures> {
  const from = formatDay(subjects.updated.from);
  const to = formatDay(subjects.updated.from + NIGHTS_OF_ROOM - 1);
  const roomTypes = await withDatabase(database.url, async ({ prisma }) => {
    const rows = await prisma.$queryRawUnsafe<{ roomType: number }[]>(FIRST_ROOMS, ROOMS);
    return rows.map(({ roomType }) => roomType);
  });
  const nights = roomTypes.length * NIGHTS_OF_ROOM;
  // One count for both sides, so that no night ever has what it gets.
  let units = LEAST_UNITS;
  const nextUnits = () => ++units;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const next = {
      rates: rateUpdates(database, subjects),
      stock: stockUpdates(database, { roomTypes, from, to, units: nextUnits }),
    };
    const cpu = () => gateway.cpuMicros();
    const measured: Record<'rates' | 'inventory' | 'bareSql', Measurement[]> = {
      rates: [],
      inventory: [],
      bareSql: [],
    };
    for (let round = 0; round <= settings.rounds; round++) {
      const rates = await oneClient(settings, { act: () => update(gateway.url, next.rates()), cpu });
      const inventory = await oneClient(settings, { act: () => update(gateway.url, next.stock()), cpu });
      const bareSql = await oneClient(settings, {
        act: async () => {
          const values = [nextUnits(), roomTypes, from, to];
          const { rowCount } = await client.query({ name: 'bare', text: BARE_UPDATE, values });
          if (rowCount !== nights) throw new Error(`L2: the bare statement changed ${rowCount} nights, not ${nights}`);
        },
        cpu: async () => null,
      });
      // The first round is a warm-up.
      if (round === 0) continue;
      measured.rates.push(rates);
      measured.inventory.push(inventory);
      measured.bareSql.push(bareSql);
    }
    return {
      database: database.name,
      rates: medianMeasurement(measured.rates),
      inventory: {
        nights,
        gateway: medianMeasurement(measured.inventory),
        bareSql: medianMeasurement(measured.bareSql),
      },
    };
  } finally {
    await client.end();
  }
}

/** Acts again and again for the seconds of a measurement. */
async function oneClient(
  { seconds }: Settings,
  { act, cpu }: { act: () => Promise<void>; cpu: () => Promise<number | null> },
): Promise<Measurement> {
  const before = await cpu();
  const begun = performance.now();
  const latencies: number[] = [];
  for (let last = begun; last < begun + seconds * 1_000; ) {
    await act();
    const now = performance.now();
    latencies.push(now - last);
    last = now;
  }
  const tookMs = performance.now() - begun;
  const after = await cpu();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    perSecond: (latencies.length * 1_000) / tookMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMicros: before === null || after === null ? null : (after - before) / latencies.length,
  };
}
