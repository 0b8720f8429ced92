/** A dialog that does one thing with a booking, which it names. */
import type { ComponentProps } from 'preact';
import type { DeskBookingFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { nameOf, roomName, showStay } from '../booking-row.tsx';
import { useBookingTexts } from '../texts/index.ts';

export function ActionDialog({
  booking,
  ...dialog
}: Omit<ComponentProps<typeof FormDialog>, 'about' | 'keep'> & { readonly booking: DeskBookingFragment }) {
  const { language } = usePage();
  const texts = useBookingTexts();
  const { billedTo, hotel, roomType } = booking;
  const about = (
    <p>
      <b>{nameOf(billedTo) || texts.erasedName}</b> · {showStay(booking, language)}
      <br />
      <span class="muted small">
        {hotel.name} · {roomName(roomType)} · <span class="figures">{booking.reference}</span>
      </span>
    </p>
  );
  return <FormDialog {...dialog} about={about} keep={texts.keep} />;
}
