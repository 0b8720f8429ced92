/** Commands that change a booking (S20), by the operations of GraphQL. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { majorOf } from '../../domain/pricing/money.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import type { SentTexts } from '../../operations/booking/changes/change-note.ts';
import { wordRefusal } from '../../wording/word-problem.ts';
import { CommandError } from '../error-line.ts';
import { onBooking, withBookings } from './stored-bookings.ts';

/** Another word for a note. */
const REASON = new Option('--reason <text>', 'a note').hideHelp();

const FEE = new Option(
  '--fee <amount>',
  'what it costs in minor units, 0 to the total (default: by its terms)',
).argParser((text) => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number of minor units.');
  return Number(text);
});

const DONE = ['bookingConfirmed', 'bookingDeclined', 'bookingReinstated', 'resendRequested'] as const;
type Done = (typeof DONE)[number];

function isDone(outcome: Refusal | { readonly kind: Done }): outcome is { readonly kind: Done } {
  return DONE.some((kind) => kind === outcome.kind);
}

/** What a command says of a refusal, or `said` of what was done. */
function print(outcome: Refusal | { readonly kind: Done }, said: string): void {
  if (!isDone(outcome)) throw new CommandError(wordRefusal(outcome, null));
  process.stderr.write(`${said}\n`);
}

/** A command that changes a booking, with the two texts of the house (M5). */
function changing(name: string, description: string): Command {
  return onBooking(name, description)
    .option('--message-to-guest <text>', 'stands in the e-mail to the guest')
    .option('--note <text>', 'for the house; no guest reads it');
}

export function cancelCommand(): Command {
  return changing('cancel', 'cancel a booking before the day of departure; its rooms are for sale again')
    .addOption(new Option('--by <who>', 'who calls it off').choices(['guest', 'hotel']).default('guest'))
    .addOption(FEE)
    .option(
      '--party',
      'all rooms that were booked together with it, as far as they still can be; each has the fee of its terms',
      false,
    )
    .addOption(REASON)
    .addHelpText(
      'after',
      `
Examples:
  spa-stay-gateway bookings cancel 7KQ2-M4RV --note "the guest called"
  spa-stay-gateway bookings cancel 7KQ2-M4RV --party
  spa-stay-gateway bookings cancel 7KQ2-M4RV --by hotel --message-to-guest "A pipe has burst in your room."`,
    )
    .action(
      async (named: string, { by, ...sent }: SentTexts & { by: 'guest' | 'hotel'; party: boolean; fee?: number }) => {
        const change = { ...sent, by: by === 'hotel' ? ('HOTEL' as const) : ('GUEST' as const) };
        const outcome = await withBookings('bookings cancel', (bookings) => bookings.cancel(named, change));
        if (outcome.kind !== 'bookingCancelled') throw new CommandError(wordRefusal(outcome, null));
        const { alreadyCancelled, bookingIds, feeMinor, currency } = outcome;
        const rooms = bookingIds.length;
        const many = alreadyCancelled ? `${rooms} bookings were cancelled before` : `${rooms} bookings are cancelled`;
        const one = alreadyCancelled ? 'was cancelled before' : 'is cancelled';
        const said = rooms > 1 ? many : one;
        process.stderr.write(`${said}; the fee is ${majorOf(feeMinor)} ${currency}\n`);
      },
    );
}

export function noShowCommand(): Command {
  return changing(
    'no-show',
    'say that the guests did not come, from 18:00 on the day of arrival on; the rooms are for sale again',
  )
    .addOption(FEE)
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings no-show 7KQ2-M4RV --fee 0')
    .action(async (named: string, sent: SentTexts & { fee?: number }) => {
      const outcome = await withBookings('bookings no-show', (bookings) => bookings.noShow(named, sent));
      if (outcome.kind !== 'noShowMarked') throw new CommandError(wordRefusal(outcome, null));
      const { alreadyMarked, feeMinor, currency } = outcome;
      const said = alreadyMarked ? 'was a no-show before' : 'is a no-show';
      process.stderr.write(`${said}; the fee is ${majorOf(feeMinor)} ${currency}\n`);
    });
}

export function reinstateCommand(): Command {
  return changing('reinstate', 'within 24 hours, take back that a booking was cancelled, declined or a no-show')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings reinstate 7KQ2-M4RV')
    .action(async (named: string, texts: SentTexts) => {
      const outcome = await withBookings('bookings reinstate', (bookings) => bookings.reinstate(named, texts));
      const isRepeated = 'alreadyReinstated' in outcome && outcome.alreadyReinstated;
      print(outcome, isRepeated ? 'was reinstated before' : 'is reinstated');
    });
}

export function confirmCommand(): Command {
  return changing('confirm', 'confirm a request; it takes a room for each night')
    .option('--no-rooms', 'take no rooms')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings confirm 7KQ2-M4RV')
    .action(async (named: string, { rooms, ...texts }: SentTexts & { rooms: boolean }) => {
      const outcome = await withBookings('bookings confirm', (bookings) =>
        bookings.confirm(named, { ...texts, takeRooms: rooms }),
      );
      print(outcome, 'isRepeated' in outcome && outcome.isRepeated ? 'was confirmed before' : 'is confirmed');
    });
}

export function declineCommand(): Command {
  return changing('decline', 'decline a request')
    .addOption(REASON)
    .addHelpText(
      'after',
      '\nExample:\n  spa-stay-gateway bookings decline 7KQ2-M4RV --message-to-guest "We are fully booked in May."',
    )
    .action(async (named: string, texts: SentTexts) => {
      const outcome = await withBookings('bookings decline', (bookings) => bookings.decline(named, texts));
      print(outcome, 'isRepeated' in outcome && outcome.isRepeated ? 'was declined before' : 'is declined');
    });
}

export function resendCommand(): Command {
  return onBooking('resend', 'send the e-mail about the present state of a booking to the guest once more')
    .addHelpText(
      'after',
      '\nMAIL_URL must be set as for the servers, which send it.\n\nExample:\n  spa-stay-gateway bookings resend 7KQ2-M4RV',
    )
    .action(async (named: string) => {
      print(await withBookings('bookings resend', (bookings) => bookings.resend(named)), 'a server will send it');
    });
}
