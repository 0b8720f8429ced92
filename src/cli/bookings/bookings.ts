/** `bookings`: what an operator of everything does with bookings (S20), by the operations of the interfaces. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { BOOKING_STATUSES, type BookingStatus } from '../../domain/booking/status.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { BookingFilter } from '../../operations/booking/search/booking-filter.ts';
import type { BookingSort } from '../../operations/booking/search/booking-order.ts';
import { CommandError } from '../error-line.ts';
import { PRIVATE_FILE, type Write, writeTo } from '../output.ts';
import { formatTable } from '../table.ts';
import {
  cancelCommand,
  confirmCommand,
  declineCommand,
  noShowCommand,
  reinstateCommand,
  resendCommand,
} from './change-commands.ts';
import { parseDate, parseEntity, parseLastTime, parseNumber, parseTime } from './parse-option.ts';
import { onBooking, withBookings } from './stored-bookings.ts';

const SORTS = ['NEWEST', 'OLDEST', 'ARRIVAL'] as const satisfies readonly BookingSort[];
const ROWS_MAX = 10_000;

export function bookingsCommand(): Command {
  return new Command('bookings')
    .description('list, show, answer, cancel, reinstate, erase and export bookings')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(confirmCommand())
    .addCommand(declineCommand())
    .addCommand(cancelCommand())
    .addCommand(noShowCommand())
    .addCommand(reinstateCommand())
    .addCommand(resendCommand())
    .addCommand(eraseCommand())
    .addCommand(exportCommand());
}

interface FilterOptions {
  status?: BookingStatus;
  hotel?: number;
  visitType?: number;
  roomType?: number;
  channel?: string;
  text?: string;
  staysOn?: Day;
  arrivalFrom?: Day;
  arrivalTo?: Day;
  departureFrom?: Day;
  departureTo?: Day;
  createdFrom?: Date;
  createdTo?: Date;
  reference?: string;
  email?: string;
  tests?: 'only' | 'none';
}

interface ListOptions extends FilterOptions {
  sort: BookingSort;
  limit: number;
  json?: true;
}

/** The options that select bookings (M9). */
function filtering(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'as it reads today').choices(BOOKING_STATUSES).argParser(parseStatus))
    .option('--hotel <id>', 'number of the hotel', parseEntity)
    .option('--visit-type <id>', 'number of the visit type', parseEntity)
    .option('--room-type <id>', 'number of the room type', parseEntity)
    .option('--channel <code>', 'code of the channel')
    .option('--text <text>', 'words of names, parts of the reference, the e-mail address or the phone number')
    .option('--stays-on <date>', 'confirmed, with guests in house on that night', parseDate)
    .option('--arrival-from <date>', 'first day of arrival', parseDate)
    .option('--arrival-to <date>', 'last day of arrival', parseDate)
    .option('--departure-from <date>', 'first day of departure', parseDate)
    .option('--departure-to <date>', 'last day of departure', parseDate)
    .option('--created-from <time>', 'first moment of booking (2027-05-01T12:00:00Z, or a date in UTC)', parseTime)
    .option('--created-to <time>', 'last moment of booking; a date includes its day', parseLastTime)
    .option('--reference <reference>', 'reference, with or without the dash')
    .option('--email <address>', 'e-mail address of the contact')
    .addOption(new Option('--tests <which>', 'bookings of test keys').choices(['only', 'none']));
}

function filterOf({ tests, ...filter }: FilterOptions): BookingFilter {
  return { ...filter, isTest: tests === undefined ? null : tests === 'only' };
}

function listCommand(): Command {
  return filtering(new Command('list').description('list bookings of all clients'))
    .addOption(new Option('--sort <order>', 'their order').choices(SORTS).default('NEWEST'))
    .option('--limit <rows>', `at most so many, 1 to ${ROWS_MAX}`, parseLimit, 50)
    .option('--json', 'one JSON object a line, for scripts')
    .addHelpText(
      'after',
      `
Examples:
  spa-stay-gateway bookings list --status REQUESTED --sort ARRIVAL
  spa-stay-gateway bookings list --text 'novak jana'
  spa-stay-gateway bookings list --hotel 1 --arrival-from 2027-05-01 --arrival-to 2027-05-31 --json`,
    )
    .action(async ({ sort, limit, json, ...filter }: ListOptions) => {
      const rows = await withBookings('bookings list', (bookings) =>
        bookings.list(filterOf(filter), { sort, first: limit }),
      );
      if (json) {
        process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        return;
      }
      const header = [
        'REFERENCE',
        'STATUS',
        'KIND',
        'ARRIVAL',
        'DEPARTURE',
        'HOTEL',
        'ROOM',
        'AMOUNT',
        'CLIENT',
        'CREATED',
      ];
      const cells = rows.map((row) => [
        row.reference,
        row.isTest ? `${row.status} (test)` : row.status,
        row.kind,
        row.arrival,
        row.departure,
        String(row.hotel),
        String(row.roomType),
        row.amount,
        row.client,
        row.createdAt.slice(0, 10),
      ]);
      process.stdout.write(formatTable([header, ...cells]));
    });
}

