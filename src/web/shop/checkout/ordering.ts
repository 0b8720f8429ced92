/** What the form of a booking needs to know of what is ordered: a room, or the rooms of a party. */
import type { ComponentChildren } from 'preact';
import type { Request } from '../../gateway/request.ts';
import {
  CheckoutBookDocument,
  type CheckoutBookMutation,
  CheckoutBookPartyDocument,
  type CreateBookingInput,
  type CreateBookingsInput,
} from '../../generated/operations.ts';
import type { Entries } from '../../people/entries.ts';
import type { FormState } from '../../people/entry.tsx';
import type { isBookedBefore } from './booked-before.ts';
import type { ChildrenRule } from './children.ts';
import type { OrderInput } from './stored.ts';

export type Outcome = NonNullable<CheckoutBookMutation['createBooking']>;
export type Refusal = Exclude<Outcome, { __typename: 'BookingCreated' }>;

export interface Ordering {
  readonly stay: Parameters<typeof isBookedBefore>[0];
  /** Tells orders of one stay from those of another. */
  readonly subject: string;
  readonly guests: number;
  readonly rooms: number;
  readonly childrenRule: ChildrenRule | null;
  /** The address at which other days can be chosen. */
  readonly otherDays: string;
  /** The fields of the guests. */
  people(form: FormState): ComponentChildren;
  /** The order without its hold and price. */
  make(entries: Entries, { isBinding }: { isBinding: boolean }): OrderInput;
  /** The path that a field of the form has, of a path of the gateway. */
  pathOf(path: string): string;
  send(request: Request, input: OrderInput): Promise<Outcome>;
}

export async function sendOne(request: Request, input: OrderInput): Promise<Outcome> {
  return (await request(CheckoutBookDocument, { input: input as CreateBookingInput })).createBooking;
}

/** Books the rooms of a party. The answer names the first room, whose reference leads to all of them. */
export async function sendParty(request: Request, input: OrderInput): Promise<Outcome> {
  const { createBookings } = await request(CheckoutBookPartyDocument, { input: input as CreateBookingsInput });
  if (createBookings.__typename !== 'BookingsCreated') return createBookings;
  const [booking] = createBookings.bookings;
  if (!booking) throw new RangeError('Nothing was booked.');
  return { __typename: 'BookingCreated', booking };
}
