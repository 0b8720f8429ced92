/** What outlives a reload, but not the window: the draft of the form, the hold, the order under way, the last booking. */
import type { CreateBookingInput, StayPriceLinesFragment } from '../../generated/operations.ts';

interface Kept {
  /** Entries of the form by their names. */
  readonly draft: Readonly<Record<string, string>>;
  readonly hold: KeptHold;
  /** The hold that was asked for and not answered: asked for again under its key, it is the same one. */
  readonly asking: { readonly stay: string; readonly key: string };
  readonly order: KeptOrder;
  readonly booked: { readonly reference: string; readonly email: string };
  /** The booking that an earlier try has made, without what was changed afterwards. */
  readonly earlier: { readonly reference: string };
}

/** Orders of one stay that were sent and not answered, the last first, all under one idempotency key: at most one of them is made. */
export interface KeptOrder {
  readonly stay: string;
  readonly inputs: readonly CreateBookingInput[];
}

export interface KeptHold {
  /** What is held, as JSON. */
  readonly stay: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly quote: StayPriceLinesFragment;
  /** Whether it was given back as the page was left. */
  readonly isLeft?: boolean;
}

const PREFIX = 'checkout-';

export function keep<Name extends keyof Kept>(name: Name, value: Kept[Name] | null): void {
  if (value === null) sessionStorage.removeItem(PREFIX + name);
  else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
}

export function recall<Name extends keyof Kept>(name: Name): Kept[Name] | null {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? null : (JSON.parse(text) as Kept[Name]);
}