function showCommand(): Command {
  return onBooking('show', 'show everything about a booking')
    .option('--json', 'as JSON, for scripts')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings show 7KQ2-M4RV')
    .action(async (named: string, { json }: { json?: true }) => {
      const booking = await withBookings('bookings show', (bookings) => bookings.show(named));
      process.stdout.write(json ? `${JSON.stringify(booking, null, 2)}\n` : formatTable(linesOf(booking)));
    });
}

/** A value a line, with its path. */
function linesOf(value: unknown, path = ''): string[][] {
  if (value === null || typeof value !== 'object') return value === null ? [] : [[path, String(value)]];
  return Object.entries(value).flatMap(([name, part]) => linesOf(part, path === '' ? name : `${path}.${name}`));
}

function eraseCommand(): Command {
  return new Command('erase')
    .description('erase names, contacts, birth dates and notes for good')
    .argument('[booking]', 'reference or id of a booking')
    .option('--email <address>', 'all bookings with this e-mail address of the contact')
    .option('--expired', 'all bookings whose BOOKING_RETENTION_DAYS are over, however many')
    .addHelpText(
      'after',
      `
Figures stay. Export what is kept of a person first, if they asked for it. Servers do what --expired does by themselves, unless it is
more than a tenth of the bookings at once.

Examples:
  spa-stay-gateway bookings erase 7KQ2-M4RV
  spa-stay-gateway bookings erase --email anna@example.com
  BOOKING_RETENTION_DAYS=30 spa-stay-gateway bookings erase --expired`,
    )
    .action(async (named: string | undefined, { email, expired }: { email?: string; expired?: true }) => {
      if ([named, email, expired].filter((one) => one !== undefined).length !== 1)
        throw new CommandError('name a booking, an --email, or --expired');
      const erased = await withBookings('bookings erase', (bookings) =>
        expired ? bookings.eraseExpired() : bookings.erase({ named, email }),
      );
      const { bookings: count, formerAddresses } = erased;
      process.stderr.write(`${count} ${count === 1 ? 'booking has' : 'bookings have'} no guest data any more\n`);
      if (formerAddresses > 0)
        process.stderr.write(
          `${formerAddresses} ${formerAddresses === 1 ? 'change has' : 'changes have'} forgotten it as the address before\n`,
        );
    });
}

function exportCommand(): Command {
  return filtering(
    new Command('export').description('write everything that is kept of a person as JSON, or bookings as CSV'),
  )
    .argument('[file]', 'output file, which only you can read (default: stdout)')
    .option('--csv', 'a line for each booking that the options select; without them all')
    .addHelpText(
      'after',
      `
Without --csv, --email says who the person is, and no other option selects. In CSV a text that begins with =, +, - or @ has an
apostrophe before it, so that no spreadsheet takes it for a formula.

Examples:
  spa-stay-gateway bookings export --email anna@example.com anna.json
  spa-stay-gateway bookings export --csv --hotel 1 --arrival-from 2027-05-01 --arrival-to 2027-05-31 may.csv`,
    )
    .action(async (file: string | undefined, { csv, ...filter }: FilterOptions & { csv?: true }) => {
      if (csv) {
        await withBookings('bookings export', async (bookings) => {
          const rows = bookings.exportCsv(filterOf(filter));
          await writeTo(file, (write) => writeEach(rows, write), PRIVATE_FILE);
        });
        return;
      }
      const { email, ...others } = filter;
      if (email === undefined || Object.keys(others).length > 0)
        throw new CommandError('name an --email alone, or --csv');
      const stored = await withBookings('bookings export', (bookings) => bookings.export(email));
      await writeTo(file, (write) => write(`${JSON.stringify(stored, null, 2)}\n`), PRIVATE_FILE);
    });
}

async function writeEach(texts: AsyncIterable<string>, write: Write): Promise<void> {
  for await (const text of texts) await write(text);
}

function parseStatus(text: string): BookingStatus {
  const status = BOOKING_STATUSES.find((one) => one === text.toUpperCase());
  if (status === undefined) throw new InvalidArgumentError(`It must be one of ${BOOKING_STATUSES.join(', ')}.`);
  return status;
}

function parseLimit(text: string): number {
  const rows = parseNumber(text);
  if (rows < 1 || rows > ROWS_MAX) throw new InvalidArgumentError(`It must be from 1 to ${ROWS_MAX}.`);
  return rows;
}
