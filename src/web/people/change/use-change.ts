/** A change as it is filled in, and what the gateway says that it would do. */
import { useEffect, useState } from 'preact/hooks';
import { randomKey } from '../../gateway/random-key.ts';
import type { Request } from '../../gateway/request.ts';
import { type ChangeBookingInput, QuoteChangeDocument } from '../../generated/operations.ts';
import { type Entries, type GuestFieldName, placeProblems, type Refusal } from '../entries.ts';
import { usePeopleTexts } from '../texts/index.ts';
import {
  type Change,
  type Changeable,
  type ChangeDraft,
  changeFieldOf,
  changeOf,
  draftFor,
  draftOf,
  leavesEarly,
  pricedPart,
} from './change-draft.ts';

type Wrong = Readonly<Record<string, string>>;

/** What the gateway finds wrong, at its fields; what has no field is left over. */
function placed(
  refusal: Refusal,
  hasField: (name: string) => boolean,
): { readonly wrong: Wrong; readonly rest: Refusal | null } {
  if (!refusal.problems?.length) return { wrong: {}, rest: refusal };
  const { wrong, others } = placeProblems(refusal.problems, (path) => {
    const name = changeFieldOf(path);
    return name !== null && hasField(name) ? name : null;
  });
  return { wrong, rest: others.length > 0 ? { message: others.join(' ') } : null };
}

/** Who changes the booking, and how. */
export interface Changing<Booking> {
  /** What the gateway finds the booking by. */
  readonly named: Pick<ChangeBookingInput, 'id' | 'email'>;
  /** Facts of guests that the form has no field for. Default: none. */
  readonly without?: readonly GuestFieldName[];
  /** Whether the form has a field for one of a booking. Default: for all. */
  readonly hasField?: (name: string, entries: Entries) => boolean;
  /** The entries with what follows from the booking. Default: as they are filled in. */
  readonly entriesOf?: (draft: ChangeDraft) => Entries;
  /** What is wrong with a change before it is sent, by the names of the fields. Default: nothing. */
  readonly faultsOf?: (draft: ChangeDraft, change: Change) => Wrong;
  /** Loyalty programmes of the visit types that can be chosen; null: not known yet. Default: none can be chosen. */
  readonly programsOf?: (visitType: string) => readonly { readonly number: number }[] | null;
  /** Asks what the change would do. */
  readonly useAnswer: <Asked, Data>(
    asked: Asked | null,
    ask: (request: Request, asked: Asked) => Promise<Data>,
  ) => {
    readonly data: Data | null;
    readonly problem: string | null;
    readonly isLoading: boolean;
    again(): void;
  };
  /** Makes the change. */
  change(
    request: Request,
    input: ChangeBookingInput,
  ): Promise<{ readonly booking: Booking } | (Refusal & { readonly __typename: string })>;
}

/**
 * The last change that was not answered, and its key: under the key the same change is found to be made, though it may have changed the
 * address that names the booking. It outlives the dialog.
 */
let unanswered: { readonly sent: string; readonly idempotencyKey: string } | null = null;

/** What is sent is what differs from the booking as it was when the form was opened: what others have changed since stays. */
export function useChange<Booking extends Changeable>(
  newest: Booking,
  today: string,
  {
    named,
    without,
    hasField = () => true,
    entriesOf = ({ entries }) => entries,
    faultsOf = () => ({}),
    programsOf = () => null,
    useAnswer,
    change: make,
  }: Changing<Booking>,
) {
  const texts = usePeopleTexts();
  const [booking] = useState(newest);
  const [filled, setDraft] = useState(() => draftOf(booking, without));
  const draft = draftFor(booking, { ...filled, entries: entriesOf(filled) }, programsOf);
  const [wrong, setWrong] = useState<Wrong>({});
  const change = changeOf(booking, draft, today);
  const asked = pricedPart(booking, change);
  const answer = useAnswer(asked && { ...named, ...asked }, (request, input) =>
    request(QuoteChangeDocument, { input }),
  );
  const result = answer.data?.result ?? null;
  const quoted = result?.__typename === 'ChangeQuoted' ? result : null;
  const isShown = (name: string) => hasField(name, draft.entries);
  const refused = result && result.__typename !== 'ChangeQuoted' ? placed(result, isShown) : null;
  useEffect(() => {
    if (Object.keys(wrong).length > 0) document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus();
  }, [wrong]);
  return {
    draft,
    setDraft,
    form: {
      entries: draft.entries,
      wrong: { ...refused?.wrong, ...wrong },
      onEntry: (name: string, value: string) =>
        setDraft((before) => ({ ...before, entries: { ...before.entries, [name]: value } })),
    },
    leavesEarly: leavesEarly(booking, draft, today),
    quoted,
    /** Why the change would be refused, apart from what stands at a field. */
    refusal: refused?.rest ?? null,
    isAsking: answer.isLoading,
    failure: answer.problem,
    again: answer.again,
    /** Makes the change at the price that is shown. Returns the booking, or why not; null: that stands at the fields. */
    async send(
      request: Request,
      said: Pick<ChangeBookingInput, 'messageToGuest' | 'note'> = {},
    ): Promise<{ readonly booking: Booking } | Refusal | null> {
      const faults = faultsOf(draft, change);
      setWrong(faults);
      if (Object.keys(faults).length > 0) return null;
      if (Object.keys(change).length === 0) return { message: texts.change.unchanged };
      const expectedTotal = quoted?.quote.total.amountMinor ?? null;
      const sent = JSON.stringify({ ...named, ...change, ...said });
      const { idempotencyKey } = unanswered?.sent === sent ? unanswered : { idempotencyKey: randomKey() };
      unanswered = { sent, idempotencyKey };
      const result = await make(request, { ...named, ...change, ...said, expectedTotal, idempotencyKey });
      // It may still be on its way under the key.
      if (!('booking' in result) && result.__typename === 'IdempotencyProblem') return result;
      unanswered = null;
      if ('booking' in result) return result;
      if (result.__typename === 'PriceChanged') answer.again();
      const { wrong, rest } = placed(result, isShown);
      setWrong(wrong);
      return rest;
    },
  };
}
