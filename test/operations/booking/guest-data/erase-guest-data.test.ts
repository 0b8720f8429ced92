/** S19: what is erased is gone from every column, figures stay, and it happens once, by hand or by the end of its retention. */

import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/data/database/database.ts';
import { MAILS } from '../../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../../src/data/events/publish-events.ts';
import { keepMail } from '../../../../src/data/kept-mails.ts';
import { IDEMPOTENCY_LIFETIME_MS } from '../../../../src/domain/booking/idempotency.ts';
import { formatReference } from '../../../../src/domain/booking/reference.ts';
import { EVERY_BOOKING } from '../../../../src/operations/booking/booking-access.ts';
import {
  eraseExpiredGuestData,
  eraseGuestData,
} from '../../../../src/operations/booking/guest-data/erase-guest-data.ts';
import { exportGuestData } from '../../../../src/operations/booking/guest-data/export-guest-data.ts';
import { sweep } from '../../../../src/server/process/sweep.ts';
import { createLog } from '../../../../src/server/telemetry/log.ts';
import {
  type Asked,
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  NOON,
  openScene,
} from '../../../support/booking/booking-scene.ts';
import { openRivalScenes } from '../../../support/booking/rival-scenes.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../../support/database/fresh-database.ts';
import { raw } from '../../../support/database/raw-sql.ts';
import { untilWaiting } from '../../../support/database/rival-transactions.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { until } from '../../../support/requests/until.ts';

const REASON = 'Hildegard fell ill';
/** Everything that a booking of the scene tells of people. */
const PERSONAL =
  /hildegard|vonderbingen|volmar|disibod|rupertsberg|602123456|klosterweg|bingen|\b55411\b|1958-09-17|quiet room|fell ill|\bDEU\b|\bfemale\b/i;

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

async function prepare(kind: string): Promise<Database> {
  const database = kind === 'embedded' ? await freshEmbedded() : await freshDatabase();
  opened.push(database);
  await fillScene(database);
  return database;
}

async function book(database: Database, asked: Asked = {}): Promise<string> {
  const scene = await openScene(database);
  const made = await scene.book(asked);
  await scene.close();
  if (made.kind !== 'created') throw new Error(made.kind);
  const formerEmail = 'hildegarde@rupertsberg.example';
  const data = { note: REASON, messageToGuest: `Dear Hildegard: ${REASON}`, formerEmail };
  await database.prisma.bookingEvent.updateMany({ where: { bookingId: made.bookingId }, data });
  return made.bookingId;
}

const mailAbout = (bookingId: string) => ({
  ...{ bookingId, messageId: `<${bookingId}@example.com>`, keptAt: new Date(NOON), toEmail: BOOKING.billedTo.email },
  ...{
    toName: 'Hildegard',
    subject: 'Your stay',
    text: 'Dear Hildegard',
    html: '<p>Dear Hildegard</p>',
    calendar: null,
  },
});

const eventsOf = async ({ prisma }: Database, bookingId: string) =>
  prisma.bookingEvent.findMany({ where: { bookingId }, orderBy: { sequence: 'asc' } });

/** Every row of every table, as text. */
async function wholeDatabase({ prisma }: Database): Promise<string> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const texts = [];
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" AS t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

const figuresOf = ({ prisma }: Database, id: string) =>
  prisma.booking.findUniqueOrThrow({
    where: { id },
    omit: { customerNote: true, erasedAt: true },
    include: { promotions: true, discounts: true, idempotency: { omit: { key: true } } },
  });

/** Columns that tell nothing of a person. Any other one has to be erased, also one that is new. */
const FIGURES: Readonly<Record<string, string>> = {
  booking:
    'id party_id party_room kind reference status has_rooms is_test client_id api_key_id channel_code visit_type_number hotel_number room_type_number arrival ' +
    'departure currency price_list_kind base_minor amount_minor cancellation_terms cancellation_fee_minor ending language affiliate created_at erased_at',
  booking_contact: 'booking_id',
  booking_guest: 'booking_id position loyalty_program_number',
  booking_event:
    'sequence id booking_id type status destination_number data before at client_id by cancelled_by fee_minor is_public mailed_with position',
};

