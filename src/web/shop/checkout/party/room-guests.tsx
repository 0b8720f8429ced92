/** The guests of each room of a party. */
import { guestField, IS_TRAVELLING, isTravelling } from '../../../people/entries.ts';
import { Entry, type FormState } from '../../../people/entry.tsx';
import { guestsBefore } from '../../../people/rooms.ts';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useCheckoutTexts } from '../texts/index.ts';

export function RoomGuests({ form, party }: { readonly form: FormState; readonly party: readonly number[] }) {
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const isOne = isTravelling(form.entries);
  const name = [form.entries['billedTo.firstName'], form.entries['billedTo.lastName']].filter(Boolean).join(' ');
  return (
    <>
      {party.map((count, room) => (
        // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the heading of a grid.
        <div key={room} role="group" class="stack people" aria-labelledby={`room-${room}`}>
          <h2 id={`room-${room}`}>{texts.guestsOfRoom({ room: room + 1 })}</h2>
          {room === 0 && (
            <label class="check">
              <input
                type="checkbox"
                checked={isOne}
                onInput={(event) => form.onEntry(IS_TRAVELLING, event.currentTarget.checked ? 'yes' : 'no')}
              />
              {texts.isTravelling}
            </label>
          )}
          {Array.from({ length: count }, (_, place) => guestsBefore(party, room) + place).map((guest) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            <div key={guest} role="group" class="fields guest" aria-labelledby={`guest-${guest}`}>
              <h3 id={`guest-${guest}`}>{people.guest({ number: guest + 1 })}</h3>
              {guest === 0 && isOne ? (
                <p class="muted across">{name ? texts.isFirstGuest({ name }) : texts.isFirstGuestYou}</p>
              ) : (
                <>
                  <Entry name={guestField(guest, 'firstName')} field="firstName" form={form} isOfGuest />
                  <Entry name={guestField(guest, 'lastName')} field="lastName" form={form} isOfGuest />
                </>
              )}
            </div>
          ))}
        </div>
      ))}
    </>
  );
}
