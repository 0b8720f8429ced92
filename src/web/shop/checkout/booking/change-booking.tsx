/** A guest changes names, e-mail address and phone, and the days as long as cancelling is free (M3). */
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
import { guestField, type Refusal } from '../../../people/entries.ts';
import { Entry, type FormState } from '../../../people/entry.tsx';
import { GuestCount } from '../../../people/guests.tsx';
import { usePeopleTexts } from '../../../people/texts/index.ts';
import { useCommonTexts } from '../../../texts/index.ts';
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

function ChangeDialog({ booking, today, onChanged, onClose }: ChangeProps & { onClose(): void }) {
  const { key, language } = usePage();
  const common = useCommonTexts();
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const change = useChange(booking, today, {
    named: { id: booking.id, email: booking.billedTo.email },
    without: ['birthDate', 'loyaltyProgram'],
    useAnswer,
    change: async (request, input) => (await request(CheckoutChangeDocument, { input })).changeBooking,
  });
  const { form, quoted, draft, setDraft } = change;
  const hasFreeDays = booking.status === 'REQUESTED' || feeOn(today, booking) === null;
  const arrival = form.entries['stay.arrival'] || booking.arrival;
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
        <GuestNames guests={draft.guests} form={form} />
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

function GuestNames({ guests, form }: { readonly guests: number; readonly form: FormState }) {
  const people = usePeopleTexts();
  return (
    <>
      {Array.from({ length: guests }, (_, index) => (
        <fieldset key={index} class="fields">
          <legend class="strong">{people.guest({ number: index + 1 })}</legend>
          <Entry name={guestField(index, 'firstName')} field="firstName" form={form} isOfGuest />
          <Entry name={guestField(index, 'lastName')} field="lastName" form={form} isOfGuest />
        </fieldset>
      ))}
    </>
  );
}