/** The columns of these tables that tell something, but for the figures. */
async function filledColumns({ prisma }: Database): Promise<{ filled: string[]; all: string[] }> {
  const [filled, all] = [new Set<string>(), new Set<string>()];
  for (const [table, figures] of Object.entries(FIGURES)) {
    const rows = await prisma.$queryRawUnsafe<{ row: object }[]>(`SELECT to_jsonb(t) AS row FROM ${table} AS t`);
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      if (figures.split(' ').includes(column)) continue;
      all.add(`${table}.${column}`);
      if (value !== null && value !== '' && value !== false) filled.add(`${table}.${column}`);
    }
  }
  return { filled: [...filled].sort(), all: [...all].sort() };
}

/** Tables that tell nothing of a person. Any other one is erased and exported, also one that is new. */
const IMPERSONAL = `_prisma_migrations accommodation_rules amenity amenity_category amenity_option api_key api_key_destination api_key_pepper
  booking_discount booking_party booking_promotion catalogue_change channel client delivery destination epoch failed_lookup hotel hotel_amenity
  hotel_change hotel_change_part hotel_image hotel_tagline inclusion inventory_night loyalty_program meal_service outbox_message price_list
  promotion promotion_channel promotion_hotel rate recent_request recent_use room_type room_type_image sales_terms seller stay_hold tag
  time_constraint visit_type visit_type_category visit_type_category_link visit_type_hotel visit_type_loyalty_program visit_type_tag webhook_endpoint`;

/** The texts about people in all tables by table and column, without the words that a booking is found by. */
async function personalTexts({ prisma }: Database): Promise<{ table: string; column: string; value: string }[]> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found = [];
  for (const { name: table } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ row: object }[]>(`SELECT to_jsonb(t) AS row FROM "${table}" AS t`);
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (column !== 'search' && PERSONAL.test(text)) found.push({ table, column, value: text });
    }
  }
  return found;
}

