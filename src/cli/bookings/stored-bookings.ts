/** Bookings for commands (S20): an operator of everything at the database itself. A command gives its arguments and prints the result. */
import { Command } from 'commander';
import { parseReference } from '../../domain/booking/reference.ts';
import { dayInTimeZone } from '../../domain/time/civil-date.ts';
import { systemClock } from '../../domain/time/clock.ts';
import type { BookingFilter } from '../../operations/bookings/booking-filter.ts';
import type { BookingSort } from '../../operations/bookings/booking-order.ts';
import type { InputProblem } from '../../operations/input-problem.ts';
import { CommandError } from '../error-line.ts';
import { withDatabase } from '../open.ts';

/** A command about one booking: its argument is passed to the operations below. */
export function onBooking(name: string, description: string): Command {
  return new Command(name).description(description).argument('<booking>', 'reference or id of the booking');
}

type OpenedBookings = Awaited<ReturnType<typeof openBookings>>;

/** Opens the database for a command about bookings. */
export function withBookings<T>(command: string, use: (bookings: OpenedBookings) => Promise<T>): Promise<T> {
  return withDatabase(command, async (opened) => use(await openBookings(opened)));
}

async function openBookings({ config, database }: Parameters<Parameters<typeof withDatabase>[1]>[0]) {
  const [
    { EVERY_BOOKING },
    filters,
    { listBookings },
    erasure,
    { describeBookings, describeWholeBookings },
    { exportGuestData },
  ] = await Promise.all([
    import('../../operations/booking/booking-access.ts'),
    import('../../operations/bookings/booking-filter.ts'),
    import('../../operations/bookings/list-bookings.ts'),
    import('../../operations/bookings/erase-guest-data.ts'),
    import('../../operations/bookings/describe-bookings.ts'),
    import('../../operations/bookings/export-guest-data.ts'),
  ]);
  const now = systemClock.now();
  const today = dayInTimeZone(now, config.businessTimeZone);

  /** The id of a booking by its reference or id. */
  async function idOf(named: string): Promise<string> {
    const reference = parseReference(named);
    const where = reference === null ? { id: named.toLowerCase() } : { reference };
    const found = await database.prisma.booking.findUnique({ where, select: { id: true } });
    if (!found) throw new CommandError('there is no such booking; expected a reference like 7KQ2-M4XA, or an id');
    return found.id;
  }

  return {
    async list(filter: BookingFilter, { sort, first }: { sort: BookingSort; first: number }) {
      refuse(filters.bookingFilterProblems(filter));
      const { keys } = await listBookings(database, {
        ...{ reach: EVERY_BOOKING, filter, sort, first, today },
        after: null,
      });
      return describeBookings(database, { ids: keys.map(([, id]) => id), today });
    },
    async show(named: string) {
      const [booking] = await describeWholeBookings(database, { ids: [await idOf(named)], today });
      return booking!;
    },
    async erase({ named, email }: { named?: string | undefined; email?: string | undefined }): Promise<number> {
      const subject = { booking: named === undefined ? null : await idOf(named), email };
      refuse(erasure.erasureProblems(subject));
      const outcome = await erasure.eraseGuestData(
        { database, now },
        { reach: EVERY_BOOKING, subject, clientId: null },
      );
      return outcome.kind === 'erased' ? outcome.bookings : 0;
    },
    async export(email: string) {
      refuse(filters.emailProblems(email));
      return exportGuestData(database, { email, today });
    },
  };
}

function refuse(problems: readonly InputProblem<string>[]): void {
  if (problems.length > 0) throw new CommandError(problems.map(({ path, message }) => `${path}: ${message}`).join(' '));
}
