import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEventId } from '../../../src/data/bookings.ts';
import type { Database } from '../../../src/data/database/database.ts';
import type { Transact } from '../../../src/data/database/sql-transactions.ts';
import { listMailsOfBookings } from '../../../src/data/deliveries/booking-mails.ts';
import { type DeliveryResult, finishDelivery } from '../../../src/data/deliveries/deliveries.ts';
import { queueMailAgain, repeatedToCustomer } from '../../../src/data/deliveries/mails.ts';
import { MAILS, WEBHOOKS } from '../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { listKeptMails, MOST_KEPT } from '../../../src/data/kept-mails.ts';
import { formatReference } from '../../../src/domain/booking/reference.ts';
import type { BookingEventType } from '../../../src/domain/event/event-types.ts';
import type { OutgoingMail, SendOutcome } from '../../../src/mail/sending/smtp.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';
import { deliverMail } from '../../../src/operations/mail/deliver-mail.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  NOON,
  openScene,
} from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { STATIONERY } from '../../support/mail/booking-mail.ts';
import { only, parseCalendar, unescapeText } from '../../support/mail/calendar-parser.ts';

async function memoryDatabase(): Promise<Database> {
  const database = await freshEmbedded();
  return database;
}

const limits = new LimitCounts();
const RESERVATIONS = 'rezervace@hotel1.example';

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', memoryDatabase],
])('the mail about an event on %s (S17)', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
    await database.prisma.hotel.update({
      where: { number: 1 },
      data: { reservationEmail: RESERVATIONS, reservationLanguage: 'de', phone: '+420 354 123 456' },
    });
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  const sequenceOf = async (bookingId: string, type: BookingEventType) =>
    Number((await database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId, type } })).sequence);

  const eventOf = (sequence: number) =>
    database.prisma.bookingEvent.findUniqueOrThrow({ where: { sequence: BigInt(sequence) } });

  const linkTo = async ({ id, email }: { id: string; email: string }) => `https://shop.example/booking#${id} ${email}`;

  /** Delivers to a sender that answers with `outcome`; returns what it was given, too. */
  async function deliver(eventSequence: number, recipient: string, outcome: SendOutcome = { kind: 'sent' }) {
    const mails: OutgoingMail[] = [];
    const send = async (mail: OutgoingMail) => {
      mails.push(mail);
      return outcome;
    };
    const parts = {
      database,
      clock: scene.clock,
      businessTimeZone: 'Europe/Prague',
      stationery: STATIONERY,
      send,
      limits,
      linkTo,
    };
    const attempt = await deliverMail(parts, { id: 0, eventSequence, recipient }, new AbortController().signal);
    return { ...attempt, mails };
  }

  const keep = (eventSequence: number, recipient: string) =>
    deliverMail(
      {
        database,
        clock: scene.clock,
        businessTimeZone: 'Europe/Prague',
        stationery: STATIONERY,
        send: null,
        limits,
        linkTo,
      },
      { id: 0, eventSequence, recipient },
      new AbortController().signal,
    );

  test('leads the customer back to the booking until its departure, the hotel and tests never (A11)', async () => {
    const dates = { arrival: day('2026-11-02'), departure: day('2026-11-05') };
    const id = await scene.made({ input: { ...dates, kind: 'REQUEST' }, language: 'en' });
    await publishEvents(database, { recipients: [MAILS], now: scene.clock.now() });
    const sequence = await sequenceOf(id, 'REQUESTED');
    const textFor = async (recipient: string) => (await deliver(sequence, recipient)).mails[0]!.text;
    const link = `https://shop.example/booking#${id} ${BOOKING.billedTo.email}`;
    expect(await textFor('customer')).toContain(link);
    expect(await textFor('hotel')).not.toContain('/booking#');
    await database.prisma.booking.update({ where: { id }, data: { isTest: true } });
    expect(await textFor('customer')).not.toContain('/booking#');
    await database.prisma.booking.update({ where: { id }, data: { isTest: false } });
    await database.prisma.bookingEvent.updateMany({
      where: { bookingId: id },
      data: { at: new Date('2026-11-06T12:00:00Z') },
    });
    expect(await textFor('customer')).not.toContain('/booking#');
  });

  test('is one for rooms that were booked together: each with its reference, guests and price, the total, and a calendar entry each (Y2)', async () => {
    const rooms = [{ roomType: '11', guests: BOOKING.guests }, { roomType: '12' }];
    const dates = { arrival: day('2026-11-02'), departure: day('2026-11-05') };
    const ids = await scene.madeParty({ input: { ...dates, rooms }, language: 'en' });
    await publishEvents(database, { recipients: [MAILS], now: scene.clock.now() });
    const events = await database.prisma.bookingEvent.findMany({
      where: { bookingId: { in: [...ids] } },
      orderBy: { sequence: 'asc' },
      include: { deliveries: true, booking: true },
    });
    expect(events.map(({ deliveries }) => deliveries.map(({ recipient }) => recipient).sort())).toEqual([
      ['customer', 'hotel'],
      [],
    ]);
    const first = Number(events[0]!.sequence);
    const references = events.map(({ booking }) => formatReference(booking!.reference));
    const [mail] = (await deliver(first, 'customer')).mails;
    expect(mail!.subject).toContain(references.join(', '));
    for (const text of [...references, 'Volmar Disibod', 'Room 2', '6,000']) expect(mail!.text).toContain(text);
    const { components } = parseCalendar(mail!.calendar!.content);
    expect(components.map((event) => unescapeText(only(event, 'DESCRIPTION').value).split('\n')[0])).toEqual(
      references.map((reference) => `Booking reference: ${reference}`),
    );
    expect(new Set(components.map((event) => only(event, 'UID').value)).size).toBe(2);
    const [toHotel] = (await deliver(first, 'hotel')).mails;
    for (const reference of references) expect(toHotel!.text).toContain(reference);

    // What happens to one room later is told of that one alone.
    await scene.cancel(ids[0]!);
    const [cancelled] = (await deliver(await sequenceOf(ids[0]!, 'CANCELLED'), 'customer')).mails;
    expect(cancelled!.text).not.toContain(references[1]);
    expect(cancelled!.calendar!.content).toContain(only(components[0]!, 'UID').value);
  });

  test('is one for rooms that were cancelled together, with the fee of each and of all (Y3)', async () => {
    const rooms = [{ roomType: '11' }, { roomType: '12' }];
    const dates = { arrival: day('2026-11-16'), departure: day('2026-11-19') };
    const ids = await scene.madeParty({ input: { ...dates, rooms }, language: 'en' });
    const cancellationTerms = [{ daysBeforeArrival: 400, basisPoints: 5_000 }];
    await database.prisma.booking.updateMany({ where: { id: { in: [...ids] } }, data: { cancellationTerms } });
    await scene.cancel(ids[1]!, { isParty: true });
    await publishEvents(database, { recipients: [MAILS], now: scene.clock.now() });
    const events = await database.prisma.bookingEvent.findMany({
      where: { bookingId: { in: [...ids] }, type: 'CANCELLED' },
      include: { deliveries: true, booking: true },
    });
    const told = events.filter(({ deliveries }) => deliveries.length > 0);
    expect(told.map(({ deliveries }) => deliveries.map(({ recipient }) => recipient).sort())).toEqual([
      ['customer', 'hotel'],
    ]);
    const [mail] = (await deliver(Number(told[0]!.sequence), 'customer')).mails;
    for (const { booking } of events) expect(mail!.text).toContain(formatReference(booking!.reference));
    expect(mail!.text.replaceAll('\u00a0', ' ')).toContain('3,000');
    const { components } = parseCalendar(mail!.calendar!.content);
    expect(components.map((event) => only(event, 'STATUS').value)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  test('the confirmation of a room, sent again, is about the rooms that are booked under the same address (Y2)', async () => {
    const rooms = [{ roomType: '11' }, { roomType: '12' }, { roomType: '11' }];
    const dates = { arrival: day('2026-11-09'), departure: day('2026-11-12') };
    const ids = await scene.madeParty({ input: { ...dates, rooms } });
    await scene.alter(ids[2]!, { billedTo: { email: 'friend@rupertsberg.example' } as never });
    const referenceOf = async (id: string) =>
      formatReference((await database.prisma.booking.findUniqueOrThrow({ where: { id } })).reference);
    const [one, other, friends] = await Promise.all(ids.map(referenceOf));
    const [again] = (await deliver(await sequenceOf(ids[1]!, 'CONFIRMED'), 'customer-2')).mails;
    expect(again!.text).toContain(one);
    expect(again!.text).toContain(other);
    expect(again!.text).not.toContain(friends);
    const [toFriend] = (await deliver(await sequenceOf(ids[2]!, 'CONFIRMED'), 'customer-2')).mails;
    expect(toFriend!.to.email).toBe('friend@rupertsberg.example');
    expect(toFriend!.text).not.toContain(one);
  });

  test('says what was true at its event, however late it is sent: a change since is in the mail about the change', async () => {
    const bookingId = await scene.made();
    const stay = { arrival: day('2026-05-05'), roomType: '12' } as never;
    const billedTo = { email: 'right@rupertsberg.example' } as never;
    await scene.alter(bookingId, { stay, billedTo, expectedTotal: 200_000 });
    await scene.alter(bookingId, { stay: { departure: day('2026-05-10') } as never, expectedTotal: 500_000 });
    await scene.cancel(bookingId);
    const events = await database.prisma.bookingEvent.findMany({ where: { bookingId }, orderBy: { sequence: 'asc' } });
    const mails = await Promise.all(
      events.map(async ({ sequence }) => (await deliver(Number(sequence), 'customer')).mails[0]!),
    );
    const plain = mails.map(({ text }) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
    const stays = plain.map((text) => [
      /Příjezd: [^\n]*?(\d+)\. května 2026[^\n]*\nOdjezd: [^\n]*?(\d+)\. května/.exec(text)?.slice(1),
      /Celkem: ([\d ]+)/.exec(text)?.[1]?.trim(),
    ]);
    expect(stays.at(0)).toEqual([['4', '7'], '3 000']);
    expect(plain.map((text) => text.match(/\(dříve: [^)]*\)/g)?.length ?? 0)).toEqual([0, 2, 2, 0]);
    expect(plain[1]).toMatch(/Cena: 2 000 Kč \(dříve: 3 000 Kč\)/);
    expect(plain[2]).toMatch(/Cena: 5 000 Kč \(dříve: 2 000 Kč\)/);
    expect(mails.map(({ to }) => to.email)).toEqual(Array(4).fill('right@rupertsberg.example'));
    const calendars = mails.map(({ calendar }) => calendar!.content.replaceAll('\r\n ', ''));
    expect(calendars.map((content) => /SEQUENCE:(\d+)/.exec(content)![1])).toEqual(['0', '1', '2', '3']);
    expect(calendars.map((content) => /DTSTART;VALUE=DATE:(\d+)/.exec(content)![1])).toEqual([
      ...['20260504', '20260505', '20260505', '20260505'],
    ]);
    expect(new Set(calendars.map((content) => /UID:(.*)/.exec(content)![1])).size).toBe(1);
  });

  test('names as changed what the change has changed, not what the catalogue has renamed since (M7)', async () => {
    const { prisma } = database;
    const id = await scene.made({ language: 'en' });
    const stay = { departure: day('2026-05-06') } as never;
    await scene.alter(id, { stay, expectedTotal: 200_000 });
    const [roomType, visitType] = [{ number: 11 }, { number: 100 }];
    const { category } = await prisma.roomType.findUniqueOrThrow({ where: roomType });
    const { name } = await prisma.visitType.findUniqueOrThrow({ where: visitType });
    await prisma.roomType.update({ where: roomType, data: { category: { en: 'Room with another name' } } });
    await prisma.visitType.update({ where: visitType, data: { name: { en: 'Cure with another name' } } });
    const { mails } = await deliver(await sequenceOf(id, 'CHANGED'), 'customer');
    await prisma.roomType.update({ where: roomType, data: { category: category as object } });
    await prisma.visitType.update({ where: visitType, data: { name: name as object } });
    const [, section = ''] = /WHAT HAS CHANGED\n([\s\S]*?)\n\n/.exec(mails[0]!.text) ?? [];
    expect(section.split('\n').map((line) => line.split(':')[0])).toEqual(['Departure', 'Price']);
    expect(mails[0]!.text).toContain('Cure with another name');
    await scene.cancel(id);
  });

  test('notifies the former address that it was changed, and says nothing of the stay or of a person', async () => {
    const bookingId = await scene.made();
    await scene.alter(bookingId, { billedTo: { email: 'right@rupertsberg.example' } as never });
    const { mails } = await deliver(await sequenceOf(bookingId, 'CHANGED'), 'former');
    expect(mails).toMatchObject([{ to: { name: '', email: 'hildegard@rupertsberg.example' }, calendar: null }]);
    expect(mails[0]!.text).not.toMatch(/Hildegard|right@|Vonderbingen/);
    await scene.cancel(bookingId);
  });

  test.each<[string, DeliveryResult, boolean]>([
    ['is forgotten once it has been notified', { state: 'DONE', outcome: 'sent', at: NOON }, true],
    ['is forgotten when the mail is refused or given up', { state: 'FAILED', outcome: '550', at: NOON }, true],
    ['stays while the mail is tried again', { state: 'PENDING', outcome: '450', dueAt: NOON }, false],
  ])('the former address %s (M7)', async (_what, result, isForgotten) => {
    const bookingId = await scene.made();
    await scene.alter(bookingId, { billedTo: { email: 'right@rupertsberg.example' } as never });
    await publishEvents(database, { recipients: [MAILS], now: scene.clock.now() });
    const sequence = await sequenceOf(bookingId, 'CHANGED');
    const { formerEmail: kept } = await eventOf(sequence);
    expect(kept).toBe(BOOKING.billedTo.email);
    const where = { eventSequence: sequence };
    const attemptedAt = new Date(NOON);
    await database.prisma.delivery.updateMany({ where, data: { attempts: 1, attemptedAt } });
    const queued = await database.prisma.delivery.findMany({ where });
    // What becomes of the mails to others says nothing about it.
    for (const { id, recipient } of queued.toSorted((one) => (one.recipient === 'former' ? 1 : -1))) {
      expect((await eventOf(sequence)).formerEmail).toBe(kept);
      const claimed = { id: Number(id), recipient, owner: '', eventSequence: sequence, attempts: 1, attemptedAt };
      await finishDelivery(
        database,
        claimed,
        recipient === 'former' ? result : { state: 'DONE', outcome: 'sent', at: NOON },
      );
    }
    expect((await eventOf(sequence)).formerEmail).toBe(isForgotten ? null : kept);
    if (isForgotten) expect(await deliver(sequence, 'former')).toMatchObject({ outcome: 'dropped', mails: [] });
    await scene.cancel(bookingId);
  });

  test('the former address is forgotten as soon as the change is published where no mail goes out (M7)', async () => {
    const bookingId = await scene.made();
    await scene.alter(bookingId, { billedTo: { email: 'right@rupertsberg.example' } as never });
    await publishEvents(database, { recipients: [WEBHOOKS], now: scene.clock.now() });
    expect(await eventOf(await sequenceOf(bookingId, 'CHANGED'))).toMatchObject({ formerEmail: null });
    await scene.cancel(bookingId);
  });

  test('is queued again without `finish`: that it is does not say that bookings can be written', async () => {
    const bookingId = await scene.made({ input: { kind: 'REQUEST' } });
    const finished: string[] = [];
    const transact: Transact = (work, timeouts) =>
      database.transact((sql) => {
        const finish: typeof sql.finish = (...sent) => {
          finished.push(sent[0].text);
          return sql.finish(...sent);
        };
        return work({ ...sql, finish });
      }, timeouts);
    await queueMailAgain({ transact }, { bookingId, now: scene.clock.millis });
    const queued = { event: { bookingId }, recipient: { startsWith: 'customer-' } };
    expect(await database.prisma.delivery.count({ where: queued })).toBe(1);
    expect(finished).toEqual([]);
  });

  test('that was asked for again waits once for a booking, about its present state (S11)', async () => {
    const bookingId = await scene.made({ input: { kind: 'REQUEST' } });
    const askAgain = () => queueMailAgain(database, { bookingId, now: scene.clock.millis });
    const repeated = async () => {
      const where = { event: { bookingId }, recipient: { startsWith: 'customer-' } };
      const found = await database.prisma.delivery.findMany({
        where,
        include: { event: true },
        orderBy: { id: 'asc' },
      });
      return found.map(({ state, event }) => `${state} ${event.type}`);
    };
    await askAgain();
    await scene.decline(bookingId);
    await Promise.all([askAgain(), askAgain()]);
    expect(await repeated()).toEqual(['PENDING DECLINED']);
    await database.prisma.delivery.updateMany({
      where: { event: { bookingId } },
      data: { state: 'DONE', finishedAt: new Date(scene.clock.now()) },
    });
    await scene.reinstate(bookingId);
    await askAgain();
    expect(await repeated()).toEqual(['DONE DECLINED', 'PENDING REINSTATED']);
    // One that is under way does not wait: the guest gets it, and the history has it.
    const where = { event: { bookingId }, state: 'PENDING', recipient: { startsWith: 'customer-' } } as const;
    await database.prisma.delivery.updateMany({
      where,
      data: { attempts: 1, attemptedAt: new Date(scene.clock.now()) },
    });
    await scene.decline(bookingId);
    await askAgain();
    expect(await repeated()).toEqual(['DONE DECLINED', 'PENDING REINSTATED', 'PENDING DECLINED']);
  });

  test('that was asked for again is about the state that the guest read of, whatever has happened since that nobody is mailed', async () => {
    const [id, erased] = [await scene.made(), await scene.made()];
    await database.prisma.$executeRawUnsafe(`ALTER TYPE "BookingEventType" ADD VALUE 'UPGRADED'`);
    await database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, booking_id, type, status, at) VALUES ('evt_up', $1, 'UPGRADED', 'CONFIRMED', current_timestamp)`,
      id,
    );
    await database.prisma.booking.update({ where: { id: erased }, data: { erasedAt: new Date(scene.clock.now()) } });
    for (const bookingId of [id, erased]) await queueMailAgain(database, { bookingId, now: scene.clock.now() });
    const queued = await database.prisma.delivery.findMany({
      where: { event: { bookingId: { in: [id, erased] } }, recipient: { startsWith: 'customer-' } },
    });
    const sequence = await sequenceOf(id, 'CONFIRMED');
    expect(queued.map(({ eventSequence }) => Number(eventSequence))).toEqual([sequence]);
    expect((await deliver(sequence, queued[0]!.recipient)).mails).toHaveLength(1);
    await Promise.all([id, erased].map((bookingId) => scene.cancel(bookingId)));
  });

  test('goes to the customer in the language of the booking, and is answered by the hotel', async () => {
    const id = await scene.made({ language: 'ru' });
    const { result, mails } = await deliver(await sequenceOf(id, 'CONFIRMED'), 'customer');
    expect(result).toBe('done');
    const [mail] = mails;
    expect(mail).toMatchObject({
      to: { name: 'Hildegard Vonderbingen', email: 'hildegard@rupertsberg.example' },
      replyTo: { name: 'Hotel 1', email: RESERVATIONS },
      calendar: { method: 'PUBLISH' },
    });
    expect(mail!.html).toContain('<html lang="ru-RU">');
    expect(mail!.text).toContain('+420 354 123 456');
    const { reference } = await database.prisma.booking.findUniqueOrThrow({ where: { id } });
    expect(mail!.text).toContain(`${reference.slice(0, 4)}-${reference.slice(4)}`);
    expect(mail!.text.replaceAll(/\s/g, '')).toContain('3000');
  });

  test('goes to the hotel in its language, and is answered by the customer', async () => {
    const id = await scene.made();
    const { mails } = await deliver(await sequenceOf(id, 'CONFIRMED'), 'hotel');
    expect(mails[0]).toMatchObject({
      to: { email: RESERVATIONS },
      replyTo: { email: 'hildegard@rupertsberg.example' },
      calendar: null,
    });
    expect(mails[0]!.html).toContain('<html lang="de-DE">');
    expect(mails[0]!.text).toContain('Quiet room for Hildegard, please');
  });

  test('has one Message-ID for its event and recipient, and reveals nothing of the booking in it', async () => {
    const id = await scene.made();
    const event = await database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId: id } });
    const sequence = Number(event.sequence);
    const ids = [];
    for (const recipient of ['customer', 'customer', 'hotel', repeatedToCustomer()]) {
      ids.push((await deliver(sequence, recipient)).mails[0]!.messageId);
    }
    expect(ids[0]).toBe(`<${event.id}.customer@gateway.example>`);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(ids.join()).not.toContain(id);
  });

  test('says what was true at its event, whatever has happened since', async () => {
    const id = await scene.made({ language: 'en' });
    await scene.cancel(id, { caller: CALLERS.operator, messageToGuest: 'Get well soon.', note: 'Broken leg.' });
    const [confirmed, cancelled] = [await sequenceOf(id, 'CONFIRMED'), await sequenceOf(id, 'CANCELLED')];
    expect((await deliver(confirmed, 'customer')).mails[0]!.subject).toMatch(/^Your stay is booked/);
    const { mails } = await deliver(cancelled, 'customer');
    expect(mails[0]).toMatchObject({ subject: expect.stringMatching(/^Cancelled/), calendar: { method: 'CANCEL' } });
    expect(mails[0]!.text).toContain('Get well soon.');
    expect(mails[0]!.text).not.toContain('Broken leg.');
  });

  test('of a request that was declined goes to the customer alone, and puts nothing into a calendar', async () => {
    const id = await scene.made({ input: { kind: 'REQUEST' }, language: 'en' });
    await scene.decline(id);
    const declined = await sequenceOf(id, 'DECLINED');
    expect((await deliver(declined, 'customer')).mails[0]!.calendar).toBeNull();
    expect(await deliver(declined, 'hotel')).toMatchObject({ outcome: 'dropped', mails: [] });
    expect((await deliver(await sequenceOf(id, 'REQUESTED'), 'hotel')).mails).toHaveLength(1);
  });

  test('of a request that was withdrawn takes nothing out of a calendar, also where it is sent after the request was confirmed', async () => {
    const id = await scene.made({ input: { kind: 'REQUEST' } });
    await scene.cancel(id);
    await scene.reinstate(id);
    expect(await scene.confirm(id)).toMatchObject({ kind: 'bookingConfirmed' });
    const calendarOf = async (type: BookingEventType) =>
      (await deliver(await sequenceOf(id, type), 'customer')).mails[0]!.calendar?.method ?? null;
    expect(await calendarOf('CANCELLED')).toBeNull();
    expect(await calendarOf('CONFIRMED')).toBe('PUBLISH');
    await scene.cancel(id);
  });

  test('of a test goes to the customer, marked, and to no hotel', async () => {
    const id = await scene.made({ caller: { ...CALLERS.everywhere, isTest: true }, language: 'en' });
    const sequence = await sequenceOf(id, 'CONFIRMED');
    expect((await deliver(sequence, 'customer')).mails[0]!.subject).toMatch(/^\[Test\] /);
    expect(await deliver(sequence, 'hotel')).toMatchObject({ outcome: 'dropped', mails: [] });
  });

  test('is dropped when the hotel has no address for it', async () => {
    const id = await scene.made({ input: { hotel: '2', roomType: '21' } });
    expect(await deliver(await sequenceOf(id, 'CONFIRMED'), 'hotel')).toMatchObject({ outcome: 'dropped', mails: [] });
  });

  test('to a guest without an address is in no list, also while it waits', async () => {
    const id = await scene.made();
    await publishEvents(database, { recipients: [MAILS], now: scene.clock.now() });
    const waiting = async () =>
      (await listMailsOfBookings(database, [id]))
        .get(id)!
        .map(({ to, state }) => `${to} ${state}`)
        .toSorted();
    expect(await waiting()).toEqual(['GUEST WAITING', 'HOTEL WAITING']);
    await database.prisma.bookingContact.updateMany({ where: { bookingId: id }, data: { email: '' } });
    expect(await waiting()).toEqual(['HOTEL WAITING']);
    await scene.cancel(id);
  });

  test('is dropped when the data of the guests were erased, and those that the demo kept are gone', async () => {
    const id = await scene.made();
    const sequence = await sequenceOf(id, 'CONFIRMED');
    await keep(sequence, 'customer');
    expect(await listKeptMails(database)).toHaveLength(1);
    const at = new Date(scene.clock.now());
    const erased = { id: newEventId(), bookingId: id, type: 'ERASED', at } as const;
    await database.prisma.booking.update({ where: { id }, data: { erasedAt: at } });
    await database.prisma.bookingEvent.create({ data: erased });
    expect(await listKeptMails(database)).toEqual([]);
    for (const recipient of ['customer', 'hotel']) {
      expect(await deliver(sequence, recipient)).toMatchObject({ outcome: 'dropped', mails: [] });
    }
  });

  test('is tried again when the server fails, and given up when it refuses the mail', async () => {
    const sequence = await sequenceOf(await scene.made(), 'CONFIRMED');
    const failed = await deliver(sequence, 'customer', { kind: 'failed', code: '451' });
    expect(failed).toMatchObject({ result: 'retry', outcome: '451' });
    const refused = await deliver(sequence, 'customer', { kind: 'refused', code: '550' });
    expect(refused).toMatchObject({ result: 'failed', outcome: '550' });
  });

  test('is kept once for the demo, and only the newest hundred are', async () => {
    const sequence = await sequenceOf(await scene.made({ input: { roomType: '12' } }), 'CONFIRMED');
    for (let time = 0; time < 2; time++) expect(await keep(sequence, 'customer')).toMatchObject({ outcome: 'kept' });
    expect(await listKeptMails(database)).toHaveLength(1);
    for (let count = 0; count < MOST_KEPT + 5; count++) await keep(sequence, repeatedToCustomer());
    const kept = await listKeptMails(database);
    expect(kept).toHaveLength(MOST_KEPT);
    expect(await database.prisma.keptMail.count()).toBe(MOST_KEPT);
    expect(kept.some(({ messageId }) => messageId.includes('.customer@'))).toBe(false);
  });
});
