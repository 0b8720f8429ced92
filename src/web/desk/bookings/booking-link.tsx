/** The way to a booking. Its id stands in no address (A8): another window, which does not know the place, shows the list. */
import type { ComponentChildren } from 'preact';
import { useSession } from '../session.tsx';
import { placeOf, valueAt } from '../stored-key.ts';

export const NEW_BOOKING = '/desk/bookings/new';
export const SELECTED_BOOKING = '/desk/bookings/selected';

/** `action` is the dialog that is open; null: none. */
export function bookingAddress(id: string, action: string | null = null): string {
  return `${SELECTED_BOOKING}?${new URLSearchParams({ place: placeOf(id), ...(action && { action }) })}`;
}

/** The id that an address of `bookingAddress` names; null: none that this window knows. */
export function bookingIdOf({ place }: Readonly<Record<string, string | undefined>>): string | null {
  return valueAt(place);
}

/** A test is only listed for a key that makes none, and the other way round (A7): then it is no link. */
export function BookingLink({
  row: { id, isTest },
  class: className,
  children,
}: {
  readonly row: { readonly id: string; readonly isTest: boolean };
  readonly class: string;
  readonly children: ComponentChildren;
}) {
  if (useSession().isTest !== isTest) return <span class={className.replace('whole', '')}>{children}</span>;
  return (
    <a href={bookingAddress(id)} data-row="" class={className}>
      {children}
    </a>
  );
}
