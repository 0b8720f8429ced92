/** Who books, and the guests of the room. */

import { guestField, IS_TRAVELLING, isTravelling } from '../../../people/entries.ts';
import { Entry, type FormState } from '../../../people/entry.tsx';
import { GuestCount, Program, type Programs } from '../../../people/guests.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useCheckoutTexts } from '../texts/index.ts';

/** A request needs no address. */
export function Orderer({ form, isBinding }: { readonly form: FormState; readonly isBinding: boolean }) {
  const texts = useCheckoutTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the heading of a grid.
    <div role="group" class="fields" aria-labelledby="orderer">
      <h2 id="orderer">{texts.orderer}</h2>
      <Entry name="billedTo.firstName" field="firstName" form={form} />
      <Entry name="billedTo.lastName" field="lastName" form={form} />
      <Entry name="billedTo.email" field="email" form={form} note={texts.emailNote} />
      <Entry name="billedTo.phone" field="phone" form={form} isOptional />
      {isBinding && (
        <>
          <Entry name="billedTo.address.street" field="street" form={form} />
          <Entry name="billedTo.address.houseNumber" field="houseNumber" form={form} />
          <Entry name="billedTo.address.zipCode" field="zipCode" form={form} />
          <Entry name="billedTo.address.city" field="city" form={form} />
          <Entry name="billedTo.address.country" field="country" form={form} />
        </>
      )}
    </div>
  );
}

export function Guests({
  form,
  guests,
  beds,
  programs,
  onGuests,
}: {
  readonly form: FormState;
  readonly guests: number;
  readonly beds: number;
  readonly programs: Programs;
  onGuests(guests: number): void;
}) {
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const isOne = isTravelling(form.entries);
  const name = [form.entries['billedTo.firstName'], form.entries['billedTo.lastName']].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <div role="group" class="stack people" aria-labelledby="guests">
      <h2 id="guests">{people.guests}</h2>
      <GuestCount guests={guests} beds={beds} onGuests={onGuests} />
      <label class="check">
        <input
          type="checkbox"
          checked={isOne}
          onInput={(event) => form.onEntry(IS_TRAVELLING, event.currentTarget.checked ? 'yes' : 'no')}
        />
        {texts.isTravelling}
      </label>
      {Array.from({ length: guests }, (_, index) => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <div key={index} role="group" class="fields guest" aria-labelledby={`guest-${index}`}>
          <h3 id={`guest-${index}`}>{people.guest({ number: index + 1 })}</h3>
          {index === 0 && isOne ? (
            <p class="muted across">{name ? texts.isFirstGuest({ name }) : texts.isFirstGuestYou}</p>
          ) : (
            <>
              <Entry name={guestField(index, 'firstName')} field="firstName" form={form} isOfGuest />
              <Entry name={guestField(index, 'lastName')} field="lastName" form={form} isOfGuest />
            </>
          )}
          {programs.length > 0 && (
            <Program
              name={guestField(index, 'loyaltyProgram')}
              form={form}
              programs={programs}
              note={texts.programNote}
            />
          )}
        </div>
      ))}
    </div>
  );
}
