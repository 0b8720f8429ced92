/** Whom a booking is billed to, and who travels, as a clerk fills it in. */
import { guestField } from '../../../people/entries.ts';
import { Entry, type FormState } from '../../../people/entry.tsx';
import { Program, type Programs } from '../../../people/guests.tsx';
import { ADDRESS_FIELDS } from '../../../people/people-input.ts';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useBookingTexts } from '../texts/index.ts';

/** The browser knows the clerk, not the guest, so it fills in nothing. */
export function ContactFields({
  form,
  emailNote,
  needsCountry = false,
}: {
  readonly form: FormState;
  readonly emailNote?: string;
  /** Whether the country of the address is needed. Its other parts are for who wants an invoice (B2). */
  readonly needsCountry?: boolean;
}) {
  const texts = useBookingTexts();
  return (
    <fieldset class="fields">
      <legend class="strong">{texts.contact}</legend>
      <Entry name="billedTo.firstName" field="firstName" form={form} isOfGuest />
      <Entry name="billedTo.lastName" field="lastName" form={form} isOfGuest />
      <Entry name="billedTo.phone" field="phone" form={form} isOfGuest isOptional />
      <Entry name="billedTo.email" field="email" form={form} isOfGuest isOptional note={emailNote} />
      {ADDRESS_FIELDS.map((field) => (
        <Entry
          key={field}
          name={`billedTo.address.${field}`}
          field={field}
          form={form}
          isOfGuest
          isOptional={!needsCountry || field !== 'country'}
        />
      ))}
    </fieldset>
  );
}

export function GuestFields({
  form,
  first = 0,
  guests,
  programs,
  isFirstContact = false,
}: {
  readonly form: FormState;
  /** Place of the first of these guests among all. */
  readonly first?: number;
  readonly guests: number;
  readonly programs: Programs;
  /** Whether the first of all guests is the contact, whose name is known. */
  readonly isFirstContact?: boolean;
}) {
  const people = usePeopleTexts();
  return (
    <>
      {Array.from({ length: guests }, (_, place) => first + place).map((index) => (
        <fieldset key={index} class="fields">
          <legend class="strong">{people.guest({ number: index + 1 })}</legend>
          {!(isFirstContact && index === 0) && (
            <>
              <Entry name={guestField(index, 'firstName')} field="firstName" form={form} isOfGuest />
              <Entry name={guestField(index, 'lastName')} field="lastName" form={form} isOfGuest />
            </>
          )}
          <Entry name={guestField(index, 'birthDate')} field="birthDate" form={form} isOfGuest isOptional />
          {programs.length > 0 && (
            <Program name={guestField(index, 'loyaltyProgram')} form={form} programs={programs} />
          )}
        </fieldset>
      ))}
    </>
  );
}
