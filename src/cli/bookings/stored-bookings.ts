/** Bookings for commands (S20): an operator of everything at the database itself. A command gives its arguments and prints the result. */
import { Command } from 'commander';
import type { CancelledBy } from '../../data/generated/prisma/enums.ts';
import { parseReference } from '../../domain/booking/reference.ts';
import { COMMAND_LINE } from '../../domain/event/actor.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import type { SentTexts } from '../../operations/booking/changes/change-note.ts';
import type { Erased } from '../../operations/booking/guest-data/erase-guest-data.ts';
import type { BookingFilter } from '../../operations/booking/search/booking-filter.ts';
import type { BookingSort } from '../../operations/booking/search/booking-order.ts';
import type { FiguresRequest } from '../../operations/figures/read-figures.ts';
import { CommandError, formatProblems, refuse } from '../error-line.ts';
import { type OpenedDatabase, withDatabase } from '../open.ts';

const OPERATOR = {
  ...{ name: COMMAND_LINE, clientId: null, destinations: null, hotels: null, isTest: null },
  scopes: new Set(['operate'] as const),
};

/** A command about one booking: its argument is passed to the operations below. */
export function onBooking(name: string, description: string): Command {
  return new Command(name).description(description).argument('<booking>', 'reference or id of the booking');
}

type OpenedBookings = Awaited<ReturnType<typeof openBookings>>;

/** Opens the database for a command about bookings. */
export function withBookings<T>(command: string, use: (bookings: OpenedBookings) => Promise<T>): Promise<T> {
  return withDatabase(command, async (opened) => use(await openBookings(opened)));
}

async function openBookings({ config, database, clock }: OpenedDatabase) {
  const [
    { EVERY_BOOKING },
    filters,
    { listBookings },
    erasure,
    { describeBookings, describeWholeBookings },
    { exportGuestData },
    { cancelBooking },
    { confirmBooking, declineBooking },
    { markNoShow },
    { reinstateBooking },
    { resendConfirmation },
    { parseHouseTexts },
    { feeProblems },
    figures,
    { exportBookings },
  ] = await Promise.all([
    import('../../operations/booking/booking-access.ts'),
    import('../../operations/booking/search/booking-filter.ts'),
    import('../../operations/booking/search/list-bookings.ts'),
    import('../../operations/booking/guest-data/erase-guest-data.ts'),
    import('../../operations/booking/search/describe-bookings.ts'),
    import('../../operations/booking/guest-data/export-guest-data.ts'),
    import('../../operations/booking/changes/cancel-booking.ts'),
    import('../../operations/booking/changes/answer-request.ts'),
    import('../../operations/booking/changes/mark-no-show.ts'),
    import('../../operations/booking/changes/reinstate-booking.ts'),
    import('../../operations/booking/changes/resend-confirmation.ts'),
    import('../../operations/booking/changes/change-note.ts'),
    import('../../operations/booking/changes/set-fee.ts'),
    import('../../operations/figures/read-figures.ts'),
    import('../../operations/booking/search/export-bookings.ts'),
  ]);
  const now = clock.now();
  const today = dayInTimeZone(now, config.businessTimeZone);

  /** The id of a booking by its reference or id. */
  async function idOf(named: string): Promise<string> {
    const reference = parseReference(named);
    const where = reference === null ? { id: named.toLowerCase() } : { reference };
    const found = await database.prisma.booking.findUnique({ where, select: { id: true } });
    if (!found) throw new CommandError('there is no such booking; expected a reference like 7KQ2-M4RV, or an id');
    return found.id;
  }

  /** A change asked for by the operator of everything, who is no client. */
  async function changeOf(named: string, sent: SentTexts) {
    const parsed = parseHouseTexts(sent);
    if (!parsed.ok) throw new CommandError(formatProblems(parsed.problems));
    const { businessTimeZone } = config;
    const bookingId = await idOf(named);
    return {
      database,
      epochs: null,
      clock,
      businessTimeZone,
      caller: OPERATOR,
      bookingId,
      ...parsed.texts,
    };
  }

  return {
    async cancel(
      named: string,
      { by, party, fee = null, ...texts }: SentTexts & { by: CancelledBy; party: boolean; fee?: number | null },
    ) {
      refuse(feeProblems(fee, { isParty: party }));
      return cancelBooking({ ...(await changeOf(named, texts)), by, isParty: party, feeMinor: fee });
    },
    async noShow(named: string, { fee = null, ...texts }: SentTexts & { fee?: number | null }) {
      return markNoShow({ ...(await changeOf(named, texts)), feeMinor: fee });
    },
    reinstate: async (named: string, texts: SentTexts) => reinstateBooking(await changeOf(named, texts)),
    decline: async (named: string, texts: SentTexts) => declineBooking(await changeOf(named, texts)),
    confirm: async (named: string, { takeRooms, ...texts }: SentTexts & { takeRooms: boolean }) =>
      confirmBooking({ ...(await changeOf(named, texts)), takeRooms }),
    async resend(named: string) {
      if (config.mail.url === null) throw new CommandError('no mail goes out: MAIL_URL is not set');
      return resendConfirmation({ ...(await changeOf(named, {})), hasMail: true });
    },
    async list(filter: BookingFilter, { sort, first }: { sort: BookingSort; first: number }) {
      refuse(filters.bookingFilterProblems(filter));
      const { keys } = await listBookings(database, {
        ...{ reach: EVERY_BOOKING, filter, sort, first, today },
        after: null,
      });
      return describeBookings(database, { ids: keys.map(([, id]) => id), today });
    },
    exportCsv(filter: BookingFilter) {
      refuse(filters.bookingFilterProblems(filter));
      return exportBookings(database, { reach: EVERY_BOOKING, filter, today });
    },
    async figures(asked: Omit<FiguresRequest, 'isTest'>) {
      refuse(figures.figuresProblems(asked));
      const hotel = await database.prisma.hotel.findUnique({ where: { number: asked.hotel } });
      if (!hotel) throw new CommandError('there is no such hotel');
      return figures.readFigures(database, { ...asked, isTest: false });
    },
    async show(named: string) {
      const [booking] = await describeWholeBookings(database, { ids: [await idOf(named)], today });
      // biome-ignore lint/style/noNonNullAssertion: `idOf` fails unless there is such a booking.
      return booking!;
    },
    async erase({
      named,
      email,
    }: {
      named?: string | undefined;
      email?: string | undefined;
    }): Promise<Omit<Erased, 'kind'>> {
      const subject = { booking: named === undefined ? null : await idOf(named), email };
      refuse(erasure.erasureProblems(subject));
      const outcome = await erasure.eraseGuestData(
        { database, now },
        { reach: EVERY_BOOKING, subject, clientId: null, by: COMMAND_LINE },
      );
      return outcome.kind === 'erased' ? outcome : { bookings: 0, formerAddresses: 0 };
    },
    async eraseExpired(): Promise<Omit<Erased, 'kind'>> {
      const { bookingRetentionDays: retentionDays } = config;
      if (retentionDays === null) throw new CommandError('BOOKING_RETENTION_DAYS is not set, so nothing expires');
      return {
        bookings: await erasure.eraseExpiredGuestData({ database, now }, { retentionDays, today }),
        formerAddresses: 0,
      };
    },
    async export(email: string) {
      refuse(filters.emailProblems(email));
      return exportGuestData(database, { email, today });
    },
  };
}
