/**
 * A small spa for booking tests, written directly into a database: two destinations, three hotels, prices for mental
 * arithmetic. The clock stands at noon of Monday 2 March 2026 in Prague until a test moves it.
 */
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import type { Database } from '../../../src/data/database/database.ts';
import type { TransactionTimeouts } from '../../../src/data/database/sql-transactions.ts';
import type { Prisma } from '../../../src/data/generated/prisma/client.ts';
import type { Scope } from '../../../src/data/generated/prisma/enums.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import type { Simulation } from '../../../src/domain/booking/simulation.ts';
import { DEFAULT_PUBLIC_LIMITS } from '../../../src/domain/limits/public-limits.ts';
import type { Locale } from '../../../src/domain/text/locale.ts';
import { type Day, parseDay } from '../../../src/domain/time/civil-date.ts';
import { systemScheduler } from '../../../src/domain/time/clock.ts';
import {
  asParty,
  type BookingInput,
  type ChangeInput,
  type PartyInput,
} from '../../../src/operations/booking/booking-input.ts';
import type { PublicUse } from '../../../src/operations/booking/booking-limits.ts';
import type { BookingOutcome, BookingsOutcome } from '../../../src/operations/booking/booking-outcome.ts';
import { alterBooking, quoteChange } from '../../../src/operations/booking/changes/alter-booking.ts';
import { confirmBooking, declineBooking } from '../../../src/operations/booking/changes/answer-request.ts';
import { cancelBooking } from '../../../src/operations/booking/changes/cancel-booking.ts';
import { markNoShow } from '../../../src/operations/booking/changes/mark-no-show.ts';
import { reinstateBooking } from '../../../src/operations/booking/changes/reinstate-booking.ts';
import {
  type BookingsRequest,
  createBookings,
  ofOneRoom,
} from '../../../src/operations/booking/create/create-bookings.ts';
import { simulateBookings, simulateChange } from '../../../src/operations/booking/simulated-booking.ts';
import type { HoldOutcome, HoldsOutcome } from '../../../src/operations/hold/hold-outcome.ts';
import { holdStay, type StayToHold } from '../../../src/operations/hold/hold-stay.ts';
import { holdStays, type StaysToHold } from '../../../src/operations/hold/hold-stays.ts';
import { releaseHold } from '../../../src/operations/hold/release-hold.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.ts';

/** The day of a date. */
export const day = (text: string): Day => parseDay(text)!;

export const NOON = Date.parse('2026-03-02T11:00:00Z');
/** The first and last night with prices and capacity. */
const SEASON = { from: day('2026-03-02'), to: day('2026-12-31') };

/** A readable ObjectId: a letter for the kind, and the zero-padded number. */
export const objectId = (kind: string, number: number): string =>
  `${kind.charCodeAt(0).toString(16)}${String(number).padStart(22, '0')}`;

/** Beds: 11 and 12 have two, 13 has one; capacity: 5, 2, 1 rooms. 21 and 31 have two beds and 5 rooms. */
const ROOM_TYPES = [
  { number: 11, hotelNumber: 1, beds: 2, units: 5 },
  { number: 12, hotelNumber: 1, beds: 2, units: 2 },
  { number: 13, hotelNumber: 1, beds: 1, units: 1 },
  { number: 21, hotelNumber: 2, beds: 2, units: 5 },
  { number: 31, hotelNumber: 3, beds: 2, units: 5 },
];

/**
 * 100: any stay of 1 to 30 nights at hotels 1 and 2, 1,000.00 CZK or 40.00 EUR a night, loyalty program 1 takes part.
 * 101: as 100, but on demand. 102: whole weeks from Sundays within June to August, at hotel 1. 103: only in CZK, sold
 * until
 * 1 March 2026. 104: only at hotel 2.
 */
const VISIT_TYPES: readonly SceneVisitType[] = [
  { number: 100, hotels: [1, 2] },
  { number: 101, hotels: [1, 2], onDemand: true },
  { number: 102, hotels: [1], nightsMin: 7, reservationTimeSpan: 'WEEKS', startingDays: ['SUN'] },
  { number: 103, hotels: [1], sellingTo: new Date('2026-03-01') },
  { number: 104, hotels: [2] },
];

type SceneVisitType = { number: number; hotels: readonly number[] } & Partial<Prisma.VisitTypeCreateManyInput>;

