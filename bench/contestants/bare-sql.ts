/**
 * The floor of B1: the statements of the gateway's own bookings, sent by `pg` over a pool as large as the gateway's. It makes
 * one booking per target with the gateway's code and records the statements, then replays them with new booking ids. No HTTP,
 * no validation, no Prisma. A forked process: it receives the number of clients and the duration, and replies with a
 * measurement. Environment: `DATABASE_URL`, `API_KEY_PEPPER`, `BENCH_KEY`.
 */
import { ObjectId } from 'bson';
import pg from 'pg';
import { newBookingReference, newEventId } from '../../src/data/bookings.ts';
import { watchEpochs } from '../../src/data/cache/epochs.ts';
import { openDatabase } from '../../src/data/database/database.ts';
import { openApiKeys } from '../../src/data/keys/key-lookup.ts';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { asParty, type BookingInput } from '../../src/operations/booking/booking-input.ts';
import { createBookings } from '../../src/operations/booking/create/create-bookings.ts';
import type { BareSqlCommand, BareSqlReply } from '../bookings/bare-sql-process.ts';
import type { Subject } from '../catalogues/subjects.ts';
import type { Measurement } from '../races/load.ts';

const POOL_SIZE = 10;

type Statement = pg.QueryConfig & { text: string };

/** The statements of one booking, and the booking id in them. */
interface Recording {
  readonly bookingId: string;
  readonly statements: readonly Statement[];
}

/** Makes a booking of each subject and records its statements between BEGIN and COMMIT. */
async function record(subjects: readonly Subject[]): Promise<Recording[]> {
  const sent: { client: unknown; statement: Statement }[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function listened(this: unknown, ...args: unknown[]) {
    const [query] = args;
    sent.push({ client: this, statement: typeof query === 'string' ? { text: query } : { ...(query as Statement) } });
    return original.apply(this, args);
  };
  const database = await openDatabase({ kind: 'postgresql', url: process.env.DATABASE_URL!, poolSize: 1 });
  const epochs = await watchEpochs(database);
  const pepper = process.env.API_KEY_PEPPER!;
  const caller = await openApiKeys({ database, epochs, pepper, clock: systemClock }).authenticate(
    process.env.BENCH_KEY!,
  );
  const recordings: Recording[] = [];
  for (const subject of subjects) {
    sent.length = 0;
    const outcome = await createBookings({
      database,
      epochs,
      clock: systemClock,
      businessTimeZone: 'Europe/Prague',
      caller: caller!,
      language: 'cs_CZ',
      input: asParty(inputOf(subject)),
    });
    if (outcome.kind !== 'created') throw new Error(`the stay cannot be booked: ${JSON.stringify(outcome)}`);
    const begin = sent.findIndex(({ statement }) => statement.text.startsWith('BEGIN'));
    const { client } = sent[begin]!;
    const statements = sent.slice(begin).filter((one) => one.client === client);
    const end = statements.findIndex(({ statement }) => statement.text === 'COMMIT');
    recordings.push({
      bookingId: outcome.bookingIds[0]!,
      statements: statements.slice(0, end + 1).map(({ statement }) => statement),
    });
  }
  prototype.query = original;
  await epochs.close();
  await database.close();
  return recordings;
}

function inputOf({ visitType, hotel, roomType, arrival, departure }: Subject): BookingInput {
  return {
    kind: 'BINDING',
    currency: 'CZK',
    visitType: String(visitType),
    hotel: String(hotel),
    roomType: String(roomType),
    arrival: parseDay(arrival)!,
    departure: parseDay(departure)!,
    customerNote: null,
    affiliate: null,
    billedTo: {
      gender: null,
      firstName: 'Jana',
      lastName: 'Nová',
      email: 'jana@example.com',
      phone: null,
      consentMarketing: false,
      address: { street: 'Lázeňská', houseNumber: '1', city: 'Aš', zipCode: '352 01', country: 'CZE' },
    },
    guests: [
      {
        gender: null,
        firstName: 'Jana',
        lastName: 'Nová',
        birthDate: null,
        loyaltyProgram: null,
        loyaltyProgramCode: null,
      },
    ],
    idempotencyKey: null,
    hold: null,
    expectedTotal: null,
    expectedCancellation: null,
    language: null,
  };
}

/** Sends the statements of a booking again, under new ids and a new reference. */
async function replay(pool: pg.Pool, { bookingId, statements }: Recording): Promise<void> {
  const client = await pool.connect();
  const id = new ObjectId().toHexString();
  const withId = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withId);
    if (typeof value !== 'string') return value;
    return value
      .replaceAll(bookingId, id)
      .replace(/"reference":"\w+"/, () => `"reference":"${newBookingReference()}"`)
      .replace(/\bevt_[0-9a-f]{24}\b/, newEventId);
  };
  try {
    const send = ({ values, ...statement }: Statement) =>
      client.query(values ? { ...statement, values: values.map(withId) } : statement);
    // As in the gateway: everything before the decision is sent together, and so is everything after it.
    await Promise.all(statements.slice(0, -2).map(send));
    await Promise.all(statements.slice(-2).map(send));
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function play(
  pool: pg.Pool,
  recordings: readonly Recording[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Measurement> {
  const until = performance.now() + seconds * 1_000;
  const cpu = process.cpuUsage();
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = Math.floor((client * recordings.length) / clients); performance.now() < until; turn++) {
        const begun = performance.now();
        await replay(pool, recordings[turn % recordings.length]!);
        if (performance.now() < until) latencies.push(performance.now() - begun);
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMicros: (user + system) / latencies.length,
  };
}

const recordings = await record(JSON.parse(process.argv[2]!) as Subject[]);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE, pipeline: true });
const reply = (message: BareSqlReply) => process.send!(message);
process.on('message', ({ targets, ...load }: BareSqlCommand) => {
  play(pool, recordings.slice(0, targets), load).then(
    (measurement) => reply({ measurement }),
    (error) => reply({ error: String(error) }),
  );
});
process.once('SIGTERM', () => process.exit(0));
reply({ statements: recordings[0]!.statements.length });
