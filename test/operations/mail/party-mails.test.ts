/** Y2, Y3: the mails about rooms that were booked together and differ later, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { listMailsOfBookings } from '../../../src/data/deliveries/booking-mails.ts';
import { queueMailAgain } from '../../../src/data/deliveries/mails.ts';
import { listKeptMails } from '../../../src/data/kept-mails.ts';
import { formatReference } from '../../../src/domain/booking/reference.ts';
import { LOCALES, type Locale } from '../../../src/domain/text/locale.ts';
import { REGIONAL_TAGS, showDay } from '../../../src/domain/text/shown.ts';
import type { OutgoingMail } from '../../../src/mail/sending/smtp.ts';
import { EVERY_BOOKING } from '../../../src/operations/booking/booking-access.ts';
import { expireRequests } from '../../../src/operations/booking/changes/expire-requests.ts';
import { eraseGuestData } from '../../../src/operations/booking/guest-data/erase-guest-data.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';
import { deliverMail } from '../../../src/operations/mail/deliver-mail.ts';
import {
  BOOKING,
  type BookingScene,
  day,
  fillScene,
  NOON,
  openScene,
  type PartyAsked,
} from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { STATIONERY } from '../../support/mail/booking-mail.ts';
import { only, parseCalendar, unescapeText } from '../../support/mail/calendar-parser.ts';
import { openPostOffice, type PostOffice } from '../../support/mail/post-office.ts';

const RESERVATIONS = 'rezervace@hotel1.example';
const CUSTOMER = BOOKING.billedTo.email;
const FRIEND = 'friend@rupertsberg.example';
const DOWN = { kind: 'failed', code: 'ECONNREFUSED' } as const;
/** Each for 1,000.00 CZK a night. */
const ROOMS = ['11', '12', '11'].map((roomType) => ({ roomType }));

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])('mails about a party on %s', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  let post: PostOffice;
  let nights = 0;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
    post = openPostOffice(scene);
    await database.prisma.hotel.update({ where: { number: 1 }, data: { reservationEmail: RESERVATIONS } });
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  /** A party for two nights that no other test takes, from noon on the first day of the scene. */
  async function party(
    { rooms = ROOMS.slice(0, 2), ...input }: Partial<PartyAsked['input']> = {},
    language: Locale = 'en',
  ) {
    nights += 4;
    scene.clock.millis = NOON;
    const dates = { arrival: day('2026-05-01') + nights, departure: day('2026-05-03') + nights };
    const ids = await scene.madeParty({ input: { ...dates, ...input, rooms }, language });
    const rows = await database.prisma.booking.findMany({
      where: { id: { in: [...ids] } },
      orderBy: { partyRoom: 'asc' },
    });
    return { ids: [...ids], dates, references: rows.map(({ reference }) => formatReference(reference)) };
  }

  const erase = (booking: string) =>
    eraseGuestData(
      { database, now: scene.clock.now() },
      { reach: EVERY_BOOKING, subject: { booking }, clientId: null, by: 'COMMAND_LINE' },
    );

  const resend = async (bookingId: string) => {
    await queueMailAgain(database, { bookingId, now: scene.clock.now() });
    return post.deliver();
  };

  /** The places of the rooms that each mail to an address is about, in text, HTML and calendar file alike. */
  function roomsIn(mails: readonly OutgoingMail[], address: string, references: readonly string[]): number[][] {
    const placesIn = (text: string) => references.flatMap((one, place) => (text.includes(one) ? [place] : []));
    return mails
      .filter(({ to }) => to.email === address)
      .map(({ subject, text, html, calendar }) => {
        const places = placesIn(text);
        expect([placesIn(subject), placesIn(html)]).toEqual([places, places]);
        if (calendar) {
          const { components } = parseCalendar(calendar.content);
          const notes = components.map((event) => unescapeText(only(event, 'DESCRIPTION').value));
          expect(placesIn(notes.join(' '))).toEqual(places);
          expect(components).toHaveLength(places.length);
        }
        return places;
      });
  }

  const mailsOf = async (ids: readonly string[]) => {
    const found = await listMailsOfBookings(database, ids);
    return ids.map((id) => found.get(id)!.map(({ kind, to, state }) => `${kind} ${to} ${state}`));
  };

  test.each<[string, 'BINDING' | 'REQUEST', (id: string, dates: { departure: number }) => Promise<unknown>]>([
    ['is cancelled', 'BINDING', (id) => scene.cancel(id)],
    [
      'has other days',
      'BINDING',
      (id, { departure }) => scene.alter(id, { stay: { departure: departure + 1 } as never, expectedTotal: 300_000 }),
    ],
    ['was declined', 'REQUEST', (id) => scene.decline(id)],
    ['was erased', 'BINDING', (id) => erase(id)],
  ])(
    'sent again, the mail of a room is about the rooms as they are: one that %s is not in it (S11)',
    async (_what, kind, change) => {
      const { ids, dates, references } = await party({ kind });
      await post.deliver();
      expect(roomsIn(await resend(ids[1]!), CUSTOMER, references)).toEqual([[0, 1]]);
      await change(ids[0]!, dates);
      await post.deliver();
      const mails = await resend(ids[1]!);
      expect(roomsIn(mails, CUSTOMER, references)).toEqual([[1]]);
      const text = mails[0]!.text.replaceAll(/[\u00a0\u202f]/g, ' ');
      expect(text).toContain('2,000');
      expect(text).not.toContain('4,000');
    },
  );

  test('sent again, the mail of a room still has a room to which only that has happened of which nobody is mailed (S11)', async () => {
    const { ids, references } = await party({ kind: 'BINDING' });
    await post.deliver();
    await database.prisma.$executeRawUnsafe(`ALTER TYPE "BookingEventType" ADD VALUE 'UPGRADED'`);
    await database.prisma.$executeRawUnsafe(
      `INSERT INTO booking_event (id, booking_id, type, status, at) VALUES ('evt_up', $1, 'UPGRADED', 'CONFIRMED', current_timestamp)`,
      ids[0],
    );
    expect(roomsIn(await resend(ids[1]!), CUSTOMER, references)).toEqual([[0, 1]]);
  });

  test('a room lists the mails about it, with what came of them, and a repetition where it was asked for (M8)', async () => {
    const { ids } = await party({ rooms: ROOMS });
    await post.deliver(DOWN);
    const waiting = ['CONFIRMED GUEST WAITING', 'CONFIRMED HOTEL WAITING'];
    const sorted = async () => (await mailsOf(ids)).map((mails) => mails.toSorted());
    expect(await sorted()).toEqual([waiting, waiting, waiting]);
    post.wait();
    await post.deliver({ kind: 'refused', code: '550' });
    const failed = ['CONFIRMED GUEST FAILED', 'CONFIRMED HOTEL FAILED'];
    expect(await sorted()).toEqual([failed, failed, failed]);
    await resend(ids[1]!);
    expect(await sorted()).toEqual([failed, [...failed, 'CONFIRMED GUEST SENT'].toSorted(), failed]);
  });

  test('a room that is erased while mails wait takes nothing from the others: customer and hotel are notified of them (S19)', async () => {
    const { ids, references } = await party({ rooms: ROOMS });
    await post.deliver(DOWN);
    await erase(ids[0]!);
    post.wait();
    const mails = await post.deliver();
    expect(roomsIn(mails, CUSTOMER, references)).toEqual([[1], [2]]);
    expect(roomsIn(mails, RESERVATIONS, references)).toEqual([[1], [2]]);
    expect(mails.every(({ text }) => text.includes('Hildegard'))).toBe(true);
    const sent = ['CONFIRMED GUEST SENT', 'CONFIRMED HOTEL SENT'];
    expect((await mailsOf(ids)).map((one) => one.toSorted())).toEqual([[], sent, sent]);
    post.wait();
    expect(await post.deliver()).toEqual([]);
  });

  test('the mail about a room whose address is changed meanwhile goes to the new one, that about the others to theirs, each once', async () => {
    for (const changed of [0, 1]) {
      const { ids, references } = await party();
      await post.deliver(DOWN);
      await scene.alter(ids[changed]!, { billedTo: { email: FRIEND } as never });
      post.wait();
      await post.deliver(DOWN);
      post.wait();
      const { id: confirmed } = await database.prisma.bookingEvent.findFirstOrThrow({
        where: { bookingId: ids[0]!, type: 'CONFIRMED' },
      });
      const about = await database.prisma.bookingEvent.findMany({
        where: { OR: [{ id: confirmed }, { mailedWith: confirmed }] },
      });
      const mails = (await post.deliver()).filter(({ messageId }) => about.some(({ id }) => messageId.includes(id)));
      expect(roomsIn(mails, FRIEND, references)).toEqual([[changed]]);
      expect(roomsIn(mails, CUSTOMER, references)).toEqual([[1 - changed]]);
      expect(roomsIn(mails, RESERVATIONS, references).flat().toSorted()).toEqual([0, 1]);
      post.wait();
      expect(await post.deliver()).toEqual([]);
      expect(await mailsOf([ids[1]!])).toEqual([
        expect.arrayContaining(['CONFIRMED GUEST SENT', 'CONFIRMED HOTEL SENT']),
      ]);
    }
  });

  test.each(LOCALES)(
    'rooms with other days are cancelled in a mail of their own, with their days, in %s (Y3)',
    async (locale) => {
      const { ids, dates, references } = await party({ rooms: ROOMS }, locale);
      await database.prisma.hotel.update({ where: { number: 1 }, data: { reservationLanguage: locale } });
      const later = dates.departure + 1;
      await scene.alter(ids[1]!, { stay: { departure: later } as never, expectedTotal: 300_000 });
      await post.deliver();
      await scene.cancel(ids[0]!, { isParty: true });
      const mails = await post.deliver();
      for (const address of [CUSTOMER, RESERVATIONS]) {
        expect(roomsIn(mails, address, references)).toEqual([[0, 2], [1]]);
        const [usual, longer] = mails.filter(({ to }) => to.email === address);
        const shown = (departure: number) => showDay(departure, REGIONAL_TAGS[locale], { dateStyle: 'full' });
        for (const form of ['text', 'html'] as const) {
          expect([usual![form].includes(shown(dates.departure)), usual![form].includes(shown(later))]).toEqual([
            true,
            false,
          ]);
          expect([longer![form].includes(shown(dates.departure)), longer![form].includes(shown(later))]).toEqual([
            false,
            true,
          ]);
        }
      }
    },
  );

  test('rooms whose customers differ have mails of their own, to the hotel also by telephone number and note (Y3)', async () => {
    await database.prisma.hotel.update({ where: { number: 1 }, data: { reservationLanguage: 'en' } });
    const { ids, references } = await party({ rooms: ROOMS });
    await scene.alter(ids[1]!, { billedTo: { phone: '+420777000111' } as never, customerNote: 'A cot, please' });
    await scene.alter(ids[2]!, { billedTo: { lastName: 'von Bingen' } as never });
    await post.deliver();
    await scene.cancel(ids[0]!, { isParty: true });
    const mails = await post.deliver();
    expect(roomsIn(mails, CUSTOMER, references)).toEqual([[0, 1], [2]]);
    expect(roomsIn(mails, RESERVATIONS, references)).toEqual([[0], [1], [2]]);
    const toHotel = mails.filter(({ to }) => to.email === RESERVATIONS).map(({ text }) => text);
    expect(toHotel.map((text) => /777.?000.?111/.test(text))).toEqual([false, true, false]);
    expect(toHotel.map((text) => text.includes('A cot, please'))).toEqual([false, true, false]);
    expect(
      mails
        .filter(({ text }) => text.includes('von Bingen'))
        .map(({ to }) => to.email)
        .toSorted(),
    ).toEqual([CUSTOMER, RESERVATIONS].toSorted());
  });

  test('rooms that are called off together have mails of their own where one was a request still: no stay was booked of it (S17)', async () => {
    const { ids, references } = await party({ kind: 'REQUEST' });
    await scene.confirm(ids[0]!);
    await post.deliver();
    await scene.cancel(ids[0]!, { isParty: true });
    const mails = await post.deliver();
    expect(roomsIn(mails, CUSTOMER, references)).toEqual([[0], [1]]);
    const subjects = mails.filter(({ to }) => to.email === CUSTOMER).map(({ subject }) => subject.split(':')[0]);
    expect(subjects).toEqual(['Cancelled', 'Your request is withdrawn']);
  });

  test('rooms that expire together share one mail to the customer; those with other days have their own (Y2)', async () => {
    const [alike, other] = [await party({ kind: 'REQUEST', rooms: ROOMS }), await party({ kind: 'REQUEST' })];
    await scene.alter(other.ids[1]!, {
      stay: { departure: other.dates.departure + 1 } as never,
      expectedTotal: 300_000,
    });
    await post.deliver();
    const now = (other.dates.departure + 1) * 86_400_000;
    expect(await expireRequests(database, { now, businessTimeZone: 'Europe/Prague' })).toBeGreaterThanOrEqual(5);
    const mails = await post.deliver();
    const expired = (references: readonly string[]) =>
      roomsIn(mails, CUSTOMER, references).filter(({ length }) => length > 0);
    expect(expired(alike.references)).toEqual([[0, 1, 2]]);
    expect(expired(other.references)).toEqual([[0], [1]]);
  });

  test('the demo keeps no mail about a room which was erased while it was written (S19)', async () => {
    const { ids } = await party();
    await post.deliver(DOWN);
    const before = await listKeptMails(database);
    const { sequence } = await database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId: ids[0]! } });
    const parts = {
      database,
      clock: scene.clock,
      businessTimeZone: 'Europe/Prague',
      stationery: STATIONERY,
      send: null,
    };
    const linkTo = async ({ id }: { id: string }) => {
      if (id === ids[1]) await erase(id);
      return null;
    };
    await deliverMail(
      { ...parts, limits: new LimitCounts(), linkTo },
      { id: 0, eventSequence: Number(sequence), recipient: 'customer' },
      new AbortController().signal,
    );
    expect(await listKeptMails(database)).toEqual(before);
  });
});
