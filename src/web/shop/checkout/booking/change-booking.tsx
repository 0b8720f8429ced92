/** A guest changes names, e-mail address and phone, dates of birth of children (F14), and the days as long as cancelling is free (M3). */
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { feeOn } from '../../../format/cancellation-fee.ts';
import { addDays } from '../../../format/civil-date.ts';
import { requestWith } from '../../../gateway/request.ts';
import { codeOf, useAnswer } from '../../../gateway/use-answer.ts';
import { type BookedStayFragment, CheckoutChangeDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { ChangePrice } from '../../../people/change/change-price.tsx';
import { useChange } from '../../../people/change/use-change.ts';
import { DayField } from '../../../people/day-field.tsx';
import type { Entries, Refusal } from '../../../people/entries.ts';
import { Entry } from '../../../people/entry.tsx';
import { GuestCount } from '../../../people/guests.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { birthDateOf, childFaultsOf, childrenRuleOf, withChildren } from '../children.ts';
import { ChildrenNote, GuestFields } from '../form/guest-fields.tsx';
import { useCheckoutTexts } from '../texts/index.ts';

interface ChangeProps {
  readonly booking: BookedStayFragment;
  readonly today: string;
  onChanged(booking: BookedStayFragment): void;
}

export function ChangeBooking(props: ChangeProps) {
  const texts = useCheckoutTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {texts.change.button}
      </button>
      {isOpen && (
        <ChangeDialog
          {...props}
          onChanged={(booking) => {
            setIsOpen(false);
            props.onChanged(booking);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** What a guest cannot change here. */
const WITHOUT_FIELD =
  /^(?:stay\.(?:roomType|visitType)|billedTo\.address\.\w+|guests\.\d+\.loyaltyProgram|customerNote)$/;

function hasField(name: string, entries: Entries): boolean {
  const [, guest] = /^guests\.(\d+)\.birthDate$/.exec(name) ?? [];
  return guest === undefined ? !WITHOUT_FIELD.test(name) : birthDateOf(entries, Number(guest)) !== null;
}

function ChangeDialog({ booking, today, onChanged, onClose }: ChangeProps & { onClose(): void }) {
  const { key, language } = usePage();
  const common = useCommonTexts();
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const arrivalOf = ({ entries }: { readonly entries: Entries }) => entries['stay.arrival'] || booking.arrival;
  const childrenRuleFor = (draft: { readonly entries: Entries }) => childrenRuleOf(booking.hotel, arrivalOf(draft));
  const change = useChange(booking, today, {
    named: { id: booking.id, email: booking.billedTo.email },
    without: ['birthDate', 'loyaltyProgram'],
    hasField,
    entriesOf: (draft) => withChildren(draft, booking.guests, childrenRuleFor(draft)),
    faultsOf: (draft, { stay, guests }) => {
      const rule = childrenRuleFor(draft);
      const sentences = { required: common.required, tooYoung: texts.tooYoung({ age: rule?.youngest ?? 0 }) };
      const faults = Object.entries(childFaultsOf(draft.entries, draft.guests, rule))
        // The hotel has taken the guests of before for the days of before.
        .filter(([, fault]) => fault === 'required' || stay || guests)
        .map(([name, fault]) => [name, sentences[fault]]);
      return Object.fromEntries(faults);
    },
    useAnswer,
    change: async (request, input) => (await request(CheckoutChangeDocument, { input })).changeBooking,
  });
  const { form, quoted, draft, setDraft } = change;
  const hasFreeDays = booking.status === 'REQUESTED' || feeOn(today, booking) === null;
  const arrival = arrivalOf(draft);
  const childrenRule = childrenRuleFor(draft);
  // State would come too late for a second press in the same moment.
  const isUnderWay = useRef(false);
  const send = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setRefusal(null);
    setFailure(null);
    try {
      const outcome = await change.send(requestWith({ key, language }));
      if (outcome && 'booking' in outcome) return onChanged(outcome.booking);
      setRefusal(outcome);
    } catch (error) {
      setFailure(codeOf(error));
    }
    isUnderWay.current = false;
    setIsSending(false);
  };
  return (
    <Dialog title={texts.change.title} isWide onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>{texts.change.explanation}</p>
        <fieldset class="fields">
          <legend class="strong">{texts.yourStay}</legend>
          {hasFreeDays ? (
            <>
              <DayField name="stay.arrival" form={form} min={addDays(today, 1)} label={people.change.arrival} />
              <DayField name="stay.departure" form={form} min={addDays(arrival, 1)} label={people.change.departure} />
            </>
          ) : (
            <p class="across">{texts.change.daysFixed}</p>
          )}
          <div class="across">
            {change.isAsking && <p class="muted">{common.loading}</p>}
            {quoted && <ChangePrice quoted={quoted} arrival={arrival} status={booking.status} today={today} />}
            {change.refusal && <Notice tone="ask">{change.refusal.message}</Notice>}
            {change.failure !== null && <RequestProblem code={change.failure} onAgain={change.again} />}
          </div>
        </fieldset>
        <GuestCount
          guests={draft.guests}
          beds={booking.roomType.beds}
          onGuests={(guests) => setDraft((before) => ({ ...before, guests }))}
        />
        <ChildrenNote guests={draft.guests} form={form} childrenRule={childrenRule} />
        {Array.from({ length: draft.guests }, (_, guest) => (
          <GuestFields key={guest} {...{ guest, form, childrenRule }} programs={[]} />
        ))}
        <fieldset class="fields">
          <legend class="strong">{texts.orderer}</legend>
          <Entry name="billedTo.firstName" field="firstName" form={form} />
          <Entry name="billedTo.lastName" field="lastName" form={form} />
          <Entry name="billedTo.email" field="email" form={form} />
          <Entry name="billedTo.phone" field="phone" form={form} isOptional />
        </fieldset>
        {refusal && <Notice tone="bad">{refusal.message}</Notice>}
        {failure && <RequestProblem code={failure} />}
        <div class="row">
          <button type="submit" class="primary" aria-busy={isSending}>
            {texts.change.save}
          </button>
          <button type="button" class="quiet" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            {texts.keepIt}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