const EMPTY_TEXTS = { name: {}, bookingUrl: {}, description: {}, commercialSlogan: {}, notice: {}, services: {} };

export const CALLERS = {
  /** Sees everything, in the public channel. */
  everywhere: callerOf({ number: 1, channel: 'public', destinations: null }),
  /** Sees destination 1 (hotels 1 and 3) only. */
  firstDestination: callerOf({ number: 2, channel: 'public', destinations: new Set([1]) }),
  /** Sees everything, in the channel of partners. */
  partner: callerOf({ number: 3, channel: 'partner', destinations: null }),
  /** Operates all hotels. */
  operator: callerOf({ number: 4, channel: 'public', destinations: null, scopes: ['operate'] }),
  /** Operates destination 1 (hotels 1 and 3) only. */
  operatorOfFirst: callerOf({ number: 5, channel: 'public', destinations: new Set([1]), scopes: ['operate'] }),
};

function callerOf(key: {
  number: number;
  channel: string;
  destinations: ReadonlySet<number> | null;
  hotels?: ReadonlySet<number> | null;
  scopes?: readonly Scope[];
}): Caller {
  const { channel, destinations, hotels = null, scopes = ['read', 'book'] } = key;
  return {
    apiKeyId: objectId('k', key.number),
    name: `key${key.number}`,
    clientId: objectId('c', key.number),
    isTest: false,
    isPublishable: false,
    channel,
    destinations,
    hotels,
    scopes: new Set(scopes),
    prefix: `key${key.number}`,
    visibilityKey: JSON.stringify([channel, destinations && [...destinations]]),
    expiresAtMs: null,
  };
}

