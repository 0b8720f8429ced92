/** The names of a guest, the date of birth of a child, and the loyalty programme, if the stay has some. */
import { guestField, IS_TRAVELLING, isTravelling } from '../../../people/entries.ts';
import { Check, Entry, type FormState } from '../../../people/entry.tsx';
import { Program, type Programs } from '../../../people/guests.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { birthDateOf, type ChildrenRule, isChildField, mayBeChild } from '../children.ts';
import { useCheckoutTexts } from '../texts/index.ts';

export function GuestFields({
  guest,
  form,
  childrenRule,
  programs,
}: {
  /** From 0, over all rooms. */
  readonly guest: number;
  readonly form: FormState;
  readonly childrenRule: ChildrenRule | null;
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
      {childrenRule && mayBeChild(form.entries, guest) && (
        <>
          <Check
            name={isChildField(guest)}
            isChecked={birthDateOf(form.entries, guest) !== null}
            label={texts.isChild({ limit: childrenRule.below })}
            form={form}
            isAcross
          />
          {birthDateOf(form.entries, guest) !== null && (
            <Entry name={guestField(guest, 'birthDate')} field="birthDate" form={form} isOfGuest />
          )}
        </>
      )}
      {programs.length > 0 && (
        <Program name={guestField(guest, 'loyaltyProgram')} form={form} programs={programs} note={texts.programNote} />
      )}
    </div>
  );
}

interface BeforeGuestsProps {
  /** In all rooms. */
  readonly guests: number;
  readonly form: FormState;
  readonly childrenRule: ChildrenRule | null;
}

/** What holds for children, where the hotel has a rule. */
export function ChildrenNote({ guests, form, childrenRule }: BeforeGuestsProps) {
  const texts = useCheckoutTexts();
  if (childrenRule === null) return null;
  return (
    <p class="muted">
      {texts.childrenRule({ age: childrenRule.youngest })}
      {mayBeChild(form.entries, guests - 1) && ` ${texts.childrenAsked({ limit: childrenRule.below })}`}
    </p>
  );
}

/** Whether who books is the first guest, and what holds for children. */
export function BeforeGuests(props: BeforeGuestsProps) {
  const { form } = props;
  const texts = useCheckoutTexts();
  return (
    <>
      <ChildrenNote {...props} />
      <Check name={IS_TRAVELLING} isChecked={isTravelling(form.entries)} label={texts.isTravelling} form={form} />
    </>
  );
}
