/**
 * A small spa for sale today, and real gateway processes that sell it: on a database of the test run's PostgreSQL, or
 * on an embedded database in a temporary folder. Processes use the machine's clock, so every date counts from today.
 * What a test leaves running ends with the spa.
 */
import { watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { type Day, dayInTimeZone, formatDay } from '../../../src/domain/time/civil-date.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { fillDataFolder } from '../database/embedded-database.ts';
import { freshDatabase } from '../database/fresh-database.ts';
import { rivalAddress } from '../database/rival-transactions.ts';
import { type Serving, startServing } from '../gateway/run-cli.ts';
import { type EpochValues, epochsOf } from './booking-records.ts';

/** The pepper of its keys. */
export const PEPPER = 'the pepper of the processes, long enough';
/** So that nothing is in the past for a process started today, even past midnight. */
const DAYS_AHEAD = 7;

/** The room types, by number; 11, 12 and 13 belong to hotel 1, 21 to hotel 2. */
export const ROOM_TYPES = [11, 12, 13, 21] as const;
export type RoomTypeNumber = (typeof ROOM_TYPES)[number];

/** The hotel of a room type. */
export const hotelOf = (roomType: RoomTypeNumber): number => Math.floor(roomType / 10);

/** What is for sale. */
export interface Stock {
  /** Rooms of each type on every night. */
  readonly units: Readonly<Record<RoomTypeNumber, number>>;
  /** How many nights have capacity, at most 700. */
  readonly nights: number;
}

/** A spa with a key that may book everything in it. */
export interface Spa {
  readonly key: string;
  /** The first night with capacity. */
  readonly firstNight: Day;
  /** The epochs before the first booking. */
  readonly epochsBefore: EpochValues;
  /** Starts a gateway process; resolves when it listens. Requests are unlimited unless `settings` say otherwise. */
  serve(settings?: Record<string, string>): Promise<Serving>;
  /** Opens the database; an embedded one only while no process holds it. */
  inspect<T>(use: (database: Database) => Promise<T>): Promise<T>;
  /** Reports commits the moment they happen, mostly before their answers; resolves to a function that stops. */
  onCommit(listener: () => void): Promise<() => Promise<void>>;
  /** Kills remaining processes and removes the database. */
  close(): Promise<void>;
}

/** A spa on its own database on the test run's PostgreSQL, for any number of processes. */
export async function openSpa(stock: Stock): Promise<Spa & { readonly database: Database }> {
  const database = await freshDatabase({ poolSize: 4 });
  const stocked = await stockUp(database, stock);
  const processes = startProcesses({ DATABASE_URL: rivalAddress(database.url) });
  return {
    ...stocked,
    database,
    serve: processes.serve,
    inspect: (use) => use(database),
    onCommit: (listener) => database.listen('epochs', { onPayload: listener, onConnected() {} }),
    async close() {
      await processes.end();
      await database.close();
    },
  };
}

/** A spa on an embedded database in its own folder, for one process at a time. */
export async function openEmbeddedSpa(stock: Stock): Promise<Spa> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-spa-'));
  const inspect: Spa['inspect'] = async (use) => {
    const database = await openDatabase({ kind: 'embedded', dataDir, command: 'a test' });
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  };
  await fillDataFolder(dataDir);
  const stocked = await inspect((database) => stockUp(database, stock));
  const processes = startProcesses({ DATA_DIR: dataDir, DEMO: '0' });
  return {
    ...stocked,
    serve: processes.serve,
    inspect,
    async onCommit(listener) {
      // Commits write here.
      const watcher = watch(join(dataDir, 'postgres', 'pg_wal'), listener);
      return async () => watcher.close();
    },
    async close() {
      await processes.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function stockUp(database: Database, stock: Stock): Promise<Pick<Spa, 'key' | 'firstNight' | 'epochsBefore'>> {
  const firstNight = dayInTimeZone(systemClock.now(), 'Europe/Prague') + DAYS_AHEAD;
  const outcome = await importCatalogue({ database, source: catalogueOf(firstNight, stock) as never });
  if (!outcome.ok) throw new Error(`the catalogue of the spa is not valid: ${JSON.stringify(outcome.problems)}`);
  const { key } = await createKey({
    database,
    pepper: PEPPER,
    name: 'booking client',
    channelCode: 'public',
    destinationNumbers: null,
    scopes: ['read', 'book'],
    expiresAt: null,
    clock: systemClock,
  });
  return { key, firstNight, epochsBefore: await epochsOf(database) };
}

/** Visit type 101: any stay of 1 to 14 nights in any room, 1,000 CZK a night. */
function catalogueOf(firstNight: Day, { units, nights }: Stock): Catalogue {
  const season = { from: formatDay(firstNight), to: formatDay(firstNight + nights - 1) };
  const roomsOf = (hotel: number) => ROOM_TYPES.filter((number) => hotelOf(number) === hotel);
  return {
    format: 'spa-stay-catalogue/1',
    channels: [{ code: 'public', name: 'Public' }],
    destinations: [{ id: 1, name: { en: 'Valley' } }],
    hotels: [1, 2].map((id) => ({
      id,
      code: `H${id}`,
      name: `Hotel ${id}`,
      destinationId: 1,
      stars: 4,
      roomTypes: roomsOf(id).map((number) => ({ id: number, code: `R${number}`, beds: 2 })),
    })),
    visitTypes: [
      {
        id: 101,
        priorityPosition: 1,
        name: { en: 'Classic' },
        hotelIds: [1, 2],
        boarding: 'HALF_BOARD',
        nightsMin: 1,
        nightsMax: 14,
        priceLists: [
          {
            id: 1,
            kind: 'PER_NIGHT',
            quotedPer: 'ROOM',
            currency: 'CZK',
            rates: ROOM_TYPES.map((roomTypeId) => ({ roomTypeId, ...season, amount: 1000 })),
          },
        ],
      },
    ],
    inventory: ROOM_TYPES.map((roomTypeId) => ({ roomTypeId, ...season, units: units[roomTypeId] })),
  };
}

function startProcesses(place: Record<string, string>): Pick<Spa, 'serve'> & { end(): Promise<void> } {
  const started: Promise<Serving>[] = [];
  return {
    serve(settings = {}) {
      const starting = startServing({
        ...place,
        API_KEY_PEPPER: PEPPER,
        RATE_LIMIT_PER_MINUTE: '0',
        RATE_LIMIT_COST_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
        ...settings,
      });
      started.push(starting);
      return starting;
    },
    async end() {
      for (const starting of await Promise.allSettled(started)) {
        if (starting.status === 'fulfilled') await starting.value.stop('SIGKILL');
      }
    },
  };
}
