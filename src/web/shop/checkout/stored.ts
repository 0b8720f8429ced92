/** What outlives a reload, but not the window: the draft of the form, the hold, the order under way, the last booking. */
import { IDEMPOTENCY_LIFETIME_MS } from '../../../domain/booking/idempotency.ts';
import type { CreateBookingInput, CreateBookingsInput, StayPriceLinesFragment } from '../../generated/operations.ts';
import { windowStorage } from '../../storages.ts';

interface Stored {
  /** Entries of the form by their names. */
  readonly draft: Readonly<Record<string, string>>;
  readonly hold: StoredHold;
  /** The hold that was asked for and not answered: asked for again under its key, it is the same one. */
  readonly asking: { readonly stay: string; readonly key: string };
  readonly order: StoredOrder;
  readonly booked: BookedBy;
  /** The booking that an earlier try has made, without what was changed afterwards. */
  readonly earlier: { readonly reference: string };
}

/** What a booking is found by: what its guest knows, or the secret of the link in a mail. */
export type BookedBy = { readonly reference: string; readonly email: string } | { readonly secret: string };

/** An order of a room, or of the rooms of a party. */
export type OrderInput = CreateBookingInput | CreateBookingsInput;

/** Orders of one stay that were sent and not answered, the last first, all under one idempotency key: at most one of them is made. */
export interface StoredOrder {
  readonly stay: string;
  readonly inputs: readonly OrderInput[];
  /** When the first was sent, in milliseconds since 1970. */
  readonly at: number;
}

export interface StoredHold {
  /** What is held, as JSON. */
  readonly stay: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The price of each room, in the order of the rooms. */
  readonly quotes: readonly StayPriceLinesFragment[];
  /** Whether it was given back as the page was left. */
  readonly isLeft?: boolean;
}

const PREFIX = 'checkout-';

/** For so long the gateway surely knows a key (B6): an hour is left for clocks that differ. */
const KEY_MS = IDEMPOTENCY_LIFETIME_MS - 3_600_000;

/** The orders of the stay that were not answered, and whether their key may be forgotten: one more could then be made; null: there are none. */
export function recallOrder(stay: string): (StoredOrder & { readonly isForgotten: boolean }) | null {
  const order = recall('order');
  return order?.stay === stay ? { ...order, isForgotten: !(Date.now() - order.at <= KEY_MS) } : null;
}

export function store<Name extends keyof Stored>(name: Name, value: Stored[Name] | null): void {
  windowStorage.set(PREFIX + name, value && JSON.stringify(value));
}

export function recall<Name extends keyof Stored>(name: Name): Stored[Name] | null {
  return windowStorage.parsed(PREFIX + name) as Stored[Name] | null;
}
