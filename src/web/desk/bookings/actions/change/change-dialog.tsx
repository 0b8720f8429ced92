/**
 * Changes a booking: the stay, the guests, the contact, what the guest wrote. What the price becomes is said while one chooses. From the
 * day of arrival on only the departure of the stay can change, and if it is earlier, the price may stay (M4).
 */
import { Notice } from '../../../../design/notice.tsx';
import { RequestProblem } from '../../../../design/problem.tsx';
import { addDays } from '../../../../format/civil-date.ts';
import { showMoney } from '../../../../format/money.ts';
import { type DeskBookingFragment, DeskChangeDocument } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { ChangePrice } from '../../../../people/change/change-price.tsx';
import { useChange } from '../../../../people/change/use-change.ts';
import { DayField } from '../../../../people/day-field.tsx';
import { Entry } from '../../../../people/entry.tsx';
import { GuestCount } from '../../../../people/guests.tsx';
import { useCommonTexts } from '../../../../texts/index.ts';
import { useDeskAnswer } from '../../../session.tsx';
import { ContactFields, GuestFields } from '../../stay/people-fields.tsx';
import { ChoiceField, type Sold, useSold, useStayNames } from '../../stay/stay-fields.tsx';
import { useBookingTexts } from '../../texts/index.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { DialogProps } from '../dialog-props.ts';
import { DraftFields, useDrafts } from '../draft-field.tsx';

export function ChangeDialog(props: DialogProps) {
  return <Dialog {...props} action="change" />;
}

/** The departure alone: guests at the desk, with their luggage. */
export function LeaveDialog(props: DialogProps) {
  return <Dialog {...props} action="leave" />;
}

function Dialog({ booking, today, onClose, onDone, action }: DialogProps & { readonly action: 'change' | 'leave' }) {
  const all = useBookingTexts();
  const texts = action === 'change' ? all.change : all.leave;
  const drafts = useDrafts(`${booking.id} ${action}`);
  const sold = useSold(action === 'change' ? booking.hotel.number : null);
  const change = useChange(booking, today, {
    named: { id: booking.id },
    programsOf: (visitType) => sold && (visitTypeOf(sold, visitType)?.loyaltyPrograms ?? []),
    useAnswer: useDeskAnswer,
    change: async (request, input) => (await request(DeskChangeDocument, { input })).result,
  });
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={texts.explanation}
      button={texts.button}
      tone="primary"
      isWide={action === 'change'}
      onClose={onClose}
      send={async (request) => {
        const outcome = await change.send(request, drafts.sent);
        if (!outcome || !('booking' in outcome)) return outcome;
        drafts.forget();
        onDone(texts.done, outcome.booking);
        return null;
      }}
    >
      <StayPart booking={booking} today={today} change={change} sold={sold} />
      {action === 'change' && <PeoplePart booking={booking} change={change} sold={sold} />}
      <DraftFields label={texts.label} drafts={drafts} hasEmail={change.draft.entries['billedTo.email'] !== ''} />
    </ActionDialog>
  );
}

const visitTypeOf = (sold: Sold, wanted: string | undefined) =>
  sold.visitTypes.find(({ number }) => String(number) === wanted);

interface PartProps extends Pick<DialogProps, 'booking'> {
  readonly change: ReturnType<typeof useChange<DeskBookingFragment>>;
  readonly sold: Sold | null;
}

function StayPart({ booking, today, change, sold }: PartProps & { readonly today: string }) {
  const common = useCommonTexts();
  const texts = useBookingTexts();
  const { visitTypes, rooms } = useStayNames(sold, booking);
  const { form, quoted, refusal, failure } = change;
  const hasArrived = booking.arrival <= today;
  const arrival = form.entries['stay.arrival'] || booking.arrival;
  return (
    <fieldset class="fields">
      <legend class="strong">{texts.stay}</legend>
      {!hasArrived && <DayField name="stay.arrival" form={form} min={today} label={texts.arrival} />}
      <DayField name="stay.departure" form={form} min={addDays(arrival, 1)} label={texts.departure} />
      {!hasArrived && (
        <>
          <ChoiceField name="stay.roomType" form={form} label={texts.room} choices={rooms} />
          <ChoiceField name="stay.visitType" form={form} label={texts.visitType} choices={visitTypes} />
        </>
      )}
      {change.leavesEarly && <PriceChoice booking={booking} change={change} />}
      <div class="across">
        {change.isAsking && <p class="muted">{common.loading}</p>}
        {quoted && <ChangePrice quoted={quoted} arrival={arrival} status={booking.status} today={today} />}
        {refusal && <Notice tone="ask">{refusal.message}</Notice>}
        {failure !== null && <RequestProblem code={failure} onAgain={change.again} />}
      </div>
    </fieldset>
  );
}

function PriceChoice({ booking, change: { draft, setDraft } }: Omit<PartProps, 'sold'>) {
  const { language } = usePage();
  const texts = useBookingTexts();
  const words = {
    KEEP: texts.priceStays({ total: showMoney(booking.price.total, language) }),
    REQUOTE: texts.priceAnew,
  };
  return (
    <fieldset class="across chips">
      <legend>{texts.priceOfRest}</legend>
      <div class="row">
        {(['KEEP', 'REQUOTE'] as const).map((price) => (
          <label key={price} class="chip">
            <input
              type="radio"
              name="price"
              checked={draft.price === price}
              onChange={() => setDraft((before) => ({ ...before, price }))}
            />
            {words[price]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PeoplePart({ booking, change: { draft, setDraft, form }, sold }: PartProps) {
  const texts = useBookingTexts();
  const { entries, guests } = draft;
  const room = sold?.roomTypes.find(({ number }) => String(number) === entries['stay.roomType']) ?? booking.roomType;
  const visitType = sold && visitTypeOf(sold, entries['stay.visitType']);
  return (
    <>
      <GuestCount
        guests={guests}
        beds={room.beds}
        onGuests={(guests) => setDraft((before) => ({ ...before, guests }))}
      />
      <GuestFields form={form} guests={guests} programs={visitType?.loyaltyPrograms ?? []} />
      <ContactFields form={form} />
      <Entry name="customerNote" field="customerNote" label={texts.note} form={form} isOptional />
    </>
  );
}
