/** The names of a guest, and the loyalty programme, if the stay has some. */
import { guestField, IS_TRAVELLING, isTravelling } from '../../../people/entries.ts';
import { Entry, type FormState } from '../../../people/entry.tsx';
import { Program, type Programs } from '../../../people/guests.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useCheckoutTexts } from '../texts/index.ts';

export function GuestFields({
  guest,
  form,
  programs,
}: {
  /** From 0, over all rooms. */
  readonly guest: number;
  readonly form: FormState;
  readonly programs: Programs;
}) {
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const name = [form.entries['billedTo.firstName'], form.entries['billedTo.lastName']].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the heading of a grid.
    <div role="group" class="fields guest" aria-labelledby={`guest-${guest}`}>
      <h3 id={`guest-${guest}`}>{people.guest({ number: guest + 1 })}</h3>
      {guest === 0 && isTravelling(form.entries) ? (
        <p class="muted across">{name ? texts.isFirstGuest({ name }) : texts.isFirstGuestYou}</p>
      ) : (
        <>
          <Entry name={guestField(guest, 'firstName')} field="firstName" form={form} isOfGuest />
          <Entry name={guestField(guest, 'lastName')} field="lastName" form={form} isOfGuest />
        </>
      )}
      {programs.length > 0 && (
        <Program name={guestField(guest, 'loyaltyProgram')} form={form} programs={programs} note={texts.programNote} />
      )}
    </div>
  );
}

/** Whether who books is the first guest. */
export function TravelsToo({ form }: { readonly form: FormState }) {
  const texts = useCheckoutTexts();
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isTravelling(form.entries)}
        onInput={(event) => form.onEntry(IS_TRAVELLING, event.currentTarget.checked ? 'yes' : 'no')}
      />
      {texts.isTravelling}
    </label>
  );
}