describe.each(['postgresql', 'embedded'])('on %s, erasing', (kind) => {
  let database: Database;
  const erase = (subject: { booking?: string; email?: string }, reach = EVERY_BOOKING) =>
    eraseGuestData({ database, now: NOON }, { reach, subject, clientId: CALLERS.everywhere.clientId, by: 'key1' });
  beforeEach(async () => {
    database ??= await prepare(kind);
    await database.prisma.booking.deleteMany();
    await database.prisma.idempotencyRecord.deleteMany();
    await database.prisma.inventoryNight.updateMany({ data: { sold: 0 } });
  });

  test('a booking leaves nothing of people in any table; figures stay, and one event says who erased it when', async () => {
    const id = await book(database, { input: { idempotencyKey: 'for-Hildegard-Vonderbingen' } });
    await keepMail(database, mailAbout(id));
    const before = await figuresOf(database, id);
    expect(await wholeDatabase(database)).toMatch(PERSONAL);
    expect(await erase({ booking: id })).toEqual({ kind: 'erased', bookings: 1, formerAddresses: 0 });
    expect(await wholeDatabase(database)).not.toMatch(PERSONAL);
    expect(await figuresOf(database, id)).toEqual(before);
    const clientId = CALLERS.everywhere.clientId;
    expect(await eventsOf(database, id)).toMatchObject([
      { type: 'CONFIRMED', note: null },
      {
        type: 'ERASED',
        note: null,
        clientId,
        at: new Date(NOON),
        position: null,
        id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
      },
    ]);
  });

  test('a booking blanks every column that is not known to be a figure', async () => {
    const id = await book(database);
    const guest = { bookingId: id, position: 1 };
    await database.prisma.bookingGuest.updateMany({ where: guest, data: { loyaltyProgramCode: 'Hildegard 7' } });
    const before = await filledColumns(database);
    // A column that this booking leaves empty would prove nothing.
    expect(before.filled).toEqual(before.all);
    await erase({ booking: id });
    expect((await filledColumns(database)).filled).toEqual([]);
  });

  test('a booking again gives the same answer and changes nothing', async () => {
    const id = await book(database);
    const answer = await erase({ booking: id });
    const before = await wholeDatabase(database);
    expect(await erase({ booking: id.toUpperCase() })).toEqual(answer);
    expect(await wholeDatabase(database)).toBe(before);
  });

  test('a booking drops what is said of it later, whoever says it about what; the rooms of its party keep it', async () => {
    const scene = await openScene(database);
    const texts = { caller: CALLERS.operator, note: REASON, messageToGuest: `Dear Hildegard: ${REASON}` };
    const request = { input: { kind: 'REQUEST' } } as const;
    const [confirmed, declined, late] = [await scene.made(request), await scene.made(request), await scene.made()];
    const [room, other] = await scene.madeParty({ input: { rooms: [{ roomType: '11' }, { roomType: '12' }] } });
    for (const id of [confirmed, declined, late, room!]) await erase({ booking: id });
    expect(await scene.confirm(confirmed, texts)).toMatchObject({ kind: 'bookingConfirmed' });
    expect(await scene.decline(declined, texts)).toMatchObject({ kind: 'bookingDeclined' });
    expect(await scene.cancel(room!, { ...texts, isParty: true })).toMatchObject({ bookingIds: [room, other] });
    scene.clock.millis = Date.parse('2026-05-04T20:00:00Z');
    expect(await scene.markNoShow(late, texts)).toMatchObject({ kind: 'noShowMarked' });
    for (const id of [confirmed, declined, late, room!]) {
      expect((await eventsOf(database, id)).at(-1)).toMatchObject({ note: null, messageToGuest: null });
    }
    const { note, messageToGuest } = texts;
    expect((await eventsOf(database, other!)).at(-1)).toMatchObject({ type: 'CANCELLED', note, messageToGuest });
    await scene.close();
  });

  test('a booking leaves nothing of the idempotency key of its hold, which is never stored as it was sent', async () => {
    const scene = await openScene(database);
    const asked = { input: { idempotencyKey: 'hold-for-Hildegard' } };
    const held = await scene.hold(asked);
    if (held.kind !== 'held') throw new Error(held.kind);
    expect(await scene.hold(asked)).toEqual({ ...held, replayed: true });
    expect(await scene.book(asked)).toMatchObject({ kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await wholeDatabase(database)).not.toContain('hold-for-Hildegard');
    await erase({ booking: await scene.made({ input: { hold: held.id } }) });
    expect(await wholeDatabase(database)).not.toMatch(PERSONAL);
    await scene.close();
  });

  test('a booking again erases what has been written to it since, without another event', async () => {
    const id = await book(database);
    await erase({ booking: id });
    // Processes of earlier releases write what is said of an erased booking.
    await database.prisma.bookingEvent.updateMany({ where: { bookingId: id }, data: { note: REASON } });
    expect(await erase({ booking: id })).toEqual({ kind: 'erased', bookings: 1, formerAddresses: 0 });
    expect(await wholeDatabase(database)).not.toMatch(PERSONAL);
    expect((await eventsOf(database, id)).map(({ type }) => type)).toEqual(['CONFIRMED', 'ERASED']);
  });

  test('26.15: an idempotency key is kept as its hash, under which a repetition gets the erased booking, and books nothing', async () => {
    const scene = await openScene(database);
    const asked = { input: { idempotencyKey: 'anna@example.com' } };
    const id = await scene.made(asked);
    const other = await scene.made({ ...asked, caller: CALLERS.partner });
    await erase({ booking: id });
    const records = await database.prisma.idempotencyRecord.findMany({ orderBy: { key: 'asc' } });
    expect(records.map(({ key, bookingId }) => [key, bookingId])).toEqual([
      ['anna@example.com', other],
      [expect.stringMatching(/^sha256:[0-9a-f]{64}$/), id],
    ]);
    expect(await scene.book(asked)).toEqual({ kind: 'created', bookingId: id, replayed: true });
    const another = { input: { ...asked.input, customerNote: 'Another request' } };
    expect(await scene.book(another)).toMatchObject({ kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await database.prisma.booking.count()).toBe(2);
    // A day later the key is free again, and its next booking can be erased as well, swept or not.
    scene.clock.millis = NOON + IDEMPOTENCY_LIFETIME_MS;
    const next = await scene.made(asked);
    expect(next).not.toBe(id);
    expect(await erase({ booking: next })).toEqual({ kind: 'erased', bookings: 1, formerAddresses: 0 });
    expect(await scene.book(asked)).toEqual({ kind: 'created', bookingId: next, replayed: true });
    await scene.close();
  });

  test('the rooms of a party one after the other, by hand or by retention, a repetition still gets all of them, and books nothing (Y2, B6)', async () => {
    const scene = await openScene(database);
    const asked = {
      input: {
        idempotencyKey: 'party-of-Hildegard',
        rooms: [{ roomType: '11' }, { roomType: '12' }, { roomType: '11' }],
      },
    };
    const ids = await scene.madeParty(asked);
    for (const id of ids.slice(0, 2)) {
      expect(await erase({ booking: id })).toMatchObject({ kind: 'erased', bookings: 1 });
      expect(await scene.bookParty(asked)).toEqual({ kind: 'created', bookingIds: ids, replayed: true });
    }
    const today = BOOKING.departure;
    expect(await eraseExpiredGuestData({ database, now: NOON }, { retentionDays: 0, today })).toBe(1);
    expect(await scene.bookParty(asked)).toEqual({ kind: 'created', bookingIds: ids, replayed: true });
    expect(await database.prisma.booking.count()).toBe(3);
    expect(await wholeDatabase(database)).not.toMatch(PERSONAL);
    await scene.close();
  });

  test('a room of a party, the key of a change of another room that has been erased before is hashed once as well (M1)', async () => {
    const scene = await openScene(database);
    const ids = await scene.madeParty({ input: { rooms: [{ roomType: '11' }, { roomType: '12' }] } });
    const change = { customerNote: 'Two pillows', idempotencyKey: 'change-for-Hildegard' };
    expect(await scene.alter(ids[1]!, change)).toMatchObject({ kind: 'bookingChanged', replayed: false });
    for (const id of ids) await erase({ booking: id });
    expect(await scene.alter(ids[1]!, change)).toMatchObject({ kind: 'bookingChanged', replayed: true });
    await scene.close();
  });

  test('26.15: a mail that is kept after its booking was erased is not', async () => {
    const id = await book(database);
    await erase({ booking: id });
    await keepMail(database, mailAbout(id));
    expect(await database.prisma.keptMail.count()).toBe(0);
  });

  test('an e-mail address erases all of its bookings in any case, those of others not, and then names none', async () => {
    const ids = [await book(database), await book(database)];
    const email = 'hildegard@rupertsberg.example.com';
    const other = await book(database, { input: { billedTo: { ...BOOKING.billedTo, email } } });
    expect(await erase({ email: ' Hildegard@Rupertsberg.EXAMPLE ' })).toEqual({
      kind: 'erased',
      bookings: 2,
      formerAddresses: 0,
    });
    const erased = await database.prisma.booking.findMany({ where: { erasedAt: { not: null } }, select: { id: true } });
    expect(erased.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(await database.prisma.bookingContact.findUnique({ where: { bookingId: other } })).toMatchObject({ email });
    expect(await erase({ email: BOOKING.billedTo.email })).toEqual({ kind: 'erased', bookings: 0, formerAddresses: 0 });
  });

  test('an address that a booking had before is erased as long as it is kept, alone and in reach, and an export shows it until then (M7)', async () => {
    const scene = await openScene(database);
    const [former, present] = [BOOKING.billedTo.email, 'right@example.com'];
    const id = await scene.made();
    await scene.alter(id, { billedTo: { email: present } as never });
    await publishEvents(database, { recipients: [MAILS], now: NOON });
    // One is still unpublished.
    const there = await scene.made({ input: { hotel: '2', roomType: '21' } });
    await scene.alter(there, { billedTo: { email: present } as never });
    await keepMail(database, mailAbout(id));
    const kept = async () =>
      (await exportGuestData(database, { email: former, today: day('2026-03-02') })).formerAddressOf;
    const rows = await database.prisma.booking.findMany({ where: { id: { in: [id, there] } } });
    const references = [id, there].map((one) => formatReference(rows.find((row) => row.id === one)!.reference));
    expect(await kept()).toEqual(references.map((reference) => ({ reference, changedAt: expect.any(String) })));
    const reach = { clientId: null, destinations: [1], hotels: null, isTest: false };
    expect(await erase({ email: former.toUpperCase() }, reach)).toEqual({
      kind: 'erased',
      bookings: 0,
      formerAddresses: 1,
    });
    expect(await kept()).toMatchObject([{ reference: references[1] }]);
    expect(await erase({ email: former })).toEqual({ kind: 'erased', bookings: 0, formerAddresses: 1 });
    expect(await erase({ email: former })).toEqual({ kind: 'erased', bookings: 0, formerAddresses: 0 });
    expect(await kept()).toEqual([]);
    expect(await wholeDatabase(database)).not.toContain(former);
    expect(await database.prisma.bookingContact.findUnique({ where: { bookingId: id } })).toMatchObject({
      ...{ email: present, firstName: 'Hildegard' },
    });
    await scene.close();
  });

  test('reaches the given destinations only', async () => {
    const [here, there] = [await book(database), await book(database, { input: { hotel: '2', roomType: '21' } })];
    const reach = { clientId: null, destinations: [1], hotels: null, isTest: false };
    expect(await erase({ booking: there }, reach)).toMatchObject({ kind: 'notFound', subject: 'BOOKING' });
    expect(await erase({ email: BOOKING.billedTo.email }, reach)).toEqual({
      kind: 'erased',
      bookings: 1,
      formerAddresses: 0,
    });
    expect((await eventsOf(database, here)).at(-1)).toMatchObject({ type: 'ERASED' });
    expect(await eventsOf(database, there)).toHaveLength(1);
  });

  test('at the end of retention takes bookings so many days after departure, more than a batch, once', async () => {
    const id = await book(database);
    const departure = day('2026-05-07');
    await database.prisma.$executeRaw`
      INSERT INTO booking SELECT (json_populate_record(b, json_build_object('id', lpad(i::text, 24, '0'), 'reference', lpad(i::text, 8, '0'),
        'arrival', b.arrival + i % 2, 'departure', b.departure + i % 2))).* FROM booking AS b, generate_series(1, 500) AS i`;
    const expired = (today: number) => eraseExpiredGuestData({ database, now: NOON }, { retentionDays: 30, today });
    expect(await expired(departure + 29)).toBe(0);
    expect(await expired(departure + 30)).toBe(251);
    expect(await expired(departure + 30)).toBe(0);
    expect((await eventsOf(database, id)).at(-1)).toMatchObject({ type: 'ERASED', clientId: null });
    expect(await expired(departure + 31)).toBe(250);
  });

  test('an export has whatever any table stores of people: erasing and exporting know the same tables', async () => {
    const id = await book(database, { input: { idempotencyKey: 'for-Hildegard-Vonderbingen' } });
    await keepMail(database, mailAbout(id));
    const exported = await exportGuestData(database, { email: BOOKING.billedTo.email, today: day('2026-03-02') });
    const texts = await personalTexts(database);
    const written = JSON.stringify(exported);
    expect(texts.filter(({ value }) => !written.includes(JSON.stringify(value)))).toEqual([]);
    expect(exported.keptMails).toMatchObject([{ toEmail: BOOKING.billedTo.email, text: 'Dear Hildegard' }]);
    const tables = await database.prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    const personal = new Set(texts.map(({ table }) => table));
    const others = tables.map(({ name }) => name).filter((name) => !personal.has(name));
    expect(others.sort()).toEqual(IMPERSONAL.split(/\s+/).sort());
    await erase({ booking: id });
    expect(await personalTexts(database)).toEqual([]);
  });

  test('an export has every key that an erasure by the same address hashes, of a party also those of rooms under other addresses', async () => {
    const scene = await openScene(database);
    const rooms = [{ roomType: '11' }, { roomType: '12' }];
    const [first] = await scene.madeParty({ input: { idempotencyKey: 'party-of-Hildegard', rooms } });
    await scene.alter(first!, { billedTo: { email: 'else@example.com' } as never, idempotencyKey: 'else' });
    await scene.made({ input: { billedTo: { ...BOOKING.billedTo, email: 'other@example.com' }, idempotencyKey: 'x' } });
    const { email } = BOOKING.billedTo;
    const keysOf = async () => (await database.prisma.idempotencyRecord.findMany()).map(({ key }) => key);
    const before = await keysOf();
    const { idempotencyKeys } = await exportGuestData(database, { email, today: day('2026-03-02') });
    await erase({ email });
    const after = await keysOf();
    expect([...idempotencyKeys].sort()).toEqual(before.filter((key) => !after.includes(key)).sort());
    expect(idempotencyKeys).toContain('party-of-Hildegard');
    await scene.close();
  });

  test('an export has the mails that went to an address which a booking has no longer, and those of nobody else', async () => {
    const [mine, other] = [await book(database), await book(database)];
    for (const bookingId of [mine, other]) await keepMail(database, mailAbout(bookingId));
    const scene = await openScene(database);
    await scene.alter(other, { billedTo: { email: 'else@example.com' } as never });
    await scene.close();
    await keepMail(database, { ...mailAbout(other), messageId: '<else@example.com>', toEmail: 'else@example.com' });
    const exported = await exportGuestData(database, { email: BOOKING.billedTo.email, today: day('2026-03-02') });
    const rows = await database.prisma.booking.findMany({ where: { id: { in: [mine, other] } } });
    const references = [mine, other].map((id) => formatReference(rows.find((row) => row.id === id)!.reference));
    expect(exported.bookings.map(({ id }) => id)).toEqual([mine]);
    expect(exported.keptMails.map(({ reference, toEmail }) => [reference, toEmail])).toEqual(
      references.map((reference) => [reference, BOOKING.billedTo.email]),
    );
  });

  test('an export has of a history what was before each change, and who called the stay off at what fee', async () => {
    const scene = await openScene(database);
    const id = await scene.made();
    await scene.alter(id, { stay: { arrival: day('2026-05-05') } as never, expectedTotal: 200_000 });
    await scene.cancel(id, { caller: CALLERS.operator, by: 'HOTEL', fee: 100 });
    await scene.close();
    const exported = await exportGuestData(database, { email: BOOKING.billedTo.email, today: day('2026-03-02') });
    const plain = { changed: null, cancelledBy: null, feeMinor: null, before: null };
    expect(exported.bookings[0]!.history).toMatchObject([
      { type: 'CONFIRMED', status: 'CONFIRMED', ...plain },
      {
        ...{ type: 'CHANGED', status: 'CONFIRMED', ...plain, changed: ['stay', 'price'] },
        before: { arrival: '2026-05-04', departure: '2026-05-07', amountMinor: 300_000, roomTypeNumber: 11 },
      },
      { type: 'CANCELLED', status: 'CANCELLED', ...plain, cancelledBy: 'HOTEL', feeMinor: 100 },
    ]);
  });

  test('an export has everything that is kept of a person until then, and nothing of it afterwards', async () => {
    const id = await book(database);
    await book(database, { input: { billedTo: { ...BOOKING.billedTo, email: 'else@example.com' } } });
    const kept = () => exportGuestData(database, { email: BOOKING.billedTo.email, today: day('2026-03-02') });
    const { bookings } = JSON.parse(JSON.stringify(await kept()));
    expect(bookings).toMatchObject([
      {
        id,
        billedTo: { firstName: 'Hildegard', street: 'Klosterweg', phone: '+420602123456' },
        guests: [{ birthDate: '1958-09-17' }, { firstName: 'Volmar', birthDate: null }],
        customerNote: BOOKING.customerNote,
        history: [{ type: 'CONFIRMED', note: REASON }],
        price: { amountMinor: 300_000 },
      },
    ]);
    await erase({ email: BOOKING.billedTo.email });
    expect((await kept()).bookings).toEqual([]);
  });
});

test('a note that is being written is erased, too: the erasure waits for whoever changes the booking', async () => {
  const database = (await prepare('postgresql')) as FreshDatabase;
  const id = await book(database);
  const timeouts = { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined };
  let erasing: Promise<unknown> | undefined;
  await database.transact(async (sql) => {
    await sql.query(raw('SELECT id FROM booking WHERE id = $1 FOR UPDATE', [id]));
    erasing = eraseGuestData(
      { database, now: NOON },
      { reach: EVERY_BOOKING, subject: { booking: id }, clientId: null, by: 'COMMAND_LINE' },
    );
    await until(
      () =>
        sql.query(
          raw<{ waiting: boolean }>(
            `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_blocking_pids(pid) @> ARRAY[pg_backend_pid()]) AS waiting`,
          ),
        ),
      ([row]) => row!.waiting,
    );
    await sql.query(
      raw(
        `INSERT INTO booking_event (id, booking_id, type, at, note) VALUES ('evt_late', $1, 'CANCELLED', now(), $2)`,
        [id, REASON],
      ),
    );
  }, timeouts);
  await erasing;
  expect(await wholeDatabase(database)).not.toMatch(PERSONAL);
});

test('a reason of a cancellation that waits for an erasure is not kept', async () => {
  const { database, scenes, close } = await openRivalScenes();
  const [scene] = scenes as [BookingScene];
  const id = await scene.made();
  let erased: Promise<unknown> | undefined;
  let cancelled: Promise<unknown> | undefined;
  await database.prisma.$transaction(async (tx) => {
    // The erasure has locked its booking when it waits for the contact.
    await tx.$queryRaw`SELECT booking_id FROM booking_contact WHERE booking_id = ${id} FOR SHARE`;
    const by = { reach: EVERY_BOOKING, clientId: null, by: 'COMMAND_LINE' };
    erased = eraseGuestData({ database: scene.database, now: NOON }, { ...by, subject: { booking: id } });
    await untilWaiting(database, 1, erased);
    cancelled = scene.cancel(id, { note: REASON });
    await untilWaiting(database, 2, cancelled);
  });
  expect(await erased).toMatchObject({ kind: 'erased' });
  expect(await cancelled).toMatchObject({ kind: 'bookingCancelled', alreadyCancelled: false });
  expect(await wholeDatabase(database)).not.toMatch(PERSONAL);
  await close();
});

test('a booking whose address is being changed to that of another person is not erased by the former one', async () => {
  const { database, scenes, close } = await openRivalScenes();
  const [scene] = scenes as [BookingScene];
  const id = await scene.made();
  const email = 'else@example.com';
  let changed: Promise<unknown> | undefined;
  let erased: Promise<unknown> | undefined;
  await database.prisma.$transaction(async (tx) => {
    // The change has locked its booking when it waits for the contact.
    await tx.$queryRaw`SELECT booking_id FROM booking_contact WHERE booking_id = ${id} FOR SHARE`;
    changed = scene.alter(id, { billedTo: { email } as never });
    await untilWaiting(database, 1, changed);
    erased = eraseGuestData(
      { database: scene.database, now: NOON },
      {
        ...{ reach: EVERY_BOOKING, clientId: null, by: 'COMMAND_LINE' },
        subject: { email: BOOKING.billedTo.email },
      },
    );
    await untilWaiting(database, 2, erased);
  });
  expect(await changed).toMatchObject({ kind: 'bookingChanged' });
  expect(await erased).toEqual({ kind: 'erased', bookings: 0, formerAddresses: 1 });
  const stored = await database.prisma.booking.findUniqueOrThrow({ where: { id }, include: { billedTo: true } });
  expect(stored).toMatchObject({ erasedAt: null, billedTo: { email, firstName: 'Hildegard' } });
  await close();
});

test('processes that sweep at once erase each booking once; without BOOKING_RETENTION_DAYS none is', async () => {
  const database = await prepare('postgresql');
  const id = await book(database);
  const log = await createLog({ level: 'silent', terminal: false });
  const clock = { now: () => Date.parse('2026-06-01T12:00:00Z') };
  const run = (bookingRetentionDays: number | null) =>
    sweep({ database, clock, log, config: { bookingRetentionDays, businessTimeZone: 'Europe/Prague' } });
  await run(null);
  expect(await eventsOf(database, id)).toHaveLength(1);
  await Promise.all([run(10), run(10), run(10)]);
  expect((await eventsOf(database, id)).map(({ type }) => type)).toEqual(['CONFIRMED', 'ERASED']);
});

test('a sweep that would erase more than a tenth of the bookings erases none and says so; a tenth it erases', async () => {
  const database = await prepare('postgresql');
  await book(database);
  await database.prisma.$executeRaw`
    INSERT INTO booking SELECT (json_populate_record(b, json_build_object('id', lpad(i::text, 24, '0'), 'reference', lpad(i::text, 8, '0'),
      'arrival', b.arrival + i, 'departure', b.departure + i))).* FROM booking AS b, generate_series(1, 199) AS i`;
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (line) => lines.push(String(line)));
  const log = await createLog({ level: 'warn', terminal: false, destination });
  const config = { bookingRetentionDays: 0, businessTimeZone: 'Europe/Prague' };
  const erased = async (days: number) => {
    const clock = { now: () => (day('2026-05-06') + days) * 86_400_000 };
    await sweep({ database, clock, log, config });
    return database.prisma.booking.count({ where: { erasedAt: { not: null } } });
  };
  expect(await erased(21)).toBe(0);
  expect(lines).toEqual([expect.stringMatching(/"due":21,"bookings":200,.*bookings erase --expired/)]);
  expect(await erased(20)).toBe(20);
  expect(await erased(40)).toBe(40);
});

test('over GraphQL it takes erase alone, and erased fields read as empty texts or null', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  opened.push(gateway as never);
  const shop = await gateway.key({ client: 'shop', scopes: ['book', 'bookings', 'read', 'manage', 'operate'] });
  const hotel = await gateway.key({ client: 'hotel', scopes: ['erase'] });
  const elsewhere = await gateway.key({ client: 'shop', scopes: ['erase', 'bookings'], destinations: [2] });
  const person = { firstName: 'Anna', lastName: 'Nová' };
  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11, customerNote: 'Hello' },
    ...{ arrival: '2027-04-05', departure: '2027-04-07', guests: [{ ...person, birthDate: '1990-01-01' }] },
    billedTo: { ...person, email: 'anna@example.com', phone: '+420602123456' },
  };
  const made = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation Book($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } } }',
    { key: shop, variables: { input } },
  );
  const { id } = made.createBooking;
  const ERASE = `mutation Erase($input: EraseGuestDataInput!) { eraseGuestData(input: $input) {
    __typename ... on GuestDataErased { bookings formerAddresses } ... on Problem { code } ... on InvalidInput { problems { path code } } } }`;
  const erase = async (key: string, subject: object) => {
    const { data, errors } = await gateway.graphql<{ eraseGuestData: object }>(ERASE, {
      key,
      variables: { input: subject },
    });
    return errors ? errors[0]!.extensions?.code : data.eraseGuestData;
  };
  expect(await erase(shop, { booking: id })).toBe('FORBIDDEN');
  expect(await erase(elsewhere, { booking: id })).toMatchObject({ __typename: 'NotFound', code: 'NOT_FOUND' });
  expect(await erase(elsewhere, { email: 'anna@example.com' })).toMatchObject({ bookings: 0 });
  for (const notOne of [{}, { booking: id, email: 'a@b.cz' }, { booking: id, email: null }]) {
    expect(await erase(hotel, notOne)).toBe('BAD_USER_INPUT');
  }
  expect(await erase(hotel, { email: 'anna' })).toMatchObject({ problems: [{ path: 'email', code: 'NOT_AN_EMAIL' }] });
  expect(await erase(hotel, { booking: 'none' })).toMatchObject({ __typename: 'NotFound' });
  expect(await erase(hotel, { email: 'ANNA@example.com' })).toEqual({
    ...{ __typename: 'GuestDataErased', bookings: 1, formerAddresses: 0 },
  });
  const { booking } = await gateway.ask<{ booking: object }>(
    `query Show($id: ID) { booking(id: $id) { erasedAt customerNote history { type } guests { firstName lastName birthDate }
      billedTo { firstName lastName email phone address { city } consentMarketing } } }`,
    { key: shop, variables: { id } },
  );
  expect(booking).toEqual({
    erasedAt: expect.any(String),
    customerNote: null,
    history: [{ type: 'REQUESTED' }, { type: 'ERASED' }],
    guests: [{ firstName: '', lastName: '', birthDate: null }],
    billedTo: { ...{ firstName: '', lastName: '', email: '', phone: null }, address: null, consentMarketing: false },
  });
});