/** Writes the spa into an empty, migrated database. */
export async function fillScene({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.channel.createMany({
    data: [
      { code: 'public', name: 'Public' },
      { code: 'partner', name: 'Partner' },
    ],
  });
  await prisma.destination.createMany({
    data: [1, 2].map((number) => ({ number, id: objectId('d', number), name: { en: `Destination ${number}` } })),
  });
  await prisma.client.createMany({
    data: Object.values(CALLERS).map(({ clientId, prefix }) => ({ id: clientId, name: prefix })),
  });
  await prisma.apiKey.createMany({
    data: Object.values(CALLERS).map((caller, index) => ({
      id: caller.apiKeyId,
      clientId: caller.clientId,
      prefix: caller.prefix,
      secretHash: String(index).padStart(64, '0'),
      name: caller.prefix,
      channelCode: caller.channel,
      allDestinations: caller.destinations === null,
      scopes: [...caller.scopes],
    })),
  });
  await prisma.hotel.createMany({
    data: [1, 2, 3].map((number) => ({
      number,
      id: objectId('h', number),
      code: `H${number}`,
      name: `Hotel ${number}`,
      destinationNumber: number === 2 ? 2 : 1,
      stars: 4,
      shortDescription: {},
    })),
  });
  await prisma.roomType.createMany({
    data: ROOM_TYPES.map(({ units: _units, ...roomType }) => ({
      ...roomType,
      id: objectId('r', roomType.number),
      code: `R${roomType.number}`,
      category: {},
    })),
  });
  for (const { number, units } of ROOM_TYPES) await recordCapacity({ prisma }, { roomTypeNumber: number, units });
  await prisma.loyaltyProgram.createMany({
    data: [
      { number: 1, id: objectId('l', 1), name: { en: 'Regular guests' }, basisPoints: 500 },
      { number: 2, id: objectId('l', 2), name: { en: 'Others' }, basisPoints: 1_000 },
    ],
  });
  for (const visitType of VISIT_TYPES) await addVisitType({ prisma }, visitType);
  await prisma.visitTypeLoyaltyProgram.create({ data: { visitTypeNumber: 100, loyaltyProgramNumber: 1 } });
  await prisma.timeConstraint.create({
    data: { visitTypeNumber: 102, from: new Date('2026-06-01'), to: new Date('2026-08-31') },
  });
}

async function addVisitType(
  { prisma }: Pick<Database, 'prisma'>,
  {
    number,
    hotels,
    ...rules
  }: { number: number; hotels: readonly number[] } & Partial<Prisma.VisitTypeCreateManyInput>,
): Promise<void> {
  await prisma.visitType.create({
    data: {
      number,
      id: objectId('v', number),
      priorityPosition: number,
      onDemand: false,
      nightsMin: 1,
      nightsMax: 30,
      reservationTimeSpan: 'DAYS',
      procedures: 0,
      procedureFrequency: 'DAY',
      proceduresPerDay: 0,
      ...EMPTY_TEXTS,
      ...rules,
      hotels: { create: hotels.map((hotelNumber) => ({ hotelNumber })) },
    },
  });
  const currencies = number === 103 ? (['CZK'] as const) : (['CZK', 'EUR'] as const);
  for (const [index, currency] of currencies.entries()) {
    await prisma.priceList.create({
      data: {
        visitTypeNumber: number,
        number: index + 1,
        id: objectId('p', number * 10 + index),
        kind: 'PER_NIGHT',
        quotedPer: 'ROOM',
        currency,
        rates: {
          create: ROOM_TYPES.filter((roomType) => hotels.includes(roomType.hotelNumber)).map((roomType) => ({
            roomTypeNumber: roomType.number,
            from: columnOfDay(SEASON.from),
            to: columnOfDay(SEASON.to),
            amountMinor: currency === 'CZK' ? 100_000 : 4_000,
          })),
        },
      },
    });
  }
}

/** Records `units` rooms for every night of the season. */
async function recordCapacity(
  { prisma }: Pick<Database, 'prisma'>,
  { roomTypeNumber, units }: { roomTypeNumber: number; units: number },
): Promise<void> {
  await prisma.inventoryNight.createMany({
    data: Array.from({ length: SEASON.to - SEASON.from + 1 }, (_, index) => ({
      roomTypeNumber,
      night: columnOfDay(SEASON.from + index),
      units,
    })),
  });
}

/** A binding booking of visit type 100 in room type 11 of hotel 1, two guests, three nights of May, 3,000.00 CZK. */
export const BOOKING: BookingInput = {
  kind: 'BINDING',
  currency: 'CZK',
  visitType: '100',
  hotel: '1',
  roomType: '11',
  arrival: day('2026-05-04'),
  departure: day('2026-05-07'),
  customerNote: 'Quiet room for Hildegard, please',
  affiliate: 'spa-blog',
  billedTo: {
    gender: 'female',
    firstName: 'Hildegard',
    lastName: 'Vonderbingen',
    email: 'hildegard@rupertsberg.example',
    phone: '+420602123456',
    consentMarketing: true,
    address: { street: 'Klosterweg', houseNumber: '7', city: 'Bingen', zipCode: '55411', country: 'DEU' },
  },
  guests: [
    {
      gender: 'female',
      firstName: 'Hildegard',
      lastName: 'Vonderbingen',
      birthDate: day('1958-09-17'),
      loyaltyProgram: null,
      loyaltyProgramCode: null,
    },
    {
      gender: null,
      firstName: 'Volmar',
      lastName: 'Disibod',
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

/** A change of nothing. */
const UNCHANGED: ChangeInput = {
  ...{ id: null, reference: null, email: null, stay: undefined, guests: undefined, billedTo: undefined },
  ...{
    customerNote: undefined,
    messageToGuest: null,
    note: null,
    expectedTotal: null,
    needsExpectedTotal: null,
    price: null,
    idempotencyKey: null,
  },
};

/** The same stay to hold. */
const { visitType, hotel, roomType, arrival, departure, currency } = BOOKING;
const STAY: StayToHold = {
  visitType,
  hotel,
  roomType,
  arrival,
  departure,
  currency,
  programs: [],
  minutes: 10,
  idempotencyKey: null,
};

/** A test's part of a hold. */
export interface HoldAsked {
  readonly input?: Partial<StayToHold>;
  readonly caller?: Caller;
  readonly network?: string | null;
}

/** A test's part of a hold of rooms. */
export interface PartyHoldAsked extends Omit<HoldAsked, 'input'> {
  readonly input: Partial<StaysToHold>;
}

/** A test's part of a request for several rooms; without guests a room is for one. */
export interface PartyAsked extends Omit<Asked, 'input'> {
  readonly input: Omit<Partial<PartyInput>, 'rooms'> & {
    readonly rooms: readonly (Pick<BookingInput, 'roomType'> & Partial<Pick<BookingInput, 'guests'>>)[];
  };
}

/** A test's part of a booking request; the rest is `BOOKING`, by the caller with full visibility, in Czech. */
export interface Asked {
  readonly input?: Partial<BookingInput>;
  readonly caller?: Caller;
  readonly language?: Locale;
  /** Where the visitor of a publishable key is. Default: all are in one network. */
  readonly network?: string | null;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/** A test's part of a change of a booking. */
export interface Changed {
  readonly caller?: Caller;
  readonly note?: string | null;
  readonly messageToGuest?: string | null;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

interface Fee {
  /** In minor units; default: by the terms. */
  readonly fee?: number | null;
}

/** A test's part of a change of what a booking is about, and the case that a test key asks for. */
export type ChangeAsked = Pick<Asked, 'caller' | 'network'> & { readonly simulation?: Simulation };

/** A database with the spa in it, and a way to book there. */
export interface BookingScene {
  readonly database: Database;
  readonly epochs: Epochs;
  /** A test may move it. */
  readonly clock: { millis: number; now(): number };
  book(asked?: Asked): Promise<BookingOutcome>;
  /** Books rooms for the stay of `BOOKING`, as far as nothing else is said. */
  bookParty(asked: PartyAsked): Promise<BookingsOutcome>;
  /** The ids of bookings that must be made. */
  madeParty(asked: PartyAsked): Promise<readonly string[]>;
  /** The same, of a test key that asks for a case to be simulated (S8). */
  simulate(simulation: Simulation, asked?: Asked): Promise<BookingOutcome>;
  /** The id of a booking that must be made. */
  made(asked?: Asked): Promise<string>;
  /** The client that has it cancels, unless another caller is given. */
  cancel(
    id: string,
    changed?: Changed & Fee & { readonly by?: 'GUEST' | 'HOTEL'; readonly isParty?: boolean },
  ): ReturnType<typeof cancelBooking>;
  /** The operator of all hotels confirms, unless another caller is given. */
  confirm(id: string, changed?: Changed & { readonly takeRooms?: boolean }): ReturnType<typeof confirmBooking>;
  decline(id: string, changed?: Changed): ReturnType<typeof declineBooking>;
  /** Changes what it is about, by the client that has it, unless another caller is given. */
  alter(id: string, input: Partial<ChangeInput>, asked?: ChangeAsked): ReturnType<typeof alterBooking>;
  /** What such a change would cost. */
  quoteChange(id: string, input: Partial<ChangeInput>, asked?: ChangeAsked): ReturnType<typeof quoteChange>;
  markNoShow(id: string, changed?: Changed & Fee): ReturnType<typeof markNoShow>;
  reinstate(id: string, changed?: Changed): ReturnType<typeof reinstateBooking>;
  /** Holds the stay of `BOOKING` for ten minutes, as far as nothing else is said. */
  hold(asked?: HoldAsked): Promise<HoldOutcome>;
  /** Holds rooms for it. */
  holdParty(asked: PartyHoldAsked): Promise<HoldsOutcome>;
  release(id: string, caller?: Caller): ReturnType<typeof releaseHold>;
  close(): Promise<void>;
}

export interface SceneOptions {
  /** How often it reads the epochs. Default: as often as usual. */
  readonly epochPollMs?: number;
}

/** A filled database of its own, open for booking. Closing the scene drops it. */
export interface FreshScene extends BookingScene {
  readonly database: FreshDatabase;
}

export async function freshScene(options?: SceneOptions): Promise<FreshScene> {
  const database = await freshDatabase();
  await fillScene(database);
  const scene = await openScene(database, options);
  const close = async () => {
    await scene.close();
    await database.close();
  };
  return { ...scene, database, close };
}

/** Opens a filled database for booking; closing the scene leaves the database open. */
export async function openScene(database: Database, { epochPollMs }: SceneOptions = {}): Promise<BookingScene> {
  const epochs = await watchEpochs(database, epochPollMs);
  const clock = {
    millis: NOON,
    now() {
      return this.millis;
    },
  };
  const services = { database, epochs, clock, businessTimeZone: 'Europe/Prague' };
  const publicUse = ({ isPublishable }: Caller, network: string | null): PublicUse =>
    isPublishable ? { network: network ?? '192.0.2.1', limits: DEFAULT_PUBLIC_LIMITS } : null;
  const requestOf = (asked: Asked): Omit<BookingsRequest, 'input'> & { readonly input: BookingInput } => {
    const { input, caller = CALLERS.everywhere, language = 'cs_CZ', timeouts = {}, network = null } = asked;
    const limited = { publicUse: publicUse(caller, network), timeouts };
    return { ...services, caller, input: { ...BOOKING, ...input }, language, ...limited };
  };
  const partyRequest = (asked: Asked): BookingsRequest => {
    const { input, ...request } = requestOf(asked);
    return { ...request, input: asParty(input) };
  };
  const book: BookingScene['book'] = async (asked = {}) => ofOneRoom(await createBookings(partyRequest(asked)));
  const bookParty: BookingScene['bookParty'] = ({ input: { rooms, ...input }, ...asked }) => {
    const guests = BOOKING.guests.slice(0, 1);
    const { roomType: _roomType, guests: _guests, ...shared } = { ...BOOKING, ...input };
    return createBookings({
      ...requestOf(asked),
      input: { ...shared, rooms: rooms.map((room) => ({ guests, ...room })) },
    });
  };
  const change = (
    bookingId: string,
    { caller, note = null, messageToGuest = null, timeouts = {} }: Changed & { caller: Caller },
  ) => {
    return { ...services, caller, bookingId, note, messageToGuest, reserved: { messageToGuest }, timeouts };
  };
  const alteration = (bookingId: string, input: Partial<ChangeInput>, asked: ChangeAsked = {}) => {
    const { caller = CALLERS.everywhere, network = null } = asked;
    return { ...services, caller, bookingId, input: { ...UNCHANGED, ...input }, publicUse: publicUse(caller, network) };
  };
  return {
    database,
    epochs,
    clock,
    book,
    bookParty,
    async madeParty(asked) {
      const outcome = await bookParty(asked);
      if (outcome.kind !== 'created') throw new Error(`not created: ${outcome.kind}`);
      return outcome.bookingIds;
    },
    simulate: (simulation, { caller = CALLERS.everywhere, ...asked } = {}) =>
      simulateBookings(simulation, {
        request: partyRequest({ ...asked, caller: { ...caller, isTest: true } }),
        schedule: systemScheduler,
      }).then(ofOneRoom),
    async made(asked) {
      const outcome = await book(asked);
      if (outcome.kind !== 'created') throw new Error(`not created: ${outcome.kind}`);
      return outcome.bookingId;
    },
    cancel: (id, { by = 'GUEST', fee = null, isParty = false, ...changed } = {}) =>
      cancelBooking({ ...change(id, { caller: CALLERS.everywhere, ...changed }), by, isParty, feeMinor: fee }),
    markNoShow: (id, { fee = null, ...changed } = {}) =>
      markNoShow({ ...change(id, { caller: CALLERS.operator, ...changed }), feeMinor: fee }),
    reinstate: (id, changed) => reinstateBooking(change(id, { caller: CALLERS.operator, ...changed })),
    confirm: (id, { takeRooms = true, ...changed } = {}) =>
      confirmBooking({ ...change(id, { caller: CALLERS.operator, ...changed }), takeRooms }),
    decline: (id, changed) => declineBooking(change(id, { caller: CALLERS.operator, ...changed })),
    alter: (id, input, asked = {}) => {
      const { simulation } = asked;
      const request = alteration(id, input, asked);
      return simulation ? simulateChange(simulation, { request, schedule: systemScheduler }) : alterBooking(request);
    },
    quoteChange: (id, input, asked) => quoteChange(alteration(id, input, asked)),
    hold: ({ input, caller = CALLERS.everywhere, network = null } = {}) =>
      holdStay({ ...services, caller, publicUse: publicUse(caller, network), input: { ...STAY, ...input } }),
    holdParty: ({ input, caller = CALLERS.everywhere, network = null }) => {
      const { roomType, programs, ...stay } = STAY;
      const rooms = [{ roomType, programs }];
      return holdStays({
        ...{ ...services, caller, publicUse: publicUse(caller, network) },
        input: { ...stay, rooms, ...input },
      });
    },
    release: (id, caller = CALLERS.everywhere) => releaseHold({ database, epochs, clock, caller, id }),
    close: () => epochs.close(),
  };
}

/** Rooms sold on the nights of a stay, by the inventory. */
export async function soldNights(
  { prisma }: Pick<Database, 'prisma'>,
  { roomType, arrival, departure }: { roomType: number; arrival: Day; departure: Day },
): Promise<number[]> {
  const rows = await prisma.inventoryNight.findMany({
    where: { roomTypeNumber: roomType, night: { gte: columnOfDay(arrival), lt: columnOfDay(departure) } },
    orderBy: { night: 'asc' },
  });
  return rows.map(({ sold }) => sold);
}
