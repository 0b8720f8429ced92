/** The guests of each room of a party. */
import type { FormState } from '../../../people/entry.tsx';
import type { Programs } from '../../../people/guests.tsx';
import { guestsBefore } from '../../../people/rooms.ts';
import type { ChildrenRule } from '../children.ts';
import { BeforeGuests, GuestFields } from '../form/guest-fields.tsx';
import { useCheckoutTexts } from '../texts/index.ts';

export function RoomGuests({
  form,
  party,
  childrenRule,
  programs,
}: {
  readonly form: FormState;
  readonly party: readonly number[];
  readonly childrenRule: ChildrenRule | null;
  readonly programs: Programs;
}) {
  const texts = useCheckoutTexts();
  return (
    <>
      {party.map((count, room) => (
        // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the heading of a grid.
        <div key={room} role="group" class="stack people" aria-labelledby={`room-${room}`}>
          <h2 id={`room-${room}`}>{texts.guestsOfRoom({ room: room + 1 })}</h2>
          {room === 0 && <BeforeGuests guests={guestsBefore(party, party.length)} {...{ form, childrenRule }} />}
          {Array.from({ length: count }, (_, place) => guestsBefore(party, room) + place).map((guest) => (
            <GuestFields key={guest} {...{ guest, form, childrenRule, programs }} />
          ))}
        </div>
      ))}
    </>
  );
}
