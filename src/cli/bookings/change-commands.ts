/** Commands that change a booking (S20), by the operations of GraphQL. */
import type { Command } from 'commander';
import { majorOf } from '../../domain/pricing/money.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import { wordRefusal } from '../../wording/word-problem.ts';
import { CommandError } from '../error-line.ts';
import { onBooking, withBookings } from './stored-bookings.ts';

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

export function cancelCommand(): Command {
  return onBooking('cancel', 'cancel a booking before the day of departure; its rooms are for sale again')
    .option('--reason <text>', 'why, for its history and the guest')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings cancel 7KQ2-M4XA --reason "the guest called"')
    .action(async (named: string, { reason = null }: { reason?: string | null }) => {
      const outcome = await withBookings('bookings cancel', (bookings) => bookings.cancel(named, reason));
      if (outcome.kind !== 'bookingCancelled') throw new CommandError(wordRefusal(outcome, null));
      const { alreadyCancelled, feeMinor, currency } = outcome;
      const said = alreadyCancelled ? 'was cancelled before' : 'is cancelled';
      process.stderr.write(`${said}; the fee is ${majorOf(feeMinor)} ${currency}\n`);
    });
}

export function confirmCommand(): Command {
  return onBooking('confirm', 'confirm a request; it takes a room for each night')
    .option('--note <text>', 'what there is to say, for its history and the guest')
    .option('--no-rooms', 'take no rooms')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings confirm 7KQ2-M4XA')
    .action(async (named: string, { note = null, rooms }: { note?: string | null; rooms: boolean }) => {
      const outcome = await withBookings('bookings confirm', (bookings) =>
        bookings.confirm(named, { note, takeRooms: rooms }),
      );
      print(outcome, 'isRepeated' in outcome && outcome.isRepeated ? 'was confirmed before' : 'is confirmed');
    });
}

export function declineCommand(): Command {
  return onBooking('decline', 'decline a request')
    .option('--reason <text>', 'why, for its history and the guest')
    .addHelpText('after', '\nExample:\n  spa-stay-gateway bookings decline 7KQ2-M4XA --reason "fully booked"')
    .action(async (named: string, { reason = null }: { reason?: string | null }) => {
      const outcome = await withBookings('bookings decline', (bookings) => bookings.decline(named, reason));
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
