/** The order in which mails to one address take their turns (A4), on both databases. */
import { expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { takeMailTurn } from '../../../src/data/deliveries/mail-turns.ts';
import { MAILS } from '../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { MAIL_LIMITS } from '../../../src/domain/limits/public-limits.ts';
import { BOOKING, day, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';

test.each<[string, () => Promise<Database>]>([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])(
  'a mail to an address that a booking no longer has keeps its place before later ones to that address on %s',
  async (_, open) => {
    const database = await open();
    await fillScene(database);
    const scene = await openScene(database);
    const { email } = BOOKING.billedTo;
    const now = scene.clock.now();
    const [limit] = MAIL_LIMITS;
    const queued = async (bookingId: string, recipient: string) => {
      await database.prisma.bookingEvent.updateMany({ data: { isPublic: true } });
      await publishEvents(database, { recipients: [MAILS], now });
      const where = { recipient, event: { bookingId } };
      return Number((await database.prisma.delivery.findFirstOrThrow({ where, orderBy: { id: 'desc' } })).id);
    };
    const turn = (deliveryId: number) => takeMailTurn(database, { deliveryId, email, now });
    try {
      const changed = await scene.made();
      await scene.alter(changed, { billedTo: { email: 'right@rupertsberg.example' } as never });
      const toFormer = await queued(changed, 'former');
      const dates = { arrival: day('2026-05-11'), departure: day('2026-05-13') };
      const toCustomer = await queued(await scene.made({ input: dates }), 'customer');
      // Mails of before, until one more may be sent.
      for (let sent = 1; sent < limit!.most; sent++) expect(await turn(0)).toBeNull();
      expect(await turn(toCustomer)).toBe(now + limit!.windowMs);
      expect(await turn(toFormer)).toBeNull();
      expect(await turn(toCustomer)).toBe(now + limit!.windowMs);
    } finally {
      await scene.close();
      await database.close();
    }
  },
);
