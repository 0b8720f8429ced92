/** Issue 29, number 1. What events say of bookings that change (M7, S14): the facts of their time, and what changed, without values. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { readEvent, readEventWindow } from '../../../src/data/events/stored-events.ts';
import { toEventMessage } from '../../../src/domain/event/event-message.ts';
import { BOOKING, type BookingScene, CALLERS, day, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])('on %s', (_, open) => {
  let scene: BookingScene;
  beforeAll(async () => {
    const database = await open();
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    await scene.close();
    await scene.database.close();
  });

  /** The bodies of webhooks about a booking, in the order of its events. */
  async function bodiesOf(bookingId: string): Promise<string[]> {
    const { database } = scene;
    const events = await database.prisma.bookingEvent.findMany({ where: { bookingId }, orderBy: { sequence: 'asc' } });
    return Promise.all(
      events.map(async ({ sequence }) => {
        const { at, ...facts } = (await readEvent(database, Number(sequence)))!;
        return JSON.stringify(toEventMessage({ ...facts, timestamp: at.toISOString() }));
      }),
    );
  }

  test('the body of an event is the same at every delivery, whatever the booking becomes', async () => {
    const id = await scene.made();
    const bodies: string[][] = [await bodiesOf(id)];
    const move = async (stay: object, total: number) => {
      expect(
        await scene.alter(id, { stay: stay as never, expectedTotal: total }, { caller: CALLERS.operator }),
      ).toMatchObject({
        kind: 'bookingChanged',
      });
      bodies.push(await bodiesOf(id));
    };
    await move({ arrival: day('2026-05-05') }, 200_000);
    await scene.alter(id, { billedTo: { email: 'right@rupertsberg.example' } as never });
    await move({ roomType: '12', visitType: '101' }, 200_000);
    await scene.cancel(id);
    bodies.push(await bodiesOf(id));
    for (const [index, known] of bodies.entries()) {
      for (const later of bodies.slice(index)) expect(later.slice(0, known.length)).toEqual(known);
    }
    const last = bodies.at(-1)!.map((body) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
    const told = last.map(({ type, data: { arrival, roomType, visitType, changed } }) => [
      type,
      arrival,
      roomType,
      visitType,
      changed,
    ]);
    expect(told).toEqual([
      ['booking.confirmed', '2026-05-04', 11, 100, undefined],
      ['booking.changed', '2026-05-05', 11, 100, ['stay', 'price']],
      ['booking.changed', '2026-05-05', 11, 100, ['contact']],
      ['booking.changed', '2026-05-05', 12, 101, ['stay', 'room']],
      ['booking.cancelled', '2026-05-05', 12, 101, undefined],
    ]);
    const [confirmed, changed] = last;
    expect(Object.keys(changed!.data)).toEqual([...Object.keys(confirmed!.data), 'changed']);
    expect(bodies.at(-1)!.join()).not.toMatch(/rupertsberg|Hildegard|amountMinor|before/);
  });

  test('the feed has the same', async () => {
    const id = await scene.made();
    await scene.alter(id, { guests: [{ ...BOOKING.guests[0]!, firstName: 'Jutta' }] });
    await publishEvents(scene.database, { recipients: [], now: scene.clock.now() });
    const selection = {
      ownClientId: CALLERS.everywhere.clientId,
      destinations: [],
      hotels: null,
      types: null,
      isTest: null,
    };
    const { events } = await readEventWindow(scene.database, { after: 0, limit: 500, selection });
    const own = events.filter(({ bookingId }) => bookingId === id);
    expect(own).toMatchObject([{ type: 'CONFIRMED' }, { type: 'CHANGED', changed: ['guests'], arrival: '2026-05-04' }]);
    expect(own[0]).not.toHaveProperty('changed');
    expect(JSON.stringify(own)).not.toContain('Jutta');
  });
});
