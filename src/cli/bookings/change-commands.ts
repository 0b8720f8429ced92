/** Commands that change a booking (S20), by the operations of GraphQL. */
import { type Command, Option } from 'commander';
import { majorOf } from '../../domain/pricing/money.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import type { SentTexts } from '../../operations/booking/changes/change-note.ts';
import { wordRefusal } from '../../wording/word-problem.ts';
import { CommandError } from '../error-line.ts';
import { onBooking, withBookings } from './stored-bookings.ts';

/** What a note was called before. */
const REASON = new Option('--reason <text>', 'a note').hideHelp();

const DONE = ['bookingConfirmed', 'bookingDeclined', 'resendRequested'] as const;
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
    .addOption(REASON)
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings cancel 7KQ2-M4XA --note "the guest called"')
    .action(async (named: string, texts: SentTexts) => {
      const outcome = await withBookings('bookings cancel', (bookings) => bookings.cancel(named, texts));
      if (outcome.kind !== 'bookingCancelled') throw new CommandError(wordRefusal(outcome, null));
      const { alreadyCancelled, feeMinor, currency } = outcome;
      const said = alreadyCancelled ? 'was cancelled before' : 'is cancelled';
      process.stderr.write(`${said}; the fee is ${majorOf(feeMinor)} ${currency}\n`);
    });
}

export function confirmCommand(): Command {
  return changing('confirm', 'confirm a request; it takes a room for each night')
    .option('--no-rooms', 'take no rooms')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings confirm 7KQ2-M4XA')
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
      '\nExample:\n  spa-stay-gateway bookings decline 7KQ2-M4XA --message-to-guest "We are fully booked in May."',
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
      '\nMAIL_URL must be set as for the servers, which send it.\n\nExample:\n  spa-stay-gateway bookings resend 7KQ2-M4XA',
    )
    .action(async (named: string) => {
      print(await withBookings('bookings resend', (bookings) => bookings.resend(named)), 'a server will send it');
    });
}
