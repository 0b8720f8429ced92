/** Who books, and the guests of the room. */
import { usePage } from '../../../page.tsx';
import { hasHouseNumberApart } from '../../../people/countries.ts';
import { IS_INVOICED, isInvoiced } from '../../../people/entries.ts';
import { Check, Entry, type FormState } from '../../../people/entry.tsx';
import { GuestCount, type Programs } from '../../../people/guests.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import type { ChildrenRule } from '../children.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import { BeforeGuests, GuestFields } from './guest-fields.tsx';

/** What everybody fills in, and an address for who wants an invoice. */
export function Orderer({ form }: { readonly form: FormState }) {
  const { settings } = usePage();
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const isApart = hasHouseNumberApart(form.entries['billedTo.address.country'] ?? '');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the heading of a grid.
    <div role="group" class="fields" aria-labelledby="orderer">
      <h2 id="orderer">{texts.orderer}</h2>
      <Entry name="billedTo.firstName" field="firstName" form={form} />
      <Entry name="billedTo.lastName" field="lastName" form={form} />
      <Entry name="billedTo.email" field="email" form={form} {...(settings.hasMail && { note: texts.emailNote })} />
      <Entry name="billedTo.phone" field="phone" form={form} isOptional />
      <Entry name="billedTo.address.country" field="country" form={form} />
      <Check name={IS_INVOICED} isChecked={isInvoiced(form.entries)} label={texts.invoice} form={form} isAcross />
      {isInvoiced(form.entries) && (
        <>
          <Entry
            name="billedTo.address.street"
            field="street"
            form={form}
            {...(isApart ? {} : { label: people.streetLine })}
          />
          {isApart && <Entry name="billedTo.address.houseNumber" field="houseNumber" form={form} />}
          <Entry name="billedTo.address.zipCode" field="zipCode" form={form} />
          <Entry name="billedTo.address.city" field="city" form={form} />
          <p class="small muted">{texts.invoiceNote}</p>
        </>
      )}
    </div>
  );
}

export function Guests({
  form,
  guests,
  beds,
  childrenRule,
  programs,
  onGuests,
}: {
  readonly form: FormState;
  readonly guests: number;
  readonly beds: number;
  readonly childrenRule: ChildrenRule | null;
  readonly programs: Programs;
  onGuests(guests: number): void;
}) {
  const people = usePeopleTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the heading of a stack.
    <div role="group" class="stack people" aria-labelledby="guests">
      <h2 id="guests">{people.guests}</h2>
      <GuestCount guests={guests} beds={beds} onGuests={onGuests} />
      <BeforeGuests {...{ guests, form, childrenRule }} />
      {Array.from({ length: guests }, (_, guest) => (
        <GuestFields key={guest} {...{ guest, form, childrenRule, programs }} />
      ))}
    </div>
  );
}
